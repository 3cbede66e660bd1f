--TEST--
A process of other namespaces is read by its pid here, though its program is no file here
--EXTENSIONS--
xhprof
posix
--SKIPIF--
<?php
require __DIR__ . '/skipif.inc';
if (posix_geteuid() !== 0) die('skip only root can make namespaces');
exec('unshare -pmf --mount-proc true 2>&1', $said, $status);
if ($status !== 0) die('skip no namespaces here: ' . implode(' ', $said));
?>
--FILE--
<?php
require __DIR__ . '/attach.inc';
require __DIR__ . '/../cli/cli.inc';

$folder = live_folder(__FILE__, 0755);
$program = "<?php\nfunction inside(): void\n{\n\techo getmypid(), \"\\n\";\n\tfgets(STDIN);\n}\ninside();\n";
$child = proc_open(['unshare', '-pmf', '--mount-proc', 'sh', '-c',
	'mount -t tmpfs none "$1" && printf %s "$2" >"$1/app.php" && exec "$3" -n "$1/app.php"', 'sh', $folder, $program,
	PHP_BINARY], [['pipe', 'r'], ['pipe', 'w'], ['file', '/dev/null', 'w']], $pipes);
echo 'pid ', fgets($pipes[1]);
$outer = proc_get_status($child)['pid'];
$pid = (int) file_get_contents("/proc/$outer/task/$outer/children");
echo file_exists("$folder/app.php") ? "VISIBLE\n" : '', attach_dump(fn () => [$pid]);
fclose($pipes[0]);
proc_close($child);
live_clean($folder);
?>
--EXPECT--
pid 1
cli PID from outside, PHP V cli app.php for T
 waits for pipe in fgets()
 #0 fgets
 #1 inside app.php:5
 #2 main() app.php:7
