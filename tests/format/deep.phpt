--TEST--
Each format grows in proportion to a run's depth, and stacks of more than 1,000 frames are cut with their totals unchanged
--SKIPIF--
<?php
require __DIR__ . '/program.inc';
if (xhprof_info()['clock'] !== 'fake') die('skip needs the fake clock');
if (!has_pprof()) die('skip built without zlib');
?>
--INI--
memory_limit=1G
--FILE--
<?php
require __DIR__ . '/program.inc';

function deep(int $n): int { return $n > 0 ? deep($n - 1) : leaf($n); }
function shallow(): void { deep(1500); }
function middle(): void { deep(3000); }
function deepest(): void { deep(6000); }

$formats = ['xhprof', 'xhgui', 'json', 'callgrind', 'speedscope', 'chrome', 'log', 'folded', 'pprof'];
foreach (['shallow', 'middle', 'deepest'] as $program) {
	$runs[$program] = run(XHPROF_FLAGS_TIMELINE, $program);
	foreach ($formats as $format) {
		$text = $runs[$program]->export($format);
		$bytes[$format][$program] = strlen($format === 'pprof' && function_exists('gzdecode')
			? gzdecode($text) : $text);
	}
}
foreach ($bytes as $format => ['shallow' => $shallow, 'middle' => $middle, 'deepest' => $deepest]) {
	// 1,500 levels more, then 3,000 more: twice the bytes, and a digit more here and there.
	$ratio = ($deepest - $middle) / ($middle - $shallow);
	echo $format, $ratio < 2.2 ? '' : " grows by $ratio", "\n";
}

$total = $cut = $most = 0;
foreach (explode("\n", trim($runs['deepest']->export('folded'))) as $line) {
	$frames = explode(';', substr($line, 0, strrpos($line, ' ')));
	$total += (int) substr($line, strrpos($line, ' '));
	$most = max($most, count($frames));
	$cut += ($frames[499] ?? '') === '(truncated)';
}
echo $total - total($runs['deepest']), " $most $cut\n";
$longest = array_filter(explode("\n", $runs['deepest']->export('folded')), fn($line) => str_contains($line, 'leaf'));
$frames = explode(';', array_pop($longest));
echo implode(' ', array_slice($frames, 0, 3)), ' ... ', implode(' ', array_slice($frames, 498, 3)), ' ... ',
	implode(' ', array_slice($frames, -2)), "\n";
?>
--EXPECT--
xhprof
xhgui
json
callgrind
speedscope
chrome
log
folded
pprof
0 1000 5004
main() deepest deep ... deep (truncated) deep ... deep leaf 1000
