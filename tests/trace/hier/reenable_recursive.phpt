--TEST--
Profiles can start and stop at every depth of one recursion
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function down($x)
{
	global $profiles;
	if ($x % 2 === 0) {
		xhprof_enable();
	}
	if ($x > 0) {
		down($x - 1);
	}
	leaf($x);
	if ($x % 2 === 0) {
		$profiles[] = xhprof_disable();
	}
	return $x;
}
function leaf($x) { return $x; }

$profiles = [];
down(3);
foreach ($profiles as $profile) {
	show($profile);
}
?>
--EXPECT--
down@1==>xhprof_enable  ct=1
down@1==>leaf  ct=1
down@1==>xhprof_disable  ct=1
down==>down@1  ct=1
main()==>down  ct=1
main()  ct=1
null
