--TEST--
Output callbacks are called by the function that flushes the buffer
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function upper($buffer) { return leaf(strtoupper($buffer)); }
function leaf($x) { return $x; }
function printer($x) { echo $x; return leaf(1); }

xhprof_enable();
ob_start('upper');
echo "flushed\n";
ob_end_flush();
ob_start('upper');
echo "fetched\n";
ob_get_clean();
ob_start('upper', 1);
printer("chunk\n");
ob_end_clean();
show(xhprof_disable());
?>
--EXPECT--
FLUSHED
CHUNK
main()==>ob_start  ct=3
upper==>strtoupper  ct=4
upper==>leaf  ct=4
ob_end_flush==>upper  ct=1
main()==>ob_end_flush  ct=1
ob_get_clean==>upper  ct=1
main()==>ob_get_clean  ct=1
printer==>upper  ct=1
printer==>leaf  ct=1
main()==>printer  ct=1
ob_end_clean==>upper  ct=1
main()==>ob_end_clean  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
