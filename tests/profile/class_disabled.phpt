--TEST--
Where disable_classes names it, XHProf\Profile is a class without methods, and the classic functions work
--SKIPIF--
<?php
if (PHP_VERSION_ID >= 80500) die('skip PHP 8.5 has no disable_classes');
?>
--INI--
disable_classes=XHProf\Profile
--FILE--
<?php
require __DIR__ . '/../helper.inc';

function called($x) { return strrev($x); }

foreach ([fn() => xhprof_enable(), fn() => xhprof_sample_enable()] as $begin) {
	$begin();
	called('a');
	$profile = xhprof_stop();
	echo get_class($profile), ' ', count(get_class_methods($profile)), "\n";
	$profile = null;
}
xhprof_enable();
called('a');
show(xhprof_disable());
?>
--EXPECTF--
Warning: XHProf\Profile() has been disabled for security reasons in %s on line %d
XHProf\Profile 0

Warning: XHProf\Profile() has been disabled for security reasons in %s on line %d
XHProf\Profile 0
called==>strrev  ct=1
main()==>called  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
