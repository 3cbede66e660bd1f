--TEST--
A ring says by what its samples were taken and why, also when no more are taken; merged rings in how many processes
--SKIPIF--
<?php require __DIR__ . '/../skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/../ring.inc';

function ring(array $fields): XHProf\Ring
{
	$fake = new FakeRing(__DIR__, $fields);
	$fake->slot(['state' => FakeRing::RUNNING]);
	$main = $fake->main('/app/index.php');
	$fake->sample([[$fake->function('usleep'), 0], [$main, 2]], 10_000_000);
	$ring = XHProf\Ring::open($fake->write(), true);
	$fake->remove();

	return $ring;
}

function show(string $name, XHProf\Profile $run): XHProf\Profile
{
	$summary = $run->summary();
	echo "$name: ", $summary['sampled'] ?? 'nobody knows', ' ', json_encode($summary['sources'] ?? null), "\n";

	return $run;
}

$rings = ['an older version' => [], 'perf' => ['taken_by' => 1, 'why' => 2], 'timer' => ['taken_by' => 2, 'why' => 3],
	'a helper thread' => ['taken_by' => 3, 'why' => 8], 'outside' => ['taken_by' => 4, 'why' => 11],
	'a later version' => ['taken_by' => 5, 'why' => 2], 'a later reason' => ['taken_by' => 1, 'why' => 4_000_000_000],
	'no sense' => ['taken_by' => 4_294_967_295, 'why' => 4_294_967_295]];
foreach ($rings as $name => $fields) {
	foreach ([1, 0] as $isOn) {
		$ring = ring($fields + ['is_on' => $isOn, 'source' => $isOn * ($fields['taken_by'] ?? 0)]);
		$sampling = $ring->status()['sampling'];
		$run = $ring->read()[''];
		echo $isOn ? "-- $sampling[source], " . ($sampling['reason'] ?? 'no reason') . "\n" : '';
		$runs[$name] = show($isOn ? "$name, on" : "$name, off", $run);
	}
}
echo "-- merged\n";
show('all', array_shift($runs)->merge(...array_values($runs)));
show('two', $runs['perf']->merge($runs['perf']));
?>
--EXPECT--
-- none, no reason
an older version, on: nobody knows null
an older version, off: nobody knows null
-- perf, the first choice where the system permits it
perf, on: sampled by perf signals: the first choice where the system permits it {"perf":1}
perf, off: sampled by perf signals: the first choice where the system permits it {"perf":1}
-- timer, the system does not permit perf
timer, on: sampled by timer signals: the system does not permit perf {"timer":1}
timer, off: sampled by timer signals: the system does not permit perf {"timer":1}
-- interrupt, the program handles, ignores or blocks SIGURG
a helper thread, on: sampled by a helper thread: the program handles, ignores or blocks SIGURG {"interrupt":1}
a helper thread, off: sampled by a helper thread: the program handles, ignores or blocks SIGURG {"interrupt":1}
-- outside, the process has no ring that can be read
outside, on: sampled by xhprof from outside: the process has no ring that can be read {"outside":1}
outside, off: sampled by xhprof from outside: the process has no ring that can be read {"outside":1}
-- unknown, the first choice where the system permits it
a later version, on: nobody knows null
a later version, off: nobody knows null
-- perf, no reason
a later reason, on: sampled by perf signals {"perf":1}
a later reason, off: sampled by perf signals {"perf":1}
-- unknown, no reason
no sense, on: nobody knows null
no sense, off: nobody knows null
-- merged
all: sampled by perf signals in 2 processes, by timer signals in 1, by a helper thread in 1, by xhprof from outside in 1 {"perf":2,"timer":1,"interrupt":1,"outside":1}
two: sampled by perf signals: the first choice where the system permits it {"perf":2}
