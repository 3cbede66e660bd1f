--TEST--
xhprof.keep_files, keep_mb and keep_days remove the oldest runs and no other file
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
file_put_contents("$folder/program.inc", '<?php $argv[1] === "small" || define(str_repeat("x", 400000), 1) && eval("function " . str_repeat("f", 400000) . '
	. '"(\$x) { return \$x; } " . str_repeat("f", 400000) . "(1);");');

function run(string $folder, string $name, string $how, string ...$settings): void
{
	echo ltrim(child_php("$folder/program.inc", auto_settings("$folder/runs", "xhprof.output_name=$name", ...$settings), [], [$how]));
}

function left(string $folder): void
{
	echo implode(' ', array_map(static fn (string $name) => strtok($name, '.'), array_values(array_filter(names("$folder/runs"),
		static fn (string $name) => $name[0] !== '.')))), "\n";
}

// What is no run of ours, or not ours to remove.
file_put_contents("$runs/notes.txt", 'mine');
file_put_contents("$runs/60a1b2c3d4e5f.shop.xhprof", 'of xhprof_lib');
mkdir("$runs/folder.xhprof.json");
symlink("$runs/notes.txt", "$runs/link.xhprof.json");
foreach (['notes.txt', '60a1b2c3d4e5f.shop.xhprof'] as $file) {
	touch("$runs/$file", 1000);
}

echo "== files\n";
foreach (range(1, 7) as $i) {
	run($folder, "run$i", 'small', 'xhprof.keep_files=3');
	touch("$runs/run$i.xhprof.json", 1700000000 + $i);
}
left($folder);
echo "== files, two for each run\n";
foreach (range(1, 4) as $i) {
	run($folder, "pair$i", 'small', 'xhprof.keep_files=4', 'xhprof.auto_formats="json,callgrind"');
}
left($folder);
echo "== the same name again and again\n";
foreach (range(1, 5) as $i) {
	run($folder, 'same', 'small', 'xhprof.keep_files=4');
}
left($folder);
echo "== megabytes\n";
foreach (range(1, 4) as $i) {
	run($folder, "large$i", 'large', 'xhprof.keep_mb=1');
}
left($folder);
echo "== days, with an index that is gone\n";
unlink("$runs/.xhprof-index");
touch("$runs/large3.xhprof.json", time() - 3 * 86400);
touch("$runs/large4.xhprof.json", time() - 86400);
file_put_contents("$runs/.xhprof-0123456789abcdef-0.tmp", 'left by one that was killed');
touch("$runs/.xhprof-0123456789abcdef-0.tmp", time() - 7200);
file_put_contents("$runs/.xhprof-0123456789abcde0-0.tmp", 'being written');
run($folder, 'day', 'small', 'xhprof.keep_days=2');
left($folder);
echo implode(' ', array_filter(names($runs), static fn (string $name) => $name[0] === '.')), "\n";
echo "== an index that is damaged, and one that is not ours\n";
file_put_contents("$runs/.xhprof-index", "xhprof-index 1 nonsense\n../../notes.txt\n1 1 1 1 ../program.inc\n");
run($folder, 'damaged', 'small', 'xhprof.keep_files=2');
left($folder);
file_put_contents("$runs/.xhprof-index", sprintf("xhprof-index 1 %010d %020d %020d %020d\n1 1 1 0000000000000001 ../program.inc\n"
	. "1 1 1 0000000000000001 .hidden\n\x00\xff\n1 1 1\n", 3, 3, 1, time()));
touch("$runs/.hidden");
run($folder, 'foreign', 'small', 'xhprof.keep_files=1');
var_dump(is_file("$folder/program.inc"), is_file("$runs/.hidden"));
unlink("$runs/.xhprof-index");
symlink('../program.inc', "$runs/.xhprof-index");
run($folder, 'linked', 'small', 'xhprof.keep_files=1', 'log_errors=1');
var_dump(str_starts_with(file_get_contents("$folder/program.inc"), '<?php'), is_file("$runs/linked.xhprof.json"));
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
== the same name again and again
60a1b2c3d4e5f folder link notes pair4 pair4 same
== megabytes
60a1b2c3d4e5f folder large3 large4 link notes
== days, with an index that is gone
60a1b2c3d4e5f day folder large4 link notes
.xhprof-RUN-0.tmp .xhprof-index
== an index that is damaged, and one that is not ours
60a1b2c3d4e5f damaged day folder link notes
bool(true)
bool(true)
xhprof: the run could not be saved in xhprof.output_dir: the index in the folder, .xhprof-index, cannot be opened
bool(true)
bool(false)
