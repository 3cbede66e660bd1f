--TEST--
Samples beside a profile of calls change none of its counts and times, in any mode
--SKIPIF--
<?php
require __DIR__ . '/skipif.inc';
if (xhprof_info()['clock'] !== 'fake') die('skip needs the fake clock');
?>
--FILE--
<?php
function leaf(int $x): int { static $calls = 0; $calls++; return $x; }
function keep(int $x): array { static $kept = []; $kept[] = str_repeat('x', 100 * $x); return $kept; }
function fiber(int $x): int { leaf($x); Fiber::suspend(); return leaf($x); }
function generate(int $n): Generator { while ($n-- > 0) { yield leaf($n); } }
function work(): void
{
	for ($i = 0; $i < 50; $i++) { leaf($i); }
	foreach (generate(3) as $x) { keep($x); }
	$fiber = new Fiber('fiber');
	$fiber->start(1);
	/* Long enough for some samples. */
	for ($i = 0, $x = 0; $i < 500_000; $i++) { $x ^= $i; }
	$fiber->resume();
	usleep(2000);
}

function profile(int $flags, array $options, bool $isSampled): array
{
	$options['ignored_functions'] = ['xhprof_stop'];
	do { // a busy machine may have taken none
		if ($isSampled) {
			xhprof_sample_enable(['interval' => 500]);
		}
		xhprof_enable($flags, $options + ['beside' => true]);
		work();
		$profile = xhprof_stop();
	} while ($isSampled && $profile->sampled()->summary()['samples'] === 0);
	return $profile->pairs();
}

profile(0, [], true); // what PHP does once only
$modes = [
	'hier' => [XHPROF_FLAGS_CPU, []],
	'memory' => [XHPROF_FLAGS_MEMORY | XHPROF_FLAGS_NO_BUILTINS, []],
	'tree' => [XHPROF_FLAGS_TREE, []],
	'timeline' => [XHPROF_FLAGS_TIMELINE | XHPROF_FLAGS_CPU, []],
	'alloc' => [XHPROF_FLAGS_ALLOC, []],
	'compensated' => [XHPROF_FLAGS_CPU, ['compensate' => true]],
];
foreach ($modes as $name => [$flags, $options]) {
	$without = profile($flags, $options, false);
	$with = profile($flags, $options, true);
	foreach ($with as $pair => $row) {
		foreach ($row as $key => $value) {
			/* Memory of the script itself grows by each run. */
			if (in_array($key, ['ct', 'wt', 'cpu'], true) && $value !== ($without[$pair][$key] ?? null)) {
				echo "$name: $pair $key $value instead of ", $without[$pair][$key] ?? 'none', "\n";
			}
		}
	}
	echo $name, ': ', count($with) === count($without) ? 'the same' : 'other pairs', ', leaf ',
		$with['work==>leaf']['ct'], "\n";
}
?>
--EXPECT--
hier: the same, leaf 50
memory: the same, leaf 50
tree: the same, leaf 50
timeline: the same, leaf 50
alloc: the same, leaf 50
compensated: the same, leaf 50
