--TEST--
A full disk is reported as an error and leaves no file
--SKIPIF--
<?php
if (PHP_OS_FAMILY !== 'Linux' || trim((string) shell_exec('id -u')) !== '0') die('skip needs root on Linux');
exec('d=$(mktemp -d) && mount -t tmpfs -o size=64k none "$d" 2>&1 && umount "$d" && rmdir "$d"', $out, $status);
if ($status !== 0) die('skip cannot mount');
?>
--FILE--
<?php
require __DIR__ . '/program.inc';

function deep($n) { return $n > 0 ? deep($n - 1) + leaf(1) : 0; }
function deep_program() { deep(3000); }

$profile = run(XHPROF_FLAGS_TREE | ALL_METRICS, 'deep_program');
$folder = sys_get_temp_dir() . '/xhprof_full_disk_' . getmypid();
mkdir($folder);
exec('mount -t tmpfs -o size=64k none ' . escapeshellarg($folder));
file_put_contents("$folder/kept.json", 'old');
foreach (['json', 'speedscope', 'folded'] as $format) {
	try {
		$profile->export($format, "$folder/kept.json");
		echo "written\n";
	} catch (RuntimeException $error) {
		echo str_replace($folder, 'DIR', $error->getMessage()), "\n";
	}
}
echo implode(' ', array_diff(scandir($folder), ['.', '..'])), ' ', file_get_contents("$folder/kept.json"), "\n";
exec('umount ' . escapeshellarg($folder));
rmdir($folder);
?>
--EXPECT--
Could not write the profile to DIR/kept.json: No space left on device
Could not write the profile to DIR/kept.json: No space left on device
Could not write the profile to DIR/kept.json: No space left on device
kept.json old
