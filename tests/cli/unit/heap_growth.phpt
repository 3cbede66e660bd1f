--TEST--
Growth from one snapshot to another, and the page of one, have all bytes that the snapshots have
--EXTENSIONS--
sqlite3
--SKIPIF--
<?php require __DIR__ . "/../../heap/skipif.inc"; need_copy(); ?>
--FILE--
<?php
require __DIR__ . '/unit.inc';

use XHProf\Cli\Command\HeapCommand;
use XHProf\Cli\Heap\Database;
use XHProf\Cli\Heap\Diff;
use XHProf\Cli\Heap\View;
use XHProf\Cli\Help\Reference;
use XHProf\Cli\Page\Block;
use XHProf\Cli\Page\HeapPart;
use XHProf\Cli\Terminal\Terminal;

final class Gone
{
}

final class Grown
{
	public string $text = '';
}

putenv('COLUMNS=80');
$terminal = new Terminal(fopen('php://memory', 'w'));
$folder = unit_folder();
$kept = [new Grown(), range(1, 50_000)]; // much that stays
$gone = new Gone();
xhprof_heap_snapshot("$folder/a.heap", ['wait' => true]);
$gone = null;
for ($i = 0; $i < 100; $i++) {
	$kept[] = $grown = new Grown();
	$grown->text = str_repeat('x', 1000 + $i);
}
xhprof_heap_snapshot("$folder/b.heap", ['wait' => true, 'values' => true]);
[$a, $b] = [Database::of("$folder/a.heap"), Database::of("$folder/b.heap")];

/* Growth. */
$diff = new Diff($a, $b, $terminal);
$data = $diff->data(PHP_INT_MAX);
$classes = array_column($data['classes'], null, 'name');
same('objects', [1, 101], [$classes['object Grown']['before_count'] ?? null,
	$classes['object Grown']['count'] ?? null]);
same('an object that is gone', [1, 0, -$a->int("SELECT SUM(bytes) FROM nodes WHERE class = 'Gone'")],
	[$classes['object Gone']['before_count'] ?? null, $classes['object Gone']['count'] ?? null,
	($classes['object Gone']['bytes'] ?? 0) - ($classes['object Gone']['before_bytes'] ?? 0)]);
same('texts', true, ($classes['string']['bytes'] ?? 0) - ($classes['string']['before_bytes'] ?? 0) >= 100 * 1000);
same('values in all', [$a->int('SELECT COUNT(*) FROM nodes'), $b->int('SELECT COUNT(*) FROM nodes')],
	array_values($data['nodes']));
same('the growth of classes is that of all values',
	$b->int('SELECT SUM(bytes) FROM nodes') - $a->int('SELECT SUM(bytes) FROM nodes'),
	array_sum(array_map(static fn (array $row): int => $row['bytes'] - $row['before_bytes'], $data['classes'])));
same('the greatest first', true, ($changes = array_map(static fn (array $row): int =>
	$row['bytes'] - $row['before_bytes'],
	$data['classes'])) === (static function (array $sorted): array {
	rsort($sorted);

	return $sorted;
})($changes));
same('what is the same is left out', [], array_filter($data['paths'],
	static fn (array $row): bool => $row['bytes'] === $row['before_bytes']
	&& $row['count'] === $row['before_count']));
same('a limit', [1, 1], [count($diff->data(1)['classes']), count($diff->data(1)['paths'])]);
$text = $diff->text(3);
same('in words', [1, 1], [preg_match('/^memory [\d.]+ \wiB -> [\d.]+ \wiB  \+[\d.]+ KiB\n/', $text),
	preg_match('/\+100  object Grown$/m', $text)]);
$same = new Diff($a, $a, $terminal);
same('of one and itself', [[], [], [], [], 0], [...array_values(array_slice($same->data(9), 2)),
	substr_count($same->text(9),
	'change')]);
$back = (new Diff($b, $a, $terminal))->data(PHP_INT_MAX);
same('backwards it is the same, and less', 1 - 101, ($shrunk = array_column($back['classes'], null,
	'name')['object Grown'])['count'] - $shrunk['before_count']);

/* The page. */
$part = new HeapPart($b, "b\e");
$head = $part->head();
same('its head', ["b\e", 'heap', $data['nodes']['after'], $b->int('SELECT COUNT(*) FROM edges')], [$head['title'],
	$head['kind'], $head['heap']['all_nodes'], $head['summary']['edges']]);
$blocks = [];
foreach ($part->blocks() as $name => $block) {
	$bytes = base64_decode($block, true);
	$blocks[$name] = json_decode($head['coding'] === 'gzip' ? gzdecode($bytes) : $bytes, true);
}
same('its blocks', ['heap-kinds', 'heap-types', 'heap-nodes', 'heap-roots', 'heap-sites', 'heap-strings', 'heap-arrays',
	'heap-regions'], array_keys($blocks));
same('kinds have all values and bytes', [$data['nodes']['after'], $b->int('SELECT SUM(bytes) FROM nodes')],
	[array_sum($blocks['heap-kinds']['count']), array_sum($blocks['heap-kinds']['bytes'])]);
same('types, too', $b->int('SELECT SUM(bytes) FROM nodes'), array_sum($blocks['heap-types']['bytes']));
same('the values that retain most', [$head['heap']['nodes'], true], [count($nodes = $blocks['heap-nodes']['id']),
	count(array_unique($nodes)) === count($nodes)]);
same('all columns are as long', [count($nodes)], array_values(array_unique(array_map(count(...),
	$blocks['heap-nodes']))));
same('each one stands behind the one that keeps it', [], array_filter(array_keys($nodes),
	static fn (int $i): bool => $blocks['heap-nodes']['parent'][$i] > $i || $blocks['heap-nodes']['parent'][$i] < 0));
same('a tree keeps no more than it has, and the rest is counted', $data['nodes']['after'], count($nodes)
	+ array_sum($blocks['heap-nodes']['rest_count']));
same('texts are cut', 200, max(array_map(strlen(...), array_map(strval(...), $blocks['heap-nodes']['value']))));

/* Classes by a part of their name. */
$text = "xhprof-heap\t1\n";
foreach (['Cart', 'CartItem', 'App\\Basket', 'App\\Cart\\Row'] as $i => $class) {
	$text .= "s\t" . $i + 1 . "\t" . str_replace('\\', '\x5c', $class) . "\nn\t" . $i + 1 . "\to\t0\t16\t1\t0\t0\t\t"
		. $i + 1 . "\t\t0\n";
}
file_put_contents("$folder/c.heap", $text . "r\t1\tglobal\t\$v\n");
$view = new View(Database::of("$folder/c.heap"), $terminal, 'c');
foreach (['cart' => 'Cart', '\\cart' => 'Cart', 'item' => 'CartItem', 'app\\basket' => 'App\\Basket',
	'BASKET' => 'App\\Basket'] as $wanted => $class) {
	same("the class $wanted", [$class, 1], [($one = $view->classData($wanted, 1))['class'], $one['total']['nodes']]);
}
foreach (['car' => '3 classes match "car" (one of: ', 'Crat' => 'no object of a class "Crat" (did you mean Cart?)',
	'Something' => 'no object of a class "Something" (xhprof heap FILE lists classes)'] as $wanted => $why) {
	refused("the class $wanted", $why, static fn () => $view->classData($wanted, 1));
}

/* The command. */
foreach ([[[], 'no file given'], [['a', 'b', 'c'], 'too many files'], [['a', 'b', '--out', 'x'],
	'--out takes one snapshot, not two'], [['a', 'b', '--class', 'X'], '--class takes one snapshot'],
	[["$folder/none"], 'none']] as [$words, $why]) {
	refused(implode(' ', $words), $why, static fn () => (new HeapCommand(Reference::arguments('heap', $words),
		$terminal))->run());
}
refused('a limit', '--limit takes a whole number', static fn () => new HeapCommand(Reference::arguments('heap', ['a',
	'--limit', 'x']), $terminal));
[$said, $status] = stdout_of(static fn (): int => (new HeapCommand(Reference::arguments('heap', ["$folder/a.heap",
	"$folder/b.heap", '--json', '--limit', '2']), $terminal))->run());
$said = json_decode($said, true);
same('of two', [0, 'xhprof-heap-diff', "$folder/a.heap", "$folder/b.heap", array_slice($data['classes'], 0, 2)],
	[$status,
	$said['schema'], $said['before'], $said['after'], $said['classes']]);
[$said] = stdout_of(static fn (): int => (new HeapCommand(Reference::arguments('heap', ["$folder/b.heap", '--limit',
	'3']), $terminal))->run());
same('of one', true, str_contains($said, 'Grown'));
finish();
?>
--EXPECT--
all as expected
