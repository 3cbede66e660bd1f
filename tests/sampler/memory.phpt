--TEST--
Samples with memory say who made it grow, and are a timeline with a curve of memory
--SKIPIF--
<?php
require __DIR__ . '/skipif.inc'; ?>
<?php if (getenv('USE_ZEND_ALLOC') === '0' || getenv('SKIP_ASAN')
	|| getenv('XHPROF_VALGRIND')) die('skip needs the allocator of PHP'); ?>
--FILE--
<?php
require __DIR__ . '/../helper.inc';

/* Until samples have come. */
function wait_in(): void
{
	$before = xhprof_info()['sampling']['samples'];
	do {
		usleep(5000);
	} while (xhprof_info()['sampling']['samples'] < $before + 2);
}

function hoard(): array
{
	$list = [];
	for ($i = 0; $i < 3; $i++) {
		$list[] = str_repeat('x', 4 << 20);
		wait_in();
	}
	return $list;
}

function rest(): void
{
	wait_in();
}

// the first sample behind a growth may be of a wait for a CPU, which has the stack of the sample before
foreach (tries() as $_) {
	xhprof_sample_enable(['interval' => 1000, 'memory' => true]);
	$kept = hoard();
	$kept = null;
	rest();
	$run = xhprof_stop();
	$functions = $run->functions();
	if (isset($functions['hoard'], $functions['rest']) && $functions['hoard']['memory_bytes'] > 7 << 20) {
		break;
	}
}

$summary = $run->summary();
$json = json_decode($run->export('json'), true);
$moments = $json['moments'];
$sorted = $moments['at_ns'];
sort($sorted);
unset($moments['span_ns']); // there if they stand for other times than their intervals
echo implode(' ', array_keys($moments)), "\n";
var_dump($sorted === $moments['at_ns'], count(array_filter($moments['samples'])) === $summary['samples'],
	array_sum($moments['samples']) === $summary['calls']);
var_dump(max($moments['memory_bytes']) > 12 << 20, max($moments['memory_bytes']) < 13 << 20);
// All growth is somewhere: own values add up to the run's, and a peak is never taken back.
var_dump(array_sum(array_column($functions, 'own_memory_bytes')) === $summary['memory_bytes'],
	$summary['memory_bytes'] < 1 << 20, $summary['peak_bytes'] > 11 << 20, $summary['peak_bytes'] < 13 << 20);
// What it gave back, the call after it was seen with, or main(), or the wait for a CPU in between: all but itself.
var_dump($functions['hoard']['memory_bytes'] > 7 << 20,
	$summary['memory_bytes'] - $functions['hoard']['memory_bytes'] < -7 << 20);

foreach (['json.gz', 'json'] as $format) {
	$file = __DIR__ . '/memory.tmp';
	$run->export($format, $file);
	$loaded = XHProf\Profile::load($file);
	unlink($file);
	foreach (['json', 'chrome', 'speedscope', 'html'] as $other) {
		echo $loaded->export($other) === $run->export($other) ? '' : "$other DIFFERS\n";
	}
	var_dump($loaded->summary() === $summary);
}
$events = json_decode($run->export('chrome'), true)['traceEvents'];
$counters = array_filter($events, fn (array $event): bool => $event['ph'] === 'C');
$calls =
	array_count_values(array_column(array_filter($events, fn (array $event): bool => $event['ph'] === 'X'), 'name'));
var_dump(count($counters) > count($moments['at_ns']), $calls['main()'], $calls['hoard'], $calls['rest'] >= 1);
$speedscope = json_decode($run->export('speedscope'), true);
echo implode(', ', array_column($speedscope['profiles'], 'name')), "\n";
// What is not of one run has no order of time.
$both = $run->merge($loaded);
var_dump(isset(json_decode($both->export('json'), true)['moments']),
	$both->summary()['memory_bytes'] === 2 * $summary['memory_bytes']);

echo "== without\n";
xhprof_sample_enable(['interval' => 1000]);
rest();
$run = xhprof_stop();
var_dump(isset($run->summary()['memory_bytes']), isset($run->summary()['timeline_events']));
echo implode(' ', array_diff(array_keys(json_decode($run->export('json'), true)['moments']), ['span_ns'])), "\n";
xhprof_sample_enable(['memory' => false]);
var_dump(isset(xhprof_stop()->summary()['memory_bytes']));
try {
	xhprof_sample_enable(['memory' => 'much']);
} catch (TypeError $e) {
	echo $e->getMessage(), "\n";
}
?>
--EXPECT--
at_ns node samples off_cpu memory_bytes
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
int(1)
int(1)
bool(true)
in order of time, wall time, CPU time, memory that grew, memory that shrank
bool(false)
bool(true)
== without
bool(false)
bool(true)
at_ns node samples off_cpu
bool(false)
xhprof_sample_enable(): Argument #1 ($options) option "memory" must be of type bool
