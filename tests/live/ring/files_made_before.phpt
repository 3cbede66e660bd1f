--TEST--
Files of another user with the names of a process' own, in a folder that users share, stay as they are; it has no ring, and runs on
--EXTENSIONS--
posix
pcntl
--SKIPIF--
<?php
require __DIR__ . '/../skipif.inc';
if (posix_geteuid() !== 0) die('skip only root can make files of other users');
for ($path = PHP_BINARY; $path !== '/'; $path = dirname($path)) {
	if ((fileperms($path) & 1) === 0) die("skip another user cannot start this PHP: $path is closed");
}
?>
--FILE--
<?php
require __DIR__ . '/../live.inc';

// Where another user can read it.
$folder = sys_get_temp_dir() . '/xhprof-made-before-' . getmypid();
mkdir($folder);
chmod($folder, 0755);
$module = module_path();
if ($module !== null) {
	copy($module, "$folder/xhprof.so");
	chmod("$folder/xhprof.so", 0755);
}
mkdir("$folder/shared");
chmod("$folder/shared", 03777);
file_put_contents("$folder/program.php", '<?php
$live = xhprof_info()["live"];
echo json_encode($live["on"]), " ", $live["reason"] ?? "", "\n";
exit(7);
');

/* It says its name, becomes another user, and starts PHP in its place: process and start time stay. */
$first = '
$stat = file_get_contents("/proc/self/stat");
echo getmypid(), "-", explode(" ", substr($stat, strrpos($stat, ")") + 2))[19], "\n";
fgets(STDIN);
posix_setgid(12347);
posix_setuid(12347);
pcntl_exec(PHP_BINARY, array_slice($argv, 1));
';
$more = [];
foreach (['posix', 'pcntl'] as $name) {
	$path = shipped_module($name);
	array_push($more, ...($path === null ? [] : ['-d', "extension=$path"]));
}
$others = [
	'ctl, a file' => fn (string $name) => file_put_contents("$name.ctl", 'theirs') && chmod("$name.ctl", 0600)
		? "$name.ctl" : '',
	'ctl, a pipe' => fn (string $name) => posix_mkfifo("$name.ctl", 0600) ? "$name.ctl" : '',
	'ctl, a symlink' => fn (string $name) => symlink(__FILE__, "$name.ctl") ? "$name.ctl" : '',
	'data, a file' => fn (string $name) => file_put_contents("$name.data", 'theirs') && chmod("$name.data", 0600)
		? "$name.data" : '',
	'data, a symlink' => fn (string $name) => symlink(__FILE__, "$name.data") ? "$name.data" : '',
];
foreach ($others as $what => $make) {
	$settings = array_merge(...array_map(
		fn (string $setting) => ['-d', str_replace((string) $module, "$folder/xhprof.so", $setting)], array_filter(
			['extension=' . $module, ...live_settings("$folder/shared")], fn ($setting) => $setting !== 'extension=')));
	$process = proc_open([PHP_BINARY, '-n', ...$more, '-r', $first, '--', '-n', '-d', 'error_log=/dev/null',
		...$settings, "$folder/program.php"], [['pipe', 'r'], ['pipe', 'w'], STDERR], $pipes);
	$file = $make("$folder/shared/" . trim(fgets($pipes[1])));
	lchown($file, 12345);
	$before = array_intersect_key(lstat($file), array_flip(['ino', 'mode', 'uid', 'size']));
	fwrite($pipes[0], "\n");
	echo "$what: ", str_replace("$folder/", '', trim(stream_get_contents($pipes[1]))), ', status ',
		proc_close($process), ', ';
	clearstatcache();
	echo array_intersect_key(lstat($file), $before) === $before ? 'as it was' : 'CHANGED', ', ',
		count(scandir("$folder/shared")) - 2, " file\n";
	unlink($file);
}
exec('rm -r ' . escapeshellarg($folder));
?>
--EXPECT--
ctl, a file: false a file of this process' name there belongs to another user: remove it, status 7, as it was, 1 file
ctl, a pipe: false a file of this process' name there belongs to another user: remove it, status 7, as it was, 1 file
ctl, a symlink: false a file of this process' name there belongs to another user: remove it, status 7, as it was, 1 file
data, a file: false a file of this process' name there belongs to another user: remove it, status 7, as it was, 1 file
data, a symlink: false a file of this process' name there belongs to another user: remove it, status 7, as it was, 1 file
