--TEST--
An uncaught exception closes all calls; shutdown functions are called by main()
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function outer($x) { return array_map('thrower', [$x]); }
function thrower($x) { leaf($x); throw new Exception('boom'); }
function leaf($x) { return $x; }
function finish() { leaf(1); show(xhprof_disable()); }

register_shutdown_function('finish');
xhprof_enable();
outer(1);
?>
--EXPECTF--
Fatal error: Uncaught Exception: boom in %s:%d
Stack trace:
%A
  thrown in %s on line %d
thrower==>leaf  ct=1
thrower==>Exception::__construct  ct=1
array_map==>thrower  ct=1
outer==>array_map  ct=1
main()==>outer  ct=1
Exception::__toString==>Exception::getTraceAsString  ct=1
main()==>Exception::__toString  ct=1
finish==>leaf  ct=1
finish==>xhprof_disable  ct=1
main()==>finish  ct=1
main()  ct=1
