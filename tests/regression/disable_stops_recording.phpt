--TEST--
Calls after xhprof_disable() change neither the returned array nor its copies
--FILE--
<?php
require __DIR__ . '/../helper.inc';

function C($x) { return D($x); }
function D($x) { return strrev($x); }

xhprof_enable();
C('x');
$profile = xhprof_disable();
$copy = $profile;
C('x');
C('x');
foreach ($profile as $key => $row) {
	C('x');
}
show($profile);
show($copy);
?>
--EXPECT--
D==>strrev  ct=1
C==>D  ct=1
main()==>C  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
D==>strrev  ct=1
C==>D  ct=1
main()==>C  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
