--TEST--
Each report on a snapshot that was cut short or lost lines says so, whatever the file claims
--SKIPIF--
<?php
require __DIR__ . "/heap.inc";
if (getenv('SKIP_SLOW_TESTS')) die('skip slow: it runs the command 70 times');
if (sqlite_settings() === null) die("skip needs the extension sqlite3");
?>
--FILE--
<?php
require __DIR__ . '/heap.inc';

$dir = sys_get_temp_dir() . '/xhprof-test-cut-' . getmypid();
mkdir($dir);
$kept = new ArrayObject(array_map(fn(int $i) => "value $i", range(1, 1000)));
xhprof_heap_snapshot("$dir/whole", ['wait' => true]);
$lines = file("$dir/whole");
$end = array_pop($lines);
$has_kept = fn(string $line) => str_starts_with($line, 'n') && explode("\t", $line)[2] === 'o';
$node = explode("\t", current(array_filter($lines, $has_kept)))[1];
file_put_contents("$dir/cut", implode('', $lines));
file_put_contents("$dir/cut-in-line", implode('', $lines) . substr($end, 0, -2));
file_put_contents("$dir/liar",
	"xhprof-heap\t1\nm\tcomplete\t1\nm\tcut_short\t0\n" . implode('', array_slice($lines, 1)));
$regions = array_keys(array_filter($lines, fn(string $line) => $line[0] === 'g' && explode("\t", $line)[2] > 0));
array_splice($lines, $regions[0], 1);
file_put_contents("$dir/lost", implode('', $lines) . $end);
foreach (['whole', 'cut', 'cut-in-line', 'liar', 'lost'] as $name) {
	heap_cli(["$dir/$name", '--out', "$dir/$name.db"]);
	$reports = [[], ['--class', 'ArrayObject'], ['--node', $node]];
	foreach ([...array_map(fn(array $options) => ["$dir/$name", ...$options], $reports), ["$dir/$name", "$dir/whole"],
		["$dir/whole", "$dir/$name"], ["$dir/$name.db"]] as $arguments) {
		$text = heap_cli($arguments);
		$json = heap_cli([...$arguments, '--json']);
		$found = preg_match("/^$name(\.db)?: the file is (truncated|damaged): .*/m", $text, $match)
			? $match[2] : 'complete';
		if (str_contains(implode("\n", $json['warnings']), $found) !== ($found !== 'complete')) {
			echo "JSON says otherwise: ", json_encode($json['warnings']), "\n";
		}
		echo $found, ', ';
	}
	echo $name, "\n";
}
array_map(unlink(...), glob("$dir/*"));
rmdir($dir);
?>
--EXPECT--
complete, complete, complete, complete, complete, complete, whole
truncated, truncated, truncated, truncated, truncated, truncated, cut
truncated, truncated, truncated, truncated, truncated, truncated, cut-in-line
truncated, truncated, truncated, truncated, truncated, truncated, liar
damaged, damaged, damaged, damaged, damaged, damaged, lost
