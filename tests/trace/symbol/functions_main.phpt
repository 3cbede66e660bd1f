--TEST--
A function called main is not the root
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function main($x) { return $x > 0 ? main($x - 1) : strrev("$x"); }
class main_class
{
	function main($x) { return main($x); }
}

xhprof_enable();
main(1);
(new main_class)->main(0);
show(xhprof_disable());
?>
--EXPECT--
main@1==>strrev  ct=1
main==>main@1  ct=1
main()==>main  ct=1
main==>strrev  ct=1
main_class::main==>main  ct=1
main()==>main_class::main  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
