--TEST--
A file of what goes to an OpenTelemetry collector is read back with equal mode, totals, lines and allocations
--EXTENSIONS--
zlib
--SKIPIF--
<?php
require __DIR__ . '/../../format/tools.inc';
once_is_enough();
?>
--FILE--
<?php
require __DIR__ . '/../batch.inc';
require __DIR__ . '/../../cli/cli.inc';
use XHProf\Fleet\Agent\BatchPart;
use XHProf\Fleet\Otlp\Request;
use XHProf\Profile;

$kept = [];
function keep(int $bytes): int
{
	global $kept;
	$kept[] = str_repeat('k', $bytes);
	return strlen(str_repeat('t', 5000)) + branch(1);
}

function back(string $name, BatchPart ...$parts): Profile
{
	$request = new Request(batch(1, ...$parts));
	array_map($request->add(...), $parts);
	return read_run(own_file($name, gzencode($request->message())));
}

/* What both have: rows by function, and by path with its line. */
function rows(Profile $profile, string ...$columns): array
{
	$columns = array_flip(['calls', 'wall_ns', 'cpu_ns', 'own_wall_ns', 'own_cpu_ns', 'own_samples', 'call_line',
		'own_line', ...$columns]);
	foreach ($profile->nodes() as $i => $node) {
		$paths[$i] = ($paths[$node['parent'] ?? -1] ?? '') . " $node[function]:" . ($node['own_line'] ?? '');
		$rows[$paths[$i]] = array_intersect_key($node, $columns);
	}
	foreach ($profile->functions() as $name => $row) {
		$rows["all $name"] = array_intersect_key($row, $columns) + [$row['file'], $row['line']];
	}
	$summary = array_intersect_key($profile->summary(),
		array_flip(['mode', 'wall_ns', 'cpu_ns', 'calls', 'interval_ns']));
	ksort($rows);
	return [$summary, $rows];
}

xhprof_enable(XHPROF_FLAGS_TREE | XHPROF_FLAGS_CPU | XHPROF_FLAGS_ALLOC);
keep(100_000);
keep(30_000);
branch(3);
$trace = xhprof_stop();
$allocs = ['own_allocs', 'own_frees', 'own_alloc_bytes', 'own_freed_bytes', 'own_live_bytes'];
$both = [new BatchPart(series(['route' => '/a']), 'trace', $trace),
	new BatchPart(series(['route' => '/a']), 'alloc', $trace)];
var_dump(rows(back('trace', ...$both), ...$allocs) == rows($trace, ...$allocs),
	rows(back('times', $both[0])) == rows($trace));
$only = back('alloc', $both[1]);
$sums = fn (Profile $profile): array =>
	array_map(fn (string $column): int => array_sum(array_column($profile->nodes(), $column)), $allocs);
var_dump($sums($only) === $sums($trace), array_sum($sums($only)) > 0);

xhprof_sample_enable(['clock' => 'custom', 'paths' => true]);
xhprof_sample();
(function () { xhprof_sample(weight: 3);
	xhprof_sample('label', 2); })();
$samples = xhprof_stop();
$again = back('samples', new BatchPart(series(), 'samples', $samples));
var_dump(rows($again) == rows($samples), $again->lines() == $samples->lines(), count($samples->lines()) > 2);

// As where a fiber was resumed by another function than its caller: leaf() takes longer than branch(), which calls it.
xhprof_enable(XHPROF_FLAGS_TREE);
branch(1);
$longer = fn (array $found): string => "$found[1]," . ($found[2] + 1) . $found[3];
$fiber = Profile::parse(preg_replace_callback('/("wall_ns":\[\d+,(\d+)),\d+(,\d+\]\}\})/', $longer,
	xhprof_stop()->export('json')));
$stacks = function (Profile $profile): array { $rows = $profile->stacks(); sort($rows); return $rows; };
var_dump($stacks(back('fiber', new BatchPart(series(), 'trace', $fiber))) == $stacks($fiber),
	min(array_column($fiber->nodes(), 'own_wall_ns')) < 0);
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
