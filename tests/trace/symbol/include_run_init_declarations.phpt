--TEST--
With run_init, a file with only declarations gives the same profile under every hook
--INI--
opcache.enable_cli=0
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function leaf($x) { return $x; }

xhprof_enable(0, ['run_init' => true]);
include __DIR__ . '/inc/more.inc';
show(xhprof_disable());
?>
--EXPECT--
main()==>load::inc/more.inc  ct=1
run_init::inc/more.inc==>leaf  ct=1
run_init::inc/more.inc==>load::inc/declares.inc  ct=1
declared==>leaf  ct=1
run_init::inc/more.inc==>declared  ct=1
main()==>run_init::inc/more.inc  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
