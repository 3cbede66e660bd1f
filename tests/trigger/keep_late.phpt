--TEST--
A run whose files are not yet renamed into place is subject to retention like any other
--SKIPIF--
<?php
require __DIR__ . '/../faults/refuse.inc';
skip_refuse();
?>
--FILE--
<?php
require __DIR__ . '/auto.inc';
require __DIR__ . '/../faults/refuse.inc';

$folder = fresh_folder(__FILE__);
mkdir("$folder/runs");
file_put_contents("$folder/program.inc", '<?php echo "ran\n";');
$settings = auto_settings("$folder/runs", 'xhprof.keep_files=2');
$late = start_refused('late', 'echo "ran late\n";', $settings);
for ($index = []; count($index) < 2; $index = @file("$folder/runs/.xhprof-index") ?: []) {
	usleep(1000);
}
for ($i = 0; $i < 3; $i++) {
	echo child_php("$folder/program.inc", $settings);
}
echo end_refused($late);
$files = array_map(basename(...), glob("$folder/runs/*.xhprof.json"));
$index = array_slice(file("$folder/runs/.xhprof-index", FILE_IGNORE_NEW_LINES), 1);
echo count($files), ' files, ', count($index), " in the index\n";
foreach ($files as $file) {
	echo count(preg_grep('~ ' . preg_quote($file) . '$~', $index)) === 1 ? '' : "$file is not in it\n";
}
?>
--CLEAN--
<?php
require __DIR__ . '/auto.inc';
remove(__DIR__ . '/keep_late.tmp');
?>
--EXPECT--
ran
ran
ran
ran late
2 files, 2 in the index
