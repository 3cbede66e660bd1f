--TEST--
A recording of several processes keeps which time each sample stands for, of which process and request, and begins with the first
--SKIPIF--
<?php require __DIR__ . '/../skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/../ring.inc';

$now = hrtime(true);
$unix_us = 1_790_073_061_500_000; // as seconds it is exact
$rings = $fakes = [];
foreach ([0, 1] as $process) {
	$fakes[] = $fake = new FakeRing(__DIR__, ['interval_ns' => 1000, 'made_ns' => $now, 'made_unix_us' => $unix_us]);
	$main = $fake->main('/app/index.php');
	$work = $fake->function('work', '/app/work.php', 3);
	$rings[] = $ring = XHProf\Ring::open($fake->write(), true);
	$ring->collect(); // before there are samples
	$fake->sample([[$work, 4], [$main, 1]], 1000, 0, 7, $now + 2000 - 1000 * $process);
	$fake->sample([[$main, 1]], 500, FakeRing::OFF_CPU, 7, $now + 3000);
	$fake->sample([[$work, 5], [$main, 1]], 1500, 0, 8, $now + 4000 + $process);
	$fake->write();
	$ring->collect();
}
[$first, $second] = array_map(fn ($ring) => $ring->read()[''], $rings);
$both = $first->merge($second);
echo json_encode(json_decode($both->export('json'), true)['moments']), "\n";
var_dump(round(1e6 * $both->summary()['started']) === (float) $unix_us); // where the first sample's time begins
foreach ([[], ['lane' => 0], ['lane' => 1], ['from_ns' => 2000, 'to_ns' => 3001]] as $part) {
	$run = $part === [] ? $both : $both->reduce($part);
	echo json_encode($part), ' ', $run->summary()['samples'], ' ',
		json_encode(array_map(fn ($row) => $row['own_wall_ns'], $run->functions())), "\n";
}
array_map(fn ($fake) => $fake->remove(), $fakes);
?>
--EXPECT--
{"at_ns":[1000,2000,2500,2501,4000,4001],"node":[2,2,1,1,3,3],"samples":[1,1,1,1,1,1],"off_cpu":[0,0,1,1,0,0],"lane":[1,0,0,1,0,1],"request":[1,1,1,1,2,2],"wall_ns":[1000,1000,500,500,1500,1500]}
bool(true)
[] 6 {"work":5000,"main()":1000}
{"lane":0} 3 {"work":2500,"main()":500}
{"lane":1} 3 {"work":2500,"main()":500}
{"from_ns":2000,"to_ns":3001} 2 {"work":1001,"main()":1000}
