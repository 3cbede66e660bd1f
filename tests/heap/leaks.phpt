--TEST--
Planted leaks are found in a snapshot and in the difference between two
--SKIPIF--
<?php
require __DIR__ . "/heap.inc";
if (sqlite_settings() === null) die("skip needs the extension sqlite3");
?>
--FILE--
<?php
require __DIR__ . '/heap.inc';

class Cache {
	public static array $rows = [];
}
class Row {
	public $text;
}
class Listener {
	public $callback;
}
class Cursor {
	public $line;
}
function lookUp(int $id): Row {
	if (!isset(Cache::$rows["row $id"])) {
		Cache::$rows["row $id"] = $row = new Row;
		$row->text = str_repeat(chr(65 + $id % 26), 100);
	}
	return Cache::$rows["row $id"];
}
function listen(): void {
	$listener = new Listener;
	$listener->callback = function () use ($listener) { return $listener; };
}
function lines() {
	$cursor = new Cursor;
	$cursor->line = str_repeat('line', 500);
	yield $cursor;
	yield 2;
}
function request(int $n): void {
	static $open = [];
	lookUp($n);
	listen();
	$generator = lines();
	$generator->current();
	$open[] = $generator;
}

$before = sys_get_temp_dir() . '/xhprof-test-before-' . getmypid();
$after = sys_get_temp_dir() . '/xhprof-test-after-' . getmypid();
for ($i = 1000; $i < 1040; $i++) {
	request($i);
}
xhprof_heap_snapshot($before, ['wait' => true]);
for ($i = 1; $i <= 50; $i++) {
	request($i);
}
xhprof_heap_snapshot($after, ['wait' => true]);

$data = heap_cli([$after, '--json', '--limit', '100']);
usort($data['classes'], fn($a, $b) => strcmp($a['class'], $b['class']));
foreach ($data['classes'] as $class) {
	if (in_array($class['class'], ['Row', 'Listener', 'Cursor', 'Generator'])) {
		echo "$class[class]: $class[nodes]\n";
	}
}
// The order of classes with equally many objects is open.
$suspects = array_column($data['cycle_suspects'], 'objects', 'class');
ksort($suspects);
echo "cycles: ", json_encode($suspects), "\n";
foreach (['Row', 'Cursor', 'Listener'] as $class) {
	foreach (heap_cli([$after, '--class', $class, '--json'])['holders'] as $holder) {
		echo "$class: $holder[nodes] by $holder[path]\n";
	}
}
$diff = heap_cli([$before, $after, '--json', '--limit', '200']);
foreach ($diff as &$rows) {
	if (isset($rows[0]['name'])) {
		usort($rows, fn($a, $b) => strcmp($a['name'], $b['name']));
	}
}
foreach (['classes' => '/Row|Listener|Cursor|Generator$/', 'paths' => '/Row|Listener|Cursor$/'] as $what => $wanted) {
	foreach ($diff[$what] as $row) {
		if (preg_match($wanted, $row['name'])) {
			echo "$what: $row[name] +", $row['count'] - $row['before_count'], "\n";
		}
	}
}
var_dump($diff['memory_usage']['after'] > $diff['memory_usage']['before']);

// The same as text.
$text = heap_cli([$after, '--class', 'listener']);
$lines = explode("\n", preg_replace('/^ +[\d.]+ [KMG]?i?B/m', '  BYTES', $text));
echo "$lines[0]\n$lines[3]\n$lines[4]\n";
$node = heap_cli([$after, '--class', 'Cursor', '--json'])['largest'][0]['node'];
echo heap_cli([$after, '--node', (string) $node, '--json'])['way'], "\n";
$text = heap_cli([$before, $after, '--limit', '20']);
echo preg_match('/\+50  .*request.*Cursor$/m', $text) ? "said\n" : $text;
echo gc_collect_cycles() >= 100 ? "and the cycles were garbage\n" : '';
unlink($before);
unlink($after);
?>
--EXPECT--
Cursor: 90
Generator: 90
Listener: 90
Row: 90
cycles: {"Closure":90,"Listener":90}
Row: 90 by class_static Cache::$rows['*']
Cursor: 90 by static request() $open[*]{value}
Listener: 90 by (unreachable)
classes: object Cursor +50
classes: object Generator +50
classes: object Listener +50
classes: object Row +50
paths: (unreachable)  Listener +50
paths: class_static Cache::$rows['*']  Row +50
paths: static request() $open[*]{value}  Cursor +50
bool(true)
Listener
        own      count  held by
  BYTES         90  (unreachable)
static request() $open[89]{value}
said
and the cycles were garbage
