--TEST--
Events of fibers and pauses go where time goes: none twice, none lost
--SKIPIF--
<?php if (xhprof_info()['clock'] !== 'fake') die('skip needs the fake clock'); ?>
--FILE--
<?php
require __DIR__ . '/../helper.inc';

function leaf($x) { static $calls = 0; $calls++; return $x; }
function inner($n) { leaf($n); Fiber::suspend($n); leaf($n); leaf($n); return $n; }
function task($n) { return inner($n) + leaf($n); }
function here($fibers) { foreach ($fibers as $fiber) { $fiber->start(1); } leaf(1); }
function there($fibers) { foreach ($fibers as $fiber) { $fiber->resume(); } }
function paused($x)
{
	leaf($x);
	xhprof_pause();
	for ($i = 0; $i < 50; $i++) { leaf($i); }
	xhprof_resume();
	return leaf($x);
}
function program()
{
	$fibers = [new Fiber('task'), new Fiber('task'), new Fiber('task')];
	here($fibers);
	array_pop($fibers);
	paused(1);
	there($fibers);
}

foreach (['hier', 'tree'] as $mode) {
	foreach ($mode === 'tree' ? [10, 1] : [10] as $limit) {
		xhprof_enable(XHPROF_FLAGS_NO_BUILTINS,
			['mode' => $mode, 'events' => ['fake']] + ($limit === 1 ? ['max_nodes' => 3, 'max_depth' => 4] : []));
		program();
		$profile = xhprof_stop();
		echo "-- $mode\n";
		foreach ($profile->pairs() as $name => $row) {
			printf("%-20s ct=%d fake=%d\n", $name, $row['ct'], $row['fake']);
		}
		$least = min(array_column($profile->functions(false), 'own_fake'));
		echo $least >= 0 ? 'callees never exceed callers' : "less than nothing: $least", ', ',
			array_sum(array_column($profile->functions(), 'own_fake')) - $profile->summary()['events']['fake'],
			" lost\n";
	}
}
?>
--EXPECT--
-- hier
inner==>leaf         ct=7 fake=7
here==>task          ct=3 fake=12
here==>leaf          ct=1 fake=1
program==>here       ct=1 fake=21
task==>inner         ct=3 fake=20
program==>task       ct=1 fake=2
paused==>leaf        ct=2 fake=2
program==>paused     ct=1 fake=7
task==>leaf          ct=2 fake=2
there==>task         ct=2 fake=16
program==>there      ct=1 fake=21
main()==>program     ct=1 fake=57
main()               ct=1 fake=59
callees never exceed callers, 0 lost
-- tree
inner==>leaf         ct=7 fake=7
here==>task          ct=3 fake=12
here==>leaf          ct=1 fake=1
program==>here       ct=1 fake=21
task==>inner         ct=3 fake=20
program==>task       ct=1 fake=2
paused==>leaf        ct=2 fake=2
program==>paused     ct=1 fake=7
task==>leaf          ct=2 fake=2
there==>task         ct=2 fake=16
program==>there      ct=1 fake=21
main()==>program     ct=1 fake=57
main()               ct=1 fake=59
callees never exceed callers, 0 lost
-- tree
inner==>leaf         ct=3 fake=3
here==>task          ct=3 fake=12
here==>(truncated)   ct=1 fake=1
program==>here       ct=1 fake=21
program==>(truncated) ct=3 fake=30
main()==>program     ct=1 fake=57
task==>inner         ct=0 fake=9
main()               ct=1 fake=59
callees never exceed callers, 0 lost
