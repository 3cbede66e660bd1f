--TEST--
A run that gets its name after later ones is swept like any other
--SKIPIF--
<?php
require __DIR__ . '/../../faults/refuse.inc';
skip_refuse();
?>
--FILE--
<?php
require __DIR__ . '/auto.inc';
require __DIR__ . '/../../faults/refuse.inc';

$folder = fresh_folder(__FILE__);
mkdir("$folder/runs");
file_put_contents("$folder/program.inc", '<?php echo "ran\n";');
$settings = auto_settings("$folder/runs", 'xhprof.keep=2');
touch("$folder/hold");
$late = start_preloaded('../request/web/hold_saves.c', ['HOLD_SAVES' => "$folder/hold"],
	'echo "ran late\n";', $settings);
wait_until('the run has a temporary name', fn() => glob("$folder/runs/.xhprof-*.tmp"));
for ($i = 0; $i < 3; $i++) {
	echo child_php("$folder/program.inc", $settings);
}
unlink("$folder/hold");
echo end_refused($late);
echo count(glob("$folder/runs/*.xhprof.json")), ' files, ', count(names("$folder/runs")), " in all\n";
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
2 files, 2 in all
