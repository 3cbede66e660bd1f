--TEST--
If the disk is full when a file is renamed into place, an error is raised and only the old file stays
--SKIPIF--
<?php
require __DIR__ . '/refuse.inc';
skip_refuse();
?>
--FILE--
<?php
require __DIR__ . '/refuse.inc';

$folder = sys_get_temp_dir() . '/xhprof_rename_full_' . getmypid();
mkdir($folder);
file_put_contents("$folder/run.json", 'old');
echo str_replace($folder, 'DIR', refuse('rename', '
	xhprof_enable();
	try {
		xhprof_stop()->export("json", "' . $folder . '/run.json");
		echo "written\n";
	} catch (RuntimeException $error) {
		echo $error->getMessage(), "\n";
	}
'));
echo implode(' ', array_diff(scandir($folder), ['.', '..'])), ': ', file_get_contents("$folder/run.json"), "\n";
unlink("$folder/run.json");
rmdir($folder);
?>
--EXPECT--
Could not write the profile to DIR/run.json: No space left on device
run.json: old
