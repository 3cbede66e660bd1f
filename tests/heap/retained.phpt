--TEST--
A value retains exactly what is unreachable without it, in any graph
--SKIPIF--
<?php
require __DIR__ . "/heap.inc";
if (getenv("SKIP_SLOW_TESTS")) die("skip slow where realloc() copies");
if (sqlite_settings() === null) die("skip needs the extension sqlite3");
?>
--FILE--
<?php
require __DIR__ . '/heap.inc';

mt_srand(7);

/* Writes nodes 1 to n, edges [from, to] and roots in the format of a snapshot. */
function write(string $file, array $bytes, array $edges, array $roots): void {
	$text = "xhprof-heap\t1\nm\tmemory_usage\t100000\ns\t1\tThing\n";
	foreach ($bytes as $id => $size) {
		$text .= "n\t$id\to\t" . dechex($id * 64) . "\t$size\t1\t$id\t\t\t1\t\t\n";
	}
	foreach ($edges as [$from, $to]) {
		$text .= "e\t$from\t$to\tp\t#1\n";
	}
	foreach ($roots as $root) {
		$text .= "r\t$root\tglobal\tr$root\n";
	}
	file_put_contents($file, $text . "z\t" . count($bytes) . "\t" . count($edges) . "\t" . count($roots) . "\t0\t\n");
}

/* The nodes that roots lead to without one node. */
function reached(array $edges, array $roots, int $without): array {
	$seen = [];
	while ($roots !== []) {
		$id = array_pop($roots);
		if ($id !== $without && !isset($seen[$id])) {
			$seen[$id] = true;
			foreach ($edges as [$from, $to]) {
				if ($from === $id) {
					$roots[] = $to;
				}
			}
		}
	}
	return $seen;
}

$file = sys_get_temp_dir() . '/xhprof-test-graph-' . getmypid();
$checked = 0;
for ($round = 0; $round < 25; $round++) {
	$count = mt_rand(1, 40);
	$bytes = $edges = [];
	for ($id = 1; $id <= $count; $id++) {
		$bytes[$id] = mt_rand(1, 100);
		// Every second graph is close to a tree, or a list.
		for ($i = mt_rand(0, $round % 2 ? 1 : 3); $i > 0; $i--) {
			$edges[] = [$id, $round % 3 === 0 ? min($count, $id + mt_rand(0, 2)) : mt_rand(1, $count)];
		}
	}
	$roots = array_map(fn() => mt_rand(1, $count), range(1, mt_rand(1, 3)));
	// Nodes that nothing leads to become roots.
	$bytes = array_intersect_key($bytes, reached($edges, $roots, 0));
	$new = array_combine(array_keys($bytes), range(1, count($bytes)));
	$edges = array_values(array_filter($edges, fn($edge) => isset($new[$edge[0]])));
	$edges = array_map(fn($edge) => [$new[$edge[0]], $new[$edge[1]]], $edges);
	$roots = array_map(fn($root) => $new[$root], $roots);
	$bytes = array_combine($new, $bytes);
	write($file, $bytes, $edges, $roots);
	$limit = (string) (2 * count($bytes));
	foreach (heap_cli([$file, '--class', 'Thing', '--json', '--limit', $limit])['largest'] as $row) {
		$left = reached($edges, $roots, $row['node']);
		$want = array_sum(array_diff_key($bytes, $left));
		if ($row['retained'] !== $want || $row['bytes'] !== $bytes[$row['node']]) {
			echo "round $round, node $row[node]: retains $row[retained], should $want\n";
		}
		$checked++;
	}
}
var_dump($checked > 100);

// A list as long as other graphs are large: recursion would need too deep a stack.
$count = 30000;
$edges = [];
for ($id = 1; $id < $count; $id++) {
	$edges[] = [$id, $id + 1];
	$edges[] = [$id + 1, $id];
}
write($file, array_fill(1, $count, 10), $edges, [1]);
$data = heap_cli([$file, '--class', 'Thing', '--json', '--limit', '2']);
echo json_encode($data['total']), "\n", json_encode($data['largest'][1]), "\n";
echo strlen(heap_cli([$file, '--node', '29999', '--json'])['way']) > 1000 ? "a long way\n" : '';
unlink($file);
?>
--EXPECT--
bool(true)
{"kind":"object","nodes":30000,"bytes":300000,"retained":300000}
{"node":2,"bytes":10,"retained":299990,"refs":1,"state":"live"}
a long way
