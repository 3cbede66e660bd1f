--TEST--
Calls too deep on the C stack have no lines, run all the same, and are counted
--SKIPIF--
<?php require __DIR__ . '/skipif.inc'; ?>
--FILE--
<?php
function deep(int $n): int
{
	static $calls = 0;
	$calls++; # each
	if ($n > 0) {
		return deep($n - 1) + 1;
	}
	return $calls - $calls;
}

xhprof_enable(XHPROF_FLAGS_NO_BUILTINS, ['lines' => ['deep']]);
echo deep(20000), "\n";
$run = xhprof_stop();
$summary = $run->summary();
$hits = array_column($run->lines(), 'ct', 'line')[5];
$missed = $summary['missed_line_calls'];
// With the ex hook the callees of the first such call are not recorded at all.
var_dump($hits > 50, $summary['unrecorded_calls'] > 0 ? $hits < 20001 : $hits + $missed === 20001);
?>
--EXPECT--
20000
bool(true)
bool(true)
