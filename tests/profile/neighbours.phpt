--TEST--
neighbours() counts each call path once for a caller and for a callee, and without call paths never too much
--SKIPIF--
<?php
if (xhprof_info()['clock'] !== 'fake') die('skip needs the fake clock');
if (getenv('XHPROF_TEST_TREE')) die('skip asks for hier mode as well');
?>
--FILE--
<?php
require __DIR__ . '/../helper.inc';

function leaf() { static $calls = 0; $calls++; }
function f(int $n) { leaf(); if ($n > 0) { $n % 3 === 0 ? f($n - 1) : g($n - 1); } }
function g(int $n) { leaf(); f($n); }
function other(int $n) { f($n); leaf(); }

function recorded(int $flags): XHProf\Profile
{
	xhprof_enable($flags | XHPROF_FLAGS_CPU | XHPROF_FLAGS_MEMORY);
	f(7);
	other(5);
	g(1);
	return xhprof_stop();
}

/* Edges between two different functions: the own times of all paths that have them. */
function edges(XHProf\Profile $run): array
{
	$edges = [];
	foreach ($run->stacks() as ['frames' => $frames, 'samples' => $calls, 'wall_ns' => $own_ns]) {
		$pairs = array_map(null, array_slice($frames, 0, -1), array_slice($frames, 1));
		foreach (array_unique($pairs, SORT_REGULAR) as [$caller, $callee]) {
			$edges[$caller][$callee]['wall_ns'] = ($edges[$caller][$callee]['wall_ns'] ?? 0) + $own_ns;
		}
		[$caller, $callee] = end($pairs) ?: [null, null];
		$edges[$caller][$callee]['calls'] = ($edges[$caller][$callee]['calls'] ?? 0) + $calls;
	}
	return $edges;
}

$tree = recorded(XHPROF_FLAGS_TREE);
$edges = edges($tree);
$off = 0;
foreach (array_keys($tree->functions()) as $name) {
	['callers' => $callers, 'callees' => $callees, 'recursive_calls' => $recursive] = $tree->neighbours($name);
	foreach (['callers' => $callers, 'callees' => $callees] as $side => $rows) {
		foreach ($rows as $other => $row) {
			$own = $side === 'callers' ? $edges[$other][$name] : $edges[$name][$other];
			$off += $own['wall_ns'] !== $row['wall_ns'] || $own['calls'] !== $row['calls'] ? 1 : 0;
		}
		$known = $side === 'callers' ? array_filter($edges, fn($of) => isset($of[$name])) : $edges[$name] ?? [];
		unset($known[''], $known[$name]);
		$off += array_diff_key($known, $rows) !== [] || array_diff_key($rows, $known) !== [] ? 1 : 0;
	}
	$off += $recursive !== ($edges[$name][$name]['calls'] ?? 0) ? 1 : 0;
}
echo "tree: $off rows off\n";
printed($tree->neighbours('f'));

echo "pairs:\n";
$pairs = recorded(0);
printed($pairs->neighbours('f'));

echo "truncated tree:\n";
xhprof_enable(XHPROF_FLAGS_TREE, ['max_nodes' => 6]);
f(7);
other(5);
g(1);
printed(xhprof_stop()->neighbours('f'));

echo "of both f and g:\n";
printed($tree->neighbours(['f', 'g', 'no_such_function']));
$names = ['f', 'g'];
foreach ($names as &$name) {
	// leaves references in the array
}
echo $tree->neighbours($names) === $tree->neighbours(['f', 'g']) ? '' : "references are others\n";
var_dump($tree->neighbours('no_such_function') === ['recursive_calls' => 0, 'callers' => [], 'callees' => []]);
try {
	$tree->neighbours(['f', 1]);
} catch (TypeError $e) {
	echo $e->getMessage(), "\n";
}
echo implode(' ', array_keys(current($tree->neighbours('f')['callers']))), "\n";

echo "samples:\n";
$samples = XHProf\Profile::fromStacks([
	['frames' => ['main()', 'a', 'f', 'a', 'f'], 'samples' => 3, 'wall_ns' => 30, 'cpu_ns' => 0],
	['frames' => ['main()', 'a', 'f', 'f'], 'samples' => 4, 'wall_ns' => 40, 'cpu_ns' => 0],
	['frames' => ['main()', 'f'], 'samples' => 5, 'wall_ns' => 50, 'cpu_ns' => 0],
]);
printed($samples->neighbours('f'));

echo "levels that do not tell:\n"; // whether a@1 -> f@1 is within a -> f
$row = static fn(int $wt) => ['ct' => 1, 'wt' => $wt];
printed(XHProf\Profile::fromPairs(['a==>f' => $row(10), 'a@1==>f@1' => $row(5), 'f==>a@1' => $row(6),
	'b==>f' => $row(7), 'a==>b' => $row(8), 'a==>f@1' => $row(3), 'f==>a' => $row(4), 'main()==>a' => $row(20),
	'main()==>f' => $row(9), 'main()' => $row(30)])->neighbours('f'));

function printed(array $neighbours): void
{
	foreach (['callers', 'callees'] as $side) {
		foreach ($neighbours[$side] as $name => $row) {
			printf("  %-7s  %-6s %6d ns %3d calls\n", $side, $name, $row['wall_ns'], $row['calls']);
		}
	}
	echo "  $neighbours[recursive_calls] by itself\n";
}
?>
--EXPECT--
tree: 0 rows off
  callers  g       85000 ns  11 calls
  callers  main()  51000 ns   1 calls
  callers  other   39000 ns   1 calls
  callees  g       89000 ns  10 calls
  callees  leaf    16000 ns  16 calls
  3 by itself
pairs:
  callers  g       85000 ns  11 calls
  callers  main()  51000 ns   1 calls
  callers  other   39000 ns   1 calls
  callees  g       89000 ns  10 calls
  callees  leaf    16000 ns  16 calls
  3 by itself
truncated tree:
  callers  main()  51000 ns   1 calls
  callers  g       43000 ns   2 calls
  callees  g       47000 ns   2 calls
  callees  (truncated)  28000 ns   2 calls
  callees  leaf     3000 ns   3 calls
  1 by itself
of both f and g:
  callers  main()  66000 ns   2 calls
  callers  other   39000 ns   1 calls
  callees  leaf    27000 ns  27 calls
  24 by itself
bool(true)
XHProf\Profile::neighbours(): Argument #1 ($function) must be a list of strings
calls wall_ns cpu_ns memory_bytes peak_bytes
samples:
  callers  a          70 ns   7 calls
  callers  main()     50 ns   5 calls
  callees  a          30 ns   3 calls
  4 by itself
levels that do not tell:
  callers  a       13000 ns   3 calls
  callers  main()   9000 ns   1 calls
  callers  b        7000 ns   1 calls
  callees  a       10000 ns   2 calls
  0 by itself