--TEST--
The ignore list applies to its own profile only
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function foo($x) { return leaf($x); }
function leaf($x) { return strrev($x); }

$profiles = [];
xhprof_enable();
foo('x');
$profiles[] = xhprof_disable();
xhprof_enable(0, ['ignored_functions' => ['leaf', 'strrev']]);
foo('x');
$profiles[] = xhprof_disable();
xhprof_enable();
foo('x');
$profiles[] = xhprof_disable();
xhprof_enable(0, ['ignored_functions' => ['foo']]);
foo('x');
$profiles[] = xhprof_disable();
xhprof_enable(0, null);
foo('x');
$profiles[] = xhprof_disable();
foreach ($profiles as $profile) {
	show($profile);
}
?>
--EXPECT--
leaf==>strrev  ct=1
foo==>leaf  ct=1
main()==>foo  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
main()==>foo  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
leaf==>strrev  ct=1
foo==>leaf  ct=1
main()==>foo  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
leaf==>strrev  ct=1
main()==>leaf  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
leaf==>strrev  ct=1
foo==>leaf  ct=1
main()==>foo  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
