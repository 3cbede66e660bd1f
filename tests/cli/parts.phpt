--TEST--
A part of a timeline has memory, also where it was saved and is cut again, but no peaks and no CPU time, and says so
--FILE--
<?php
require __DIR__ . '/cli.inc';

/* str_repeat() leaves memory higher, but the peak is of grow(), which joins two strings. */
function grow(int $bytes): int
{
	$rows = [];
	for ($i = 0; $i < 300; $i++) {
		$rows[] = str_repeat('x', $bytes) . $i;
	}
	return count($rows);
}

xhprof_enable(XHPROF_FLAGS_TIMELINE | XHPROF_FLAGS_CPU | XHPROF_FLAGS_MEMORY);
grow((int) $argc * 1000);
$run = xhprof_stop();
$whole = own_file('whole.json', $run->export('json'));
$part = own_file('part.json');

function rows(string ...$arguments): array
{
	$result = cli(['top', '--json', ...$arguments]);
	return $result['status'] === 0
		? array_column(json_decode($result['out'], true)['functions'], null, 'name') : [$result['err']];
}

$peaks = rows($whole, '--by', 'peak');
echo 'whole: the peak is ', $peaks['grow']['own_peak_bytes'] > 10 * ($peaks['str_repeat']['own_peak_bytes'] ?? 0)
	? 'of grow' : json_encode($peaks), "\n";
foreach (['peak', 'cpu', 'own_pmu'] as $metric) {
	echo cli(['top', $whole, '--by', $metric, '--between', '0s..9h'])['err'];
}
echo json_encode(array_keys(rows($whole, '--between', '0s..9h')['grow'])), "\n";

echo cli(['convert', $whole, '--between', '1us..9h', '--out', $part])['err'];
$once = rows($whole, '--between', '5us..8h', '--by', 'memory');
$twice = rows($part, '--between', '4us..8h', '--by', 'memory');
var_dump($once === $twice, $twice['str_repeat']['own_memory_bytes'] > 300_000);
?>
--EXPECT--
whole: the peak is of grow
xhprof: the run has no "own_pmu"
        a part of a timeline has no peaks; otherwise it was not recorded; xhprof run --flags cpu,memory records all
xhprof: the run has no "own_cpu"
        a part of a timeline has no CPU time; otherwise it was not recorded; xhprof run --flags cpu,memory records all
xhprof: the run has no "own_pmu"
        a part of a timeline has no peaks; otherwise it was not recorded; xhprof run --flags cpu,memory records all
["name","calls","wall_ns","memory_bytes","own_wall_ns","own_memory_bytes","min_wall_ns","max_wall_ns","file","line"]
bool(true)
bool(true)
