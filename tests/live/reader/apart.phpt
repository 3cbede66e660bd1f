--TEST--
XHProf\Tally::readAll() gives what read() gives, of rings that come, go, are garbage or are cut off meanwhile
--SKIPIF--
<?php require __DIR__ . '/../skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/../ring.inc';

register_shutdown_function(function (): void {
	echo "the end\n";
});
echo "not printed by a copy of the process\n";

function ring(int $number, array $more = []): FakeRing
{
	return new FakeRing(__DIR__,
		$more + ['pid' => 1, 'tid' => $number, 'start_ticks' => 8, 'interval_ns' => 1000, 'ring_bytes' => 32768]);
}

function write(FakeRing $fake, int $samples): void
{
	for ($j = 0; $j < $samples; $j++) {
		$request = intdiv($j, 7);
		if ($j % 7 === 0 && mt_rand(0, 3)) {
			$fake->request($request, 'GET', '/', mt_rand(0, 3) ? ['n' => (string) mt_rand(0, 3)] : []);
		}
		$frames = array_map(fn (): array => [$fake->function('f' . mt_rand(0, 2000), '/f.php', 1), mt_rand(1, 2)],
			range(0, mt_rand(0, 6)));
		$fake->sample([...$frames, [$fake->main('/index.php'), mt_rand(1, 3)]], 1000 * $j, mt_rand(0, 15), $request);
	}
	$fake->slot(['request' => 3, 'tags' => ['slot' => 'yes']]);
	$fake->write();
}

function result(XHProf\Tally $tally): array
{
	return array_map(fn (array $one): array => [$one['label'], $one['tags'], $one['profile']->summary(),
		$one['profile']->export('folded')], $tally->take());
}

mt_srand(5);
$fakes = $here = $apart = [];
[$one, $two] = [new XHProf\Tally(), new XHProf\Tally()];
echo $two->reader(), ' before, ', json_encode($two->readAll([])), "\n";
for ($round = 0; $round < 4; $round++) {
	for ($i = 0; $i < 5; $i++) {
		$fake = $fakes["r$round$i"] = ring(10 * $round + $i + 2);
		write($fake, 20);
		/* The one begins at the oldest sample, the other one at the next. */
		$here["r$round$i"] = [XHProf\Ring::open($fake->path, $i > 1), "l$i"];
		$apart["r$round$i"] = [XHProf\Ring::open($fake->path, $i > 1), "l$i"];
	}
	foreach ($fakes as $i => $fake) {
		write($fake, mt_rand(0, 700));
	}
	unset($fakes['r01'], $here['r01'], $apart['r01']);
	$expected = array_map(fn (array $row): array => $one->read(...$row), $here);
	$given = $two->readAll($apart);
	$statuses = array_map(fn (array $rows): array => array_map(fn (array $row): array => $row[0]->status()['ring'],
		$rows), [$here, $apart]);
	echo count($given), ' rings, ', json_encode([$given === $expected,
		$statuses[0] === $statuses[1], array_sum(array_column($given, 'samples')) > 100,
		array_sum(array_column($statuses[1], 'lost_bytes')) > 0, result($one) == result($two)]), "\n";
}

echo "garbage, a file that is cut off, a head that goes on and on, and a read in between\n";
$names = ['garbage', 'cut', 'head', 'between', 'good'];
$rings = [];
foreach ($names as $i => $name) {
	$fakes[$name] = ring(100 + $i);
	write($fakes[$name], 10);
	$rings[$name] = [XHProf\Ring::open($fakes[$name]->path, true), ''];
}
$two->readAll($rings);
array_map(fn (string $name) => write($fakes[$name], 10), $names);
$file = fopen($fakes['garbage']->path, 'r+');
fseek($file, FakeRing::HEADER);
fwrite($file, random_bytes(32768));
ftruncate(fopen($fakes['cut']->path, 'r+'), 5000);
$fakes['head']->set(['head' => 1 << 61, 'reserved' => 1 << 61]);
$fakes['head']->write();
$two->read(...$rings['between']);
write($fakes['between'], 4);
foreach (array_intersect_key($two->readAll($rings), ['between' => 1, 'good' => 1]) as $name => $read) {
	echo "$name: $read[samples] samples\n";
}
foreach ([[new stdClass()], [[$rings['good'][0]]], [[$rings['good'][0], 1]], ['x']] as $wrong) {
	try {
		$two->readAll($wrong);
	} catch (TypeError $e) {
		echo $e->getMessage(), "\n";
	}
}
echo in_array($two->reader(), ['seccomp', 'limits', 'process', 'none'], true) ? "a reader\n" : "no reader\n";
array_map('unlink', glob(__DIR__ . '/1-8*.data'));
?>
--EXPECT--
not printed by a copy of the process
seccomp before, []
4 rings, [true,true,true,true,true]
9 rings, [true,true,true,true,true]
14 rings, [true,true,true,true,true]
19 rings, [true,true,true,true,true]
garbage, a file that is cut off, a head that goes on and on, and a read in between
between: 2 samples
good: 4 samples
XHProf\Tally::readAll(): Argument #1 ($rings) must be an array of arrays of a ring and a label
XHProf\Tally::readAll(): Argument #1 ($rings) must be an array of arrays of a ring and a label
XHProf\Tally::readAll(): Argument #1 ($rings) must be an array of arrays of a ring and a label
XHProf\Tally::readAll(): Argument #1 ($rings) must be an array of arrays of a ring and a label
a reader
the end
