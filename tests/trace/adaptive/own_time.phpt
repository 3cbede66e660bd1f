--TEST--
Adaptive timing: a caller of many short calls keeps its own time and CPU time, as asking the kernel is in none of them
--SKIPIF--
<?php if (xhprof_info()['clock'] !== 'fake') die('skip needs the fake clock'); ?>
--FILE--
<?php
require __DIR__ . '/adaptive.inc';

const ROUNDS = 20000;

/* Own time of each call, 0 to twice as much. */
const OWN_NS = ['caller' => 2000, 'first' => 300, 'second' => 700, 'third' => 1500];

function spend_about(string $name, int $i): int { spend(intdiv(OWN_NS[$name] * ($i * 7 % 11), 5)); return $i; }

function first(int $i): int { return spend_about('first', $i); }
function second(int $i): int { return spend_about('second', $i); }
function third(int $i): int { return spend_about('third', $i + first($i)); }
function caller(int $i): int { return first(spend_about('caller', $i)) + second($i) + third($i); }

function program(): void
{
	for ($i = 0; $i < ROUNDS; $i++) {
		caller($i);
	}
}

/* first() is called by two. */
const CALLS = ['caller' => 1, 'first' => 2, 'second' => 1, 'third' => 1];

foreach ([0, XHPROF_FLAGS_CPU] as $metrics) {
	foreach ([0, XHPROF_FLAGS_TREE] as $mode) {
		xhprof_enable($mode | $metrics | XHPROF_FLAGS_NO_BUILTINS,
			['timing' => 'adaptive', 'ignored_functions' => ['spend', 'spend_about', 'program']]);
		program();
		$profile = xhprof_stop();
		$untimed = $profile->summary()['untimed_calls'];
		/* A timed call has a read of the clock, and up to one for the kernel, in its caller's time and one in its own. */
		$reads_ns = 1000 * 2 * (5 * ROUNDS - $untimed);
		echo $metrics ? 'CPU' : 'wall', $mode ? ' of a tree' : '', ': ', $untimed > 4 * ROUNDS ? 'most untimed' : $untimed;
		foreach (OWN_NS as $name => $own_ns) {
			$row = $profile->functions()[$name];
			foreach (array_intersect_key($row, ['own_wall_ns' => 0, 'own_cpu_ns' => 0]) as $key => $ns) {
				$off_ns = $ns - CALLS[$name] * ROUNDS * $own_ns;
				echo $off_ns > -$row['own_wall_error_ns'] && $off_ns < $row['own_wall_error_ns'] + $reads_ns / 2
					? '' : "; $name $key is off by $off_ns of " . CALLS[$name] * ROUNDS * $own_ns . ", error $row[own_wall_error_ns], reads $reads_ns";
			}
		}
		echo "\n";
	}
}
?>
--EXPECT--
wall: most untimed
wall of a tree: most untimed
CPU: most untimed
CPU of a tree: most untimed
