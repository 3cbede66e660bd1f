--TEST--
Stopping three calls deep closes the open calls innermost first, and their return has no effect
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function a($x) { leaf($x); $x = b($x); return leaf($x); }
function b($x) { $x = c($x); return leaf($x); }
function c($x) { global $profile; leaf($x); $profile = xhprof_disable() ?? $profile; strrev($x); return leaf($x); }
function leaf($x) { return $x; }

xhprof_enable();
a('x');
a('y');
show($profile);
$profile = null;
xhprof_enable();
a('x');
show($profile);
?>
--EXPECT--
a==>leaf  ct=1
c==>leaf  ct=1
c==>xhprof_disable  ct=1
b==>c  ct=1
a==>b  ct=1
main()==>a  ct=1
main()  ct=1
a==>leaf  ct=1
c==>leaf  ct=1
c==>xhprof_disable  ct=1
b==>c  ct=1
a==>b  ct=1
main()==>a  ct=1
main()  ct=1
