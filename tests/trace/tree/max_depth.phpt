--TEST--
Calls deeper than max_depth become one "(truncated)" below the deepest; they are counted, and no time is lost
--SKIPIF--
<?php if (xhprof_info()['clock'] !== 'fake') die('skip needs the fake clock'); ?>
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function leaf($x) { return $x; }
function f($n) { leaf($n); return $n > 0 ? f($n - 1) : leaf(0); }
function thrower($n) { if ($n === 0) { throw new Exception('x'); } return thrower($n - 1); }
function fiber($n) { f($n); Fiber::suspend(1); f($n); }
function program()
{
	f(4);
	f(1);
	array_map('f', [3, 0]);
	try { thrower(5); } catch (Exception $e) { leaf(1); }
	$fiber = new Fiber('fiber');
	$fiber->start(4);
	$fiber->resume();
}

foreach (['hier', 'tree', 'timeline'] as $mode) {
	xhprof_enable(XHPROF_FLAGS_NO_BUILTINS, ['mode' => $mode, 'max_depth' => 3]);
	program();
	$profile = xhprof_stop();
	echo "-- $mode: ", $profile->summary()['truncated_calls'], "\n";
	show_times($profile->pairs());
	echo $profile->pairs()['main()']['wt'] - array_sum(array_column($profile->functions(), 'own_wall_ns')) / 1000,
		" lost\n";
}

echo "-- of a deep recursion\n";
xhprof_enable(XHPROF_FLAGS_NO_BUILTINS, ['max_depth' => 100]);
f(2000);
$profile = xhprof_disable();
for ($i = 98; $i < 102; $i++) {
	echo json_encode([$profile["f@$i==>leaf"] ?? null, $profile["f@$i==>(truncated)"] ?? null]), "\n";
}
echo xhprof_info()['truncated_calls'], "\n";
?>
--EXPECT--
-- hier: 36
f==>leaf  ct=7 wt=7
f@1==>(truncated)  ct=10 wt=10
f==>f@1  ct=5 wt=25
program==>f  ct=4 wt=32
thrower@1==>(truncated)  ct=1 wt=1
thrower==>thrower@1  ct=1 wt=3
program==>thrower  ct=1 wt=5
program==>leaf  ct=1 wt=1
fiber==>f  ct=2 wt=18
program==>fiber  ct=2 wt=22
main()==>program  ct=1 wt=71
main()  ct=1 wt=73
0 lost
-- tree: 36
f==>leaf  ct=7 wt=7
f@1==>(truncated)  ct=10 wt=10
f==>f@1  ct=5 wt=25
program==>f  ct=4 wt=32
thrower@1==>(truncated)  ct=1 wt=1
thrower==>thrower@1  ct=1 wt=3
program==>thrower  ct=1 wt=5
program==>leaf  ct=1 wt=1
fiber==>f  ct=2 wt=18
program==>fiber  ct=2 wt=22
main()==>program  ct=1 wt=71
main()  ct=1 wt=73
0 lost
-- timeline: 36
f==>leaf  ct=7 wt=7
f@1==>(truncated)  ct=10 wt=10
f==>f@1  ct=5 wt=25
program==>f  ct=4 wt=32
thrower@1==>(truncated)  ct=1 wt=1
thrower==>thrower@1  ct=1 wt=3
program==>thrower  ct=1 wt=5
program==>leaf  ct=1 wt=1
fiber==>f  ct=2 wt=18
program==>fiber  ct=2 wt=22
main()==>program  ct=1 wt=71
main()  ct=1 wt=73
0 lost
-- of a deep recursion
[{"ct":1,"wt":1},null]
[null,{"ct":2,"wt":2}]
[null,null]
[null,null]
3804
