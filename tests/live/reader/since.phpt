--TEST--
Ring::open() begins at a time: samples before it do not count, and of one that stands for time before only the rest
--SKIPIF--
<?php require __DIR__ . '/../skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/../ring.inc';

$ms = 1_000_000;

/* A sample each 100 ms, from 1 s on; the ring's clock begins at the Unix time 1,700,000,000. */
function ring_of(int $samples, array $fields = []): FakeRing
{
	global $ms;
	$fake = new FakeRing(__DIR__,
		$fields + ['start_ticks' => 2, 'made_ns' => 0, 'made_unix_us' => 1_700_000_000_000_000]);
	[$main, $odd, $even] = [$fake->main('/app/index.php'), $fake->function('odd'), $fake->function('even')];
	for ($i = 0; $i < $samples; $i++) {
		if ($i % 100 === 0) {
			$fake->request(intdiv($i, 100), 'GET', '/' . intdiv($i, 100), [], (1000 + 100 * $i) * $ms);
		}
		$fake->sample([[$i % 2 ? $odd : $even, 1], [$main, 1]], 100 * $ms, 0, intdiv($i, 100), (1000 + 100 * $i) * $ms);
	}
	return $fake;
}

function say(string $what, FakeRing $fake, float|bool $since, string $by = ''): void
{
	$ring = is_bool($since) ? XHProf\Ring::open($fake->write(), $since)
		: XHProf\Ring::open($fake->write(), since: $since);
	$read = $ring->read($by);
	ksort($read, SORT_NATURAL);
	echo str_pad("$what:", 26),
		implode(', ', array_map(fn ($key, $profile) => trim("$key " . $profile->summary()['samples'] . ' samples, '
			. round($profile->summary()['wall_ns'] / 1e6, 2) . ' ms'), array_keys($read), $read)), "\n";
	$fake->remove();
}

foreach ([20, 2000] as $count) {
	$last = 1_700_000_000 + 1 + 0.1 * ($count - 1);
	say("$count, long ago", ring_of($count), 0.0);
	say("$count, before 1970", ring_of($count), -1e300);
	say("$count, the last 0.25 s", ring_of($count), $last - 0.25);
	say("$count, in future", ring_of($count), $last + 10);
	say("$count, no time", ring_of($count), false);
	say("$count, from the start", ring_of($count), true);
}
say('2000, by URI', ring_of(2000), 1_700_000_000 + 1 + 0.1 * 1850 - 0.05, 'uri');
say('a ring that went round', ring_of(3000), 0.0);
say('an empty one', ring_of(0), 0.0);
say('clocks that cannot be', ring_of(20, ['made_ns' => -1, 'made_unix_us' => -1]), 1.7e9);
try {
	XHProf\Ring::open('no.data', since: NAN);
} catch (ValueError $e) {
	echo $e->getMessage(), "\n";
}
?>
--EXPECT--
20, long ago:             20 samples, 2000 ms
20, before 1970:          20 samples, 2000 ms
20, the last 0.25 s:      3 samples, 250 ms
20, in future:            0 samples, 0 ms
20, no time:              0 samples, 0 ms
20, from the start:       20 samples, 2000 ms
2000, long ago:           1130 samples, 113000 ms
2000, before 1970:        1130 samples, 113000 ms
2000, the last 0.25 s:    3 samples, 250 ms
2000, in future:          0 samples, 0 ms
2000, no time:            0 samples, 0 ms
2000, from the start:     1130 samples, 113000 ms
2000, by URI:             /18 50 samples, 4950 ms, /19 100 samples, 10000 ms
a ring that went round:   970 samples, 97000 ms
an empty one:             0 samples, 0 ms
clocks that cannot be:    0 samples, 0 ms
XHProf\Ring::open(): Argument #4 ($since) must be a finite number
