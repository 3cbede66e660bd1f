--TEST--
Without room for a ring there is one line in the log and no file; the program goes on
--SKIPIF--
<?php require __DIR__ . '/../skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/../live.inc';

$folder = live_folder(__FILE__);
file_put_contents("$folder/program.php", '<?php echo "goes on\n";');
$module = module_path();
$load = $module === null ? '' : '-d ' . escapeshellarg("extension=$module");
$command = escapeshellarg(PHP_BINARY) . " -n $load -d xhprof.live_dir=" . escapeshellarg($folder)
	. " $folder/program.php 2>&1";
echo str_replace($folder, 'FOLDER', shell_exec("ulimit -f 100; $command"));
echo str_replace($folder, 'FOLDER', shell_exec("ulimit -f 100000; $command"));
echo implode(' ', array_diff(scandir($folder), ['.', '..'])), "\n";
live_clean($folder);
?>
--EXPECT--
xhprof: no live ring in xhprof.live_dir=FOLDER: the limit on the size of files (ulimit -f, LimitFSIZE) was reached: raise it, or lower xhprof.live_bytes
goes on
goes on
program.php
