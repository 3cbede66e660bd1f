--TEST--
Beyond max_nodes a tree keeps pairs: all of them, until there are max_nodes of these as well
--SKIPIF--
<?php if (getenv('XHPROF_TEST_TREE')) die('skip asks for hier mode as well'); ?>
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function leaf($x) { return $x; }
function other($x) { return leaf($x); }
function deep($x) { return $x > 0 ? deep($x - 1) : other($x); }
function work()
{
	for ($i = 0; $i < 3; $i++) {
		leaf($i);
		other($i);
		deep(2);
	}
	abs($GLOBALS['negative']);
}

$negative = -1;
$flags = XHPROF_FLAGS_TREE;

foreach ([1, 2, 3, 4, 8, 100] as $max) {
	echo "-- $max\n";
	xhprof_enable($flags, ['max_nodes' => $max]);
	work();
	$profile = xhprof_disable();
	unset($profile['main()==>xhprof_disable']);
	foreach (comparable($profile) as $key => $row) {
		echo $key, '  ct=', $row['ct'], "\n";
	}
	check_conservation($profile);
	echo xhprof_info()['truncated_calls'], "\n";
}

echo "-- by the setting\n";
ini_set('xhprof.max_nodes', '2');
xhprof_enable($flags);
work();
show(xhprof_disable());
echo xhprof_info()['truncated_calls'], "\n";

echo "-- pairs\n";
foreach ([1, 2, 3, 4, 9, 100] as $max) {
	xhprof_enable(0, ['max_nodes' => $max]);
	work();
	show(xhprof_disable());
	echo xhprof_info()['truncated_calls'], "\n";
}
?>
--EXPECT--
-- 1
work==>(truncated)  ct=10
main()==>work  ct=1
main()==>(truncated)  ct=1
main()  ct=1
27
-- 2
work==>leaf  ct=3
other==>(truncated)  ct=3
work==>other  ct=3
work==>(truncated)  ct=4
main()==>work  ct=1
main()==>(truncated)  ct=1
main()  ct=1
26
-- 3
work==>leaf  ct=3
other==>leaf  ct=3
work==>other  ct=3
deep==>(truncated)  ct=3
work==>deep  ct=3
work==>(truncated)  ct=1
main()==>work  ct=1
main()==>(truncated)  ct=1
main()  ct=1
23
-- 4
work==>leaf  ct=3
other==>leaf  ct=3
work==>other  ct=3
deep@2==>(truncated)  ct=3
deep@1==>deep@2  ct=3
deep==>deep@1  ct=3
work==>deep  ct=3
work==>(truncated)  ct=1
main()==>work  ct=1
main()==>(truncated)  ct=1
main()  ct=1
20
-- 8
work==>leaf  ct=3
other==>leaf  ct=6
work==>other  ct=3
deep@2==>other  ct=3
deep@1==>deep@2  ct=3
deep==>deep@1  ct=3
work==>deep  ct=3
work==>abs  ct=1
main()==>work  ct=1
main()  ct=1
8
-- 100
work==>leaf  ct=3
other==>leaf  ct=6
work==>other  ct=3
deep@2==>other  ct=3
deep@1==>deep@2  ct=3
deep==>deep@1  ct=3
work==>deep  ct=3
work==>abs  ct=1
main()==>work  ct=1
main()  ct=1
0
-- by the setting
work==>leaf  ct=3
other==>(truncated)  ct=3
work==>other  ct=3
work==>(truncated)  ct=4
main()==>work  ct=1
main()==>(truncated)  ct=1
main()  ct=1
26
-- pairs
main()==>(truncated)  ct=2
main()  ct=1
27
work==>(truncated)  ct=10
main()==>work  ct=1
main()==>(truncated)  ct=1
main()  ct=1
26
work==>leaf  ct=3
work==>(truncated)  ct=7
main()==>work  ct=1
main()==>(truncated)  ct=1
main()  ct=1
23
work==>leaf  ct=3
other==>(truncated)  ct=3
work==>other  ct=3
work==>(truncated)  ct=4
main()==>work  ct=1
main()==>(truncated)  ct=1
main()  ct=1
20
work==>leaf  ct=3
other==>leaf  ct=6
work==>other  ct=3
deep@2==>other  ct=3
deep@1==>deep@2  ct=3
deep==>deep@1  ct=3
work==>deep  ct=3
work==>(truncated)  ct=1
main()==>work  ct=1
main()==>(truncated)  ct=1
main()  ct=1
2
work==>leaf  ct=3
other==>leaf  ct=6
work==>other  ct=3
deep@2==>other  ct=3
deep@1==>deep@2  ct=3
deep==>deep@1  ct=3
work==>deep  ct=3
work==>abs  ct=1
main()==>work  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
0
