--TEST--
Each of many profiles in a request starts empty
--FILE--
<?php
require __DIR__ . '/../helper.inc';

function one($x) { return strrev($x); }
function two($x) { return one($x); }

xhprof_enable(XHPROF_FLAGS_CPU);
two('x');
show(xhprof_disable());
one('between');
xhprof_enable();
one('x');
show(xhprof_disable());
xhprof_enable();
show(xhprof_disable());

for ($i = 0; $i < 100; $i++) {
	xhprof_enable($i % 8);
	two('x');
	$profile = xhprof_disable();
	check_conservation($profile);
	if ($profile['main()==>two']['ct'] !== 1 || $profile['two==>one']['ct'] !== 1
		|| count($profile) !== ($i & 1 ? 3 : 5)) {
		echo "profile $i: ", json_encode($profile), "\n";
	}
}
?>
--EXPECT--
one==>strrev  ct=1 [cpu]
two==>one  ct=1 [cpu]
main()==>two  ct=1 [cpu]
main()==>xhprof_disable  ct=1 [cpu]
main()  ct=1 [cpu]
one==>strrev  ct=1
main()==>one  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
