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

/* One that does not follow the one before, or null. A sample that comes much too late, as on a busy machine, leaves a gap. */
function gap(array $times): ?int
{
	foreach (array_slice($times, 1) as $i => $time) {
		if ($time !== $times[$i] + INTERVAL_US) {
			return $time;
		}
	}
	return null;
}

ini_set('xhprof.sampling_interval', (string) INTERVAL_US);
foreach (tries() as $try) {
	$started = xhprof_sample_enable();
	goo(2);
	$samples = xhprof_sample_disable();
	$count = count_stack($samples, 'main()==>goo==>goo@1==>goo@2==>bar==>foo==>usleep');
	if ($count >= 3 && gap(times($samples)) === null) {
		break;
	}
}
$labels = array_keys($samples);
var_dump($started, $count >= 3);
echo gap(times($samples)) === null ? '' : 'not the next one: ' . gap(times($samples)) . "\n";
foreach ($labels as $label) {
	if (!is_string($label) || !preg_match('/^\d{10,}\.\d{6}$/', $label)) {
		echo "no label: $label\n";
	}
}
foreach (times($samples) as $time) {
	if ($time % INTERVAL_US !== 0) {
		echo "not on the grid: $time\n";
	}
}
var_dump(abs($labels[0] - microtime(true)) < 600);
?>
--EXPECT--
NULL
bool(true)
bool(true)
