--TEST--
Profiles of one ring and sums of many count the same samples, and begin with the time that the first one stands for
--SKIPIF--
<?php require __DIR__ . '/../skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/../ring.inc';

const MS = 1_000_000, BEGIN = 1_700_000_000;

/* The ring's clock begins at the Unix time BEGIN. From its first second on there is a sample each 100 ms. */
function ring_of(int $number): FakeRing
{
	$fake = new FakeRing(__DIR__, ['pid' => 1, 'tid' => $number, 'start_ticks' => 5, 'interval_ns' => 100 * MS,
		'made_ns' => 0, 'made_unix_us' => BEGIN * 1_000_000]);
	[$main, $work] = [$fake->main('/app/index.php'), $fake->function('work')];
	$from = 1000 * MS * $number;
	$fake->request(1, 'GET', '/', ['route' => 'cart'], $from);
	for ($i = 0; $i < 10; $i++) {
		$fake->sample([[$work, 1], [$main, 1]], 100 * MS, $i % 3 === 1 ? FakeRing::OFF_CPU : 0, 1,
			$from + 100 * MS * $i);
	}
	return $fake;
}

function say(string $what, XHProf\Profile $profile): void
{
	$summary = $profile->summary();
	$from = $summary['samples'] === 0 ? 'no time' : sprintf('%.2f s', $summary['started'] - BEGIN);
	printf("    %s: from %s on %d samples, %.1f ms, CPU %.1f ms\n", $what, $from, $summary['samples'],
		$summary['wall_ns'] / MS, $summary['cpu_ns'] / MS);
}

$fakes = [2 => ring_of(2), 1 => ring_of(1)];
$paths = array_map(fn (FakeRing $fake): string => $fake->write(), $fakes);
foreach (['all' => ['fromStart' => true], 'since half of the fourth' => ['since' => BEGIN + 1.25],
	'since before' => ['since' => BEGIN + 0.0], 'since the end' => ['since' => BEGIN + 5.0]] as $name => $start) {
	echo "$name\n";
	say('one ring', XHProf\Ring::open($paths[1], ...$start)->read()['']);
	foreach (['read', 'readAll'] as $by) {
		$tally = new XHProf\Tally();
		$ring = XHProf\Ring::open($paths[1], ...$start);
		$read = $by === 'read' ? $tally->read($ring) : $tally->readAll([[$ring, '']])[0];
		foreach ($tally->take() as $series) {
			say("sums by $by()", $series['profile']);
		}
		printf("    %d samples, %.1f ms read\n", $read['samples'], $read['wall_ns'] / MS);
	}
}

echo "two rings, the later one first\n";
$tally = new XHProf\Tally();
foreach ($paths as $path) {
	$tally->read(XHProf\Ring::open($path, true));
}
foreach ($tally->take() as $series) {
	say('sums', $series['profile']);
}
array_map(fn (FakeRing $fake) => $fake->remove(), $fakes);
?>
--EXPECT--
all
    one ring: from 0.90 s on 10 samples, 1000.0 ms, CPU 700.0 ms
    sums by read(): from 0.90 s on 10 samples, 1000.0 ms, CPU 700.0 ms
    10 samples, 1000.0 ms read
    sums by readAll(): from 0.90 s on 10 samples, 1000.0 ms, CPU 700.0 ms
    10 samples, 1000.0 ms read
since half of the fourth
    one ring: from 1.25 s on 7 samples, 650.0 ms, CPU 450.0 ms
    sums by read(): from 1.25 s on 7 samples, 650.0 ms, CPU 450.0 ms
    7 samples, 650.0 ms read
    sums by readAll(): from 1.25 s on 7 samples, 650.0 ms, CPU 450.0 ms
    7 samples, 650.0 ms read
since before
    one ring: from 0.90 s on 10 samples, 1000.0 ms, CPU 700.0 ms
    sums by read(): from 0.90 s on 10 samples, 1000.0 ms, CPU 700.0 ms
    10 samples, 1000.0 ms read
    sums by readAll(): from 0.90 s on 10 samples, 1000.0 ms, CPU 700.0 ms
    10 samples, 1000.0 ms read
since the end
    one ring: from no time on 0 samples, 0.0 ms, CPU 0.0 ms
    0 samples, 0.0 ms read
    0 samples, 0.0 ms read
two rings, the later one first
    sums: from 0.90 s on 20 samples, 2000.0 ms, CPU 1400.0 ms
