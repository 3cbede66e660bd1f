--TEST--
Since 8.4 exit is a function, and recorded
--SKIPIF--
<?php if (PHP_VERSION_ID < 80400) die('skip needs PHP 8.4'); ?>
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function inner($x) { exit($x); }
function finish()
{
	$profile = xhprof_disable();
	check_conservation($profile);
	echo implode("\n", array_keys($profile)), "\n";
}

register_shutdown_function('finish');
xhprof_enable();
inner(0);
?>
--EXPECT--
inner==>exit
main()==>inner
finish==>xhprof_disable
main()==>finish
main()
