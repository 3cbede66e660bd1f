--TEST--
main() cannot be ignored, in either form
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function leaf($x) { return strrev($x); }

foreach (['main()', ['main()'], ['main()', 'strrev'], ['main', 'strrev', 'main()']] as $names) {
	xhprof_enable(0, ['ignored_functions' => $names]);
	leaf('x');
	show(xhprof_disable());
}
?>
--EXPECT--
leaf==>strrev  ct=1
main()==>leaf  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
leaf==>strrev  ct=1
main()==>leaf  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
main()==>leaf  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
main()==>leaf  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
