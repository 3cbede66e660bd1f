--TEST--
Profiles of rings know the squares of their weights, twice those of independent samples: waits that were measured are as good as a sample of each interval, and merging weighs by time
--SKIPIF--
<?php require __DIR__ . '/../skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/../ring.inc';

const MS = 1_000_000;

$dir = __DIR__ . '/squares.rings';
mkdir($dir);
/* Weights in milliseconds and flags; the interval in force is 10 ms. */
function profiles(array $samples, int $interval_ms = 10): array
{
	global $dir;
	static $pid = 2_000_000_000;
	$ring = new FakeRing($dir, ['pid' => ++$pid, 'start_ticks' => 1, 'is_on' => 1, 'interval_ns' => $interval_ms * MS]);
	$main = $ring->main('/app/index.php');
	$f = $ring->function('f');
	foreach ($samples as [$weight_ms, $flags]) {
		$ring->sample([[$f, 0], [$main, 1]], $weight_ms * MS, $flags);
	}
	$path = $ring->write();
	$read = XHProf\Ring::open($path, true)->read()[''];
	$tally = new XHProf\Tally();
	$tally->read(XHProf\Ring::open($path, true));
	$series = $tally->take()[0]['profile'];
	$ring->remove();

	return [$read, $series];
}
function show(string $what, XHProf\Profile ...$profiles): void
{
	echo "$what:";
	foreach ($profiles as $profile) {
		$sum = $profile->summary();
		printf(' %d samples worth %.2f, %.1f points;', $sum['samples'], $sum['effective_samples'],
			$sum['share_error_points']);
	}
	echo "\n";
}

[$wait, $still] = [FakeRing::OFF_CPU, FakeRing::OFF_CPU | FakeRing::REPEATED];
show('equal weights', ...profiles(array_fill(0, 16, [10, 0])));
show('one of most of the time', ...$few = profiles([...array_fill(0, 15, [10, 0]), [150, 0]]));
show('a wait that began before the look', ...profiles([...array_fill(0, 15, [10, 0]), [150, $wait]]));
show('one that was measured', ...profiles([...array_fill(0, 15, [10, 0]), [150, $still]]));
show('time that no sample saw', ...profiles([...array_fill(0, 15, [10, 0]), [150, FakeRing::NO_STACK]]));
show('no interval in force', ...profiles([[100, $still], [100, $still]], 0));

$many = profiles(array_fill(0, 100, [1, 0]));
show('100 ms in 100 samples and 300 ms in 16', $many[0]->merge($few[0]), $many[1]->merge($few[1]));
printf("%.2f\n", 400 ** 2 / (100 * 1 + 15 * 100 + 150 * 150) / 2);
show('each half', $few[0]->merge($few[0]));
$file = "$dir/saved.json";
$few[0]->export('json', $file);
show('saved', XHProf\Profile::load($file));
unlink($file);
rmdir($dir);
?>
--EXPECT--
equal weights: 16 samples worth 8.00, 33.3 points; 16 samples worth 8.00, 33.3 points;
one of most of the time: 16 samples worth 1.87, 68.2 points; 16 samples worth 1.87, 68.2 points;
a wait that began before the look: 16 samples worth 1.87, 68.2 points; 16 samples worth 1.87, 68.2 points;
one that was measured: 16 samples worth 15.06, 21.0 points; 16 samples worth 15.06, 21.0 points;
time that no sample saw: 16 samples worth 15.06, 21.0 points; 16 samples worth 15.06, 21.0 points;
no interval in force: 2 samples worth 1.00, 80.0 points; 2 samples worth 1.00, 80.0 points;
100 ms in 100 samples and 300 ms in 16: 116 samples worth 3.31, 37.6 points; 116 samples worth 3.31, 54.7 points;
3.32
each half: 32 samples worth 3.74, 51.7 points;
saved: 16 samples worth 1.87, 68.2 points;
