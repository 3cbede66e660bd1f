--TEST--
An exception handler is called by main()
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function outer($x) { throw new Exception($x); }
function leaf($x) { return $x; }
function handler($exception) { leaf(1); show(xhprof_disable()); }

set_exception_handler('handler');
xhprof_enable();
outer('x');
?>
--EXPECT--
outer==>Exception::__construct  ct=1
main()==>outer  ct=1
handler==>leaf  ct=1
handler==>xhprof_disable  ct=1
main()==>handler  ct=1
main()  ct=1
