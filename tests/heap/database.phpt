--TEST--
A snapshot becomes a sound database, kept on request, and each of its views works
--SKIPIF--
<?php
require __DIR__ . "/heap.inc";
if (sqlite_settings() === null) die("skip needs the extension sqlite3");
?>
--FILE--
<?php
require __DIR__ . '/heap.inc';

$dir = sys_get_temp_dir() . '/xhprof-test-db-' . getmypid();
mkdir($dir);
$copies = [];
for ($i = 0; $i < 30; $i++) {
	$copies[] = str_repeat('copy', 10 + (int) ((string) $i === ''));
}
$loose = range(1, 2000);
for ($i = 0; $i < 1990; $i++) {
	unset($loose[$i]);
}
$cycle = new class { public $self; public $more; };
$cycle->self = $cycle;
$cycle->more = [$cycle];
unset($cycle);
xhprof_heap_snapshot("$dir/a.heap", ['wait' => true]);
$of_file = heap_cli(["$dir/a.heap", '--out', "$dir/a.db", '--json']);
$of_database = heap_cli(["$dir/a.db", '--json']);
unset($of_file['file'], $of_database['file']);
var_dump($of_file === $of_database, $of_file['schema'], $of_file['version']);
printf("%o\n", fileperms("$dir/a.db") & 0777);
echo "duplicates: {$of_file['duplicate_strings'][0]['copies']} of {$of_file['duplicate_strings'][0]['length']}, ",
	$of_file['duplicate_strings'][0]['path'], "\n";
echo "loose: {$of_file['loose_arrays'][0]['count']} of {$of_file['loose_arrays'][0]['capacity']}, ",
	$of_file['loose_arrays'][0]['path'], "\n";
echo "suspects: {$of_file['cycle_suspects'][0]['objects']}\n";

// Queried without the tool.
$heap = new Heap("$dir/a.heap");
$script = <<<'END'
<?php
$db = new SQLite3($argv[1], SQLITE3_OPEN_READONLY);
$db->enableExceptions(true);
echo $db->querySingle('PRAGMA integrity_check'), "\n";
$views = $db->query("SELECT name, type FROM sqlite_master WHERE type IN ('table', 'view') ORDER BY type, name");
while ($view = $views->fetchArray(SQLITE3_ASSOC)) {
	$db->querySingle("SELECT * FROM $view[name] LIMIT 1");
	echo "$view[type] $view[name]\n";
}
foreach (['nodes', 'edges', 'roots', 'frames'] as $table) {
	echo $db->querySingle("SELECT COUNT(*) FROM $table"), ' ';
}
echo "\n";
// All roots together retain everything; each path ends at a root.
var_dump($db->querySingle('SELECT SUM(bytes) FROM nodes')
	=== $db->querySingle('SELECT SUM(retained) FROM nodes WHERE dominator = 0'));
var_dump($db->querySingle('SELECT COUNT(DISTINCT node) FROM ways WHERE edge IS NULL') === $db->querySingle('SELECT COUNT(*) FROM nodes'));
END;
file_put_contents("$dir/ask.inc", $script);
$options = implode(' ', array_map(fn($setting) => '-d ' . escapeshellarg($setting), sqlite_settings()));
$output = shell_exec(escapeshellarg(PHP_BINARY) . " -n $options $dir/ask.inc $dir/a.db 2>&1");
$counts = implode(' ', [count($heap->nodes), count($heap->edges), count($heap->roots), count($heap->frames)]) . " \n";
echo str_replace("\n$counts", "\nas in the file\n", $output);

ob_start(fn($text) => str_replace([$dir, __DIR__], ['DIR', 'TESTS'], $text));
echo heap_cli(["$dir/a.heap", '--out', "$dir/a.db"]), "\n";
file_put_contents("$dir/other.db", "SQLite format 3\0" . str_repeat("\0", 200));
echo heap_cli(["$dir/other.db"]), heap_cli([__FILE__]), heap_cli(["$dir/none"]), heap_cli([$dir]), heap_cli([]);
echo heap_cli(["$dir/a.db", '--class', 'Nobody']), heap_cli(["$dir/a.db", '--node', '99999999']);
echo heap_cli(["$dir/a.db", "$dir/a.heap", '--class', 'x']);
array_map(unlink(...), glob("$dir/*"));
rmdir($dir);
?>
--EXPECT--
bool(true)
string(11) "xhprof-heap"
int(1)
600
duplicates: 30 of 40, global $copies[*]
loose: 10 of 2048, global $loose
suspects: 1
ok
table edges
table frames
table meta
table nodes
table paths
table regions
table roots
table sites
view by_path
view by_site
view classes
view cycle_suspects
view duplicate_strings
view holders
view loose_arrays
view ways
as in the file
bool(true)
bool(true)
status 2: xhprof: DIR/a.db already exists
        give another name, or remove the file

status 2: xhprof: DIR/other.db: Unable to execute statement: file is not a database
status 2: xhprof: TESTS/database.php: not a snapshot of a heap
        xhprof_heap_snapshot() makes one
status 2: xhprof: DIR/none: no such file
        xhprof_heap_snapshot() makes one
status 2: xhprof: DIR: it cannot be read
        xhprof_heap_snapshot() makes one
status 2: xhprof: no file given
        xhprof heap FILE [AFTER]
status 2: xhprof: the snapshot has no object of a class "Nobody"
        xhprof heap FILE lists classes
status 2: xhprof: no node 99999999 in this snapshot
        xhprof heap FILE shows some
status 2: xhprof: --class takes one snapshot, not two
        xhprof heap DIR/a.heap --class ...
