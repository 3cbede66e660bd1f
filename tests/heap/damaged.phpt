--TEST--
A truncated, changed or forged file is refused or read as far as possible, and never breaks the tool
--SKIPIF--
<?php
require __DIR__ . "/heap.inc";
if (getenv('SKIP_SLOW_TESTS')) die('skip slow: it runs the command 40 times');
if (sqlite_settings() === null) die("skip needs the extension sqlite3");
?>
--FILE--
<?php
require __DIR__ . '/heap.inc';

mt_srand(11);
$file = sys_get_temp_dir() . '/xhprof-test-damaged-' . getmypid();
$object = new ArrayObject([1, 'two' => str_repeat('x', 50), [new stdClass]]);
xhprof_heap_snapshot($file, ['wait' => true, 'values' => true]);
$whole = file_get_contents($file);
$length = strlen($whole);

function check(string $what, string $bytes): string {
	global $file;
	file_put_contents($file, $bytes);
	$result = cli(['heap', $file], '', sqlite_settings());
	$isFine = match ($result['status']) {
		0 => $result['err'] === '' && str_contains($result['out'], 'references'),
		2 => $result['out'] === '' && str_starts_with($result['err'], 'xhprof: '),
		default => false,
	};
	if (!$isFine || preg_match('/(Warning|Notice|Deprecated|Fatal error): /', $result['out'] . $result['err'])) {
		echo "$what: status $result[status]\n$result[out]$result[err]";
	}
	return $result['out'];
}
heap_cli([$file]);
for ($i = 0; $i < 12; $i++) {
	$cut = mt_rand(0, $length - 2);
	$out = check("cut at $cut", substr($whole, 0, $cut));
	if ($cut > 14 && !str_contains($out, 'the file is truncated: its last line, and with it values')) {
		echo "cut at $cut: taken for complete\n";
	}
}
for ($i = 0; $i < 20; $i++) {
	$bytes = $whole;
	for ($j = mt_rand(1, 200); $j > 0; $j--) {
		$bytes[mt_rand(14, $length - 1)] = chr([mt_rand(0, 255), 9, 10, mt_rand(48, 57)][mt_rand(0, 3)]);
	}
	check("changed $i", $bytes);
}
$lines = explode("\n", $whole);
$first = array_shift($lines);
for ($i = 0; $i < 5; $i++) {
	shuffle($lines);
	check("shuffled $i", $first . "\n" . implode("\n", $lines));
}
foreach ([
	'an id that is too large' => "n\t99999999999999999999\to\t1\t1\t1\t1\t1\t\t\t\t\n",
	'ids far apart' =>
		"n\t4000000000\to\t1\t1\t1\t1\t1\t\t\t\t\nn\t3\ta\t1\t1\t1\t1\t1\t\t\t\t\nr\t4000000000\tglobal\tx\n",
	'sizes of no memory' => str_repeat("n\t1\to\t1\t9223372036854775807\t9223372036854775807\t9\t9\t\t\t\t\n", 3)
		. "n\t2\ta\t1\t9223372036854775807\t-5\t9\t9\t\t\t\t\nr\t1\tglobal\tx\ne\t1\t2\te\t=x\n",
	'a reference to itself' => "n\t1\to\t1\t1\t1\t1\t1\t\t\t\t\ne\t1\t1\tp\t#1\nr\t1\tglobal\tx\nr\t1\tstore\t\n",
	'a long line' => "s\t1\t" . str_repeat('x', 300000) . "\nn\t1\to\t1\t1\t1\t1\t1\t\t1\t\t\nr\t1\tglobal\tx\n",
	'quotes' => "s\t1\t'); DROP TABLE nodes; --\nn\t1\to\t'\t1\t1\t1\t1\t'\t1\t'\t'\t'\nr\t1\t'\t'\nm\t'\t'\n",
	'escapes of a terminal' => "s\t1\t\e[31mred\nn\t1\to\t1\t1\t1\t1\t1\t\t1\t\t\nr\t1\tglobal\t\e]0;title\x07\n",
	'no lines' => '', 'an end' => "z\t0\t0\t0\t0\t\n", 'types of a later version' => "q\t1\n\n\n",
	'a root of nothing' => "r\t7\tglobal\tx\nf\t7\t0\tf\tfile\t1\n",
] as $what => $lines) {
	if (str_contains(check($what, "xhprof-heap\t1\n$lines"), "\e")) {
		echo "$what: escapes on the terminal\n";
	}
}
// An edge without "from" after one of an unknown kind starts where that one does.
$nodes = implode('', array_map(fn(int $id) => "n\t$id\ta\t1\t1\t1\t1\t1\t\t\t\t\n", [1, 2, 3]));
file_put_contents($file, "xhprof-heap\t1\n{$nodes}r\t1\tglobal\tx\ne\t1\t2\te\t+0\ne\t2\t3\tZ\ne\t\t3\te\t+1\n");
echo 'held by ', implode(', ', array_column(heap_cli([$file, '--node', '3', '--json'])['holders'], 'node')), "\n";
// A key given as the number of a name, which is empty.
$nodes = implode('', array_map(fn(int $id) => "n\t$id\ta\t1\t" . 9 * $id . "\t1\t1\t1\t\t\t\t\n", [1, 2, 3]));
check('an empty key', "xhprof-heap\t1\ns\t1\t\n{$nodes}r\t1\tglobal\tx\ne\t1\t2\te\t#1\ne\t2\t3\te\t#1\n");
check('another version', "xhprof-heap\t2\n");
check('nothing', '');
unlink($file);
echo "done\n";
?>
--EXPECT--
held by 2
done
