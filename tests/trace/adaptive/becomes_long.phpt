--TEST--
Adaptive timing: an edge whose calls become long is timed at each call, and sampled again when they are short
--SKIPIF--
<?php if (xhprof_info()['clock'] !== 'fake') die('skip needs the fake clock'); ?>
--FILE--
<?php
require __DIR__ . '/adaptive.inc';

function step(int $ns): int { spend($ns); return $ns; }

function steps(int $count, int $ns): void
{
	for ($i = 0; $i < $count; $i++) {
		step($ns);
	}
}

function untimed(array $parts): int
{
	return timed('adaptive', function () use ($parts) {
		foreach ($parts as [$count, $ns]) {
			steps($count, $ns);
		}
	})->summary()['untimed_calls'] ?? 0;
}

$short = untimed([[2000, 100]]);
echo 'short: ', $short > 1500 ? 'most calls are not timed' : $short, "\n";
$long = untimed([[2000, 100], [1000, 1000000]]);
echo 'then long: ', $long - $short <= 15 ? 'all are timed, but of the first at most a stride' : $long - $short, "\n";
$again = untimed([[2000, 100], [1000, 1000000], [2000, 100]]);
echo 'then short again: ', $again - $long > 1500 ? 'most are not timed' : $again - $long, "\n";
echo 'always long: ', untimed([[2000, 100000]]), "\n";
echo 'seldom called: ', untimed([[128, 100]]), "\n";
?>
--EXPECT--
short: most calls are not timed
then long: all are timed, but of the first at most a stride
then short again: most are not timed
always long: 0
seldom called: 0
