--TEST--
Samples are stacks under labels one interval apart, aligned to the wall clock
--SKIPIF--
<?php require __DIR__ . '/skipif.inc'; need_wall_by_signal(); ?>
--FILE--
<?php
require __DIR__ . '/sample.inc';

function foo() { usleep(200000); }
function bar() { foo(); }
function goo(int $n) { $n > 0 ? goo($n - 1) : bar(); }

const INTERVAL_US = 20000;

/* The labels in microseconds. */
function times(array $samples): array
{
	return array_map(fn(string $label): int => (int) str_replace('.', '', $label), array_keys($samples));
}

/*
 * How many follow one another in the longest row: a sample that comes much too late, as on a busy machine, leaves a
 * gap.
 */
function in_a_row(array $times): int
{
	$row = $longest = 1;
	foreach (array_slice($times, 1) as $i => $time) {
		$row = $time === $times[$i] + INTERVAL_US ? $row + 1 : 1;
		$longest = max($longest, $row);
	}
	return $longest;
}

ini_set('xhprof.sampling_interval', (string) INTERVAL_US);
foreach (tries() as $try) {
	$before = microtime(true);
	$started = xhprof_sample_enable();
	goo(2);
	$samples = xhprof_sample_disable();
	$count = count_stack($samples, 'main()==>goo==>goo@1==>goo@2==>bar==>foo==>usleep');
	if ($count >= 3 && in_a_row(times($samples)) >= 3) {
		break;
	}
}
$labels = array_keys($samples);
var_dump($started, $count >= 3);
$times = times($samples);
$sorted = array_unique($times);
sort($sorted);
var_dump($sorted === $times, count($times) === xhprof_info()['sampling']['weight'], in_a_row($times) >= 3);
foreach ($labels as $label) {
	if (!is_string($label) || !preg_match('/^\d{10,}\.\d{6}$/', $label)) {
		echo "no label: $label\n";
	}
}
foreach ($times as $time) {
	if ($time % INTERVAL_US !== 0) {
		echo "not on the grid: $time\n";
	}
}
/* The first one is on the grid before its sample, at most an interval; as much is for a clock that is being set. */
var_dump($labels[0] >= $before - INTERVAL_US / 1e6 && end($labels) <= microtime(true) + INTERVAL_US / 1e6);
?>
--EXPECT--
NULL
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
