--TEST--
The limits of xhprof.keep, of files, size and days, remove the oldest runs and no other file
--SKIPIF--
<?php
if (PHP_OS_FAMILY === 'Windows') die('skip runs are not saved there');
?>
--FILE--
<?php
require __DIR__ . '/auto.inc';

$folder = fresh_folder(__FILE__);
$runs = "$folder/runs";
mkdir($runs);
file_put_contents("$folder/program.inc",
	'<?php $argv[1] === "small" || define(str_repeat("x", 400000), 1) && eval("function " . str_repeat("f", 400000) . '
		. '"(\$x) { return \$x; } " . str_repeat("f", 400000) . "(1);");');

function run(string $folder, string $name, string $how, string ...$settings): void
{
	copy("$folder/program.inc", "$folder/$name.inc");
	echo ltrim(child_php("$folder/$name.inc", auto_settings("$folder/runs", ...$settings), [], [$how]));
}

function left(string $folder): void
{
	$names = array_map(static fn (string $name): string => preg_replace(['/^TIME-cli-(\w+)_inc-PID-RUN/', '/-RUN/'],
		['$1', ''], strtok($name, '.')),
		array_filter(names("$folder/runs"), static fn (string $name) => $name[0] !== '.'));
	sort($names);
	echo implode(' ', $names), "\n";
}

// What is no run of ours, or not ours to remove.
file_put_contents("$runs/notes.txt", 'mine');
file_put_contents("$runs/60a1b2c3d4e5f.shop.xhprof", 'of xhprof_lib');
mkdir("$runs/folder-0123456789abcdef.xhprof.json");
symlink("$runs/notes.txt", "$runs/link-0123456789abcdef.xhprof.json");
foreach (['notes.txt', '60a1b2c3d4e5f.shop.xhprof'] as $file) {
	touch("$runs/$file", 1000);
}

echo "== files\n";
foreach (range(1, 7) as $i) {
	run($folder, "run$i", 'small', 'xhprof.keep=3');
	touch(glob("$runs/*-run{$i}_inc-*.xhprof.json")[0], 1700000000 + $i);
}
left($folder);
echo "== files, two for each run\n";
foreach (range(1, 4) as $i) {
	run($folder, "pair$i", 'small', 'xhprof.keep=4', 'xhprof.auto_formats="json,callgrind"');
}
left($folder);
echo "== a run stays or goes as a whole, however many files it has\n";
foreach (range(1, 3) as $i) {
	run($folder, "triple$i", 'small', 'xhprof.keep=4', 'xhprof.auto_formats="json,callgrind,xhgui"');
}
left($folder);
run($folder, "triple4", 'small', 'xhprof.keep=1', 'xhprof.auto_formats="json,callgrind,xhprof"');
left($folder);
echo "== megabytes\n";
foreach (range(1, 4) as $i) {
	run($folder, "large$i", 'large', 'xhprof.keep=1M');
}
left($folder);
echo "== days\n";
touch(glob("$runs/*-large3_inc-*")[0], time() - 3 * 86400);
touch(glob("$runs/*-large4_inc-*")[0], time() - 86400);
run($folder, 'day', 'small', 'xhprof.keep=2d');
left($folder);
echo "== days beside files, which keep one that is too old\n";
foreach ([3, 4, 5] as $days) {
	touch("$runs/old$days-1763791586123456-77.xhprof.json", time() - $days * 86400);
}
run($folder, 'both', 'small', 'xhprof.keep=2d,4');
left($folder);
unlink(glob("$runs/*-both_inc-*")[0]);
echo "== what memory_limit left\n";
foreach (['heap', 'pb.gz'] as $extension) {
	touch("$runs/memory-limit-1763791586123456-77.xhprof.$extension", time() - 3 * 86400);
}
run($folder, 'limit', 'small', 'xhprof.keep=10');
left($folder);
run($folder, 'limit', 'small', 'xhprof.keep=3');
left($folder);
?>
--CLEAN--
<?php
require __DIR__ . '/auto.inc';
remove(__DIR__ . '/keep_limits.tmp');
?>
--EXPECT--
== files
60a1b2c3d4e5f folder link notes run5 run6 run7
== files, two for each run
60a1b2c3d4e5f folder link notes pair3 pair3 pair4 pair4
== a run stays or goes as a whole, however many files it has
60a1b2c3d4e5f folder link notes triple3 triple3 triple3
60a1b2c3d4e5f RUN folder link notes triple4 triple4
== megabytes
60a1b2c3d4e5f folder large3 large4 link notes
== days
60a1b2c3d4e5f day folder large4 link notes
== days beside files, which keep one that is too old
60a1b2c3d4e5f both day folder large4 link notes
== what memory_limit left
60a1b2c3d4e5f day folder large4 limit link memory-limit-77 memory-limit-77 notes
60a1b2c3d4e5f day folder limit limit link notes
