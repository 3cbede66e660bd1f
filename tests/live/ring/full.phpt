--TEST--
On a tmpfs that is full there is one line in the log and no file; who has a ring keeps it
--SKIPIF--
<?php
require __DIR__ . '/../skipif.inc';
if (trim((string) shell_exec('id -u')) !== '0') die('skip only root mounts');
$folder = sys_get_temp_dir() . '/xhprof-mount-' . getmypid();
mkdir($folder);
exec("mount -t tmpfs -o size=64k none $folder 2>&1", $said, $status);
if ($status === 0) exec("umount $folder");
rmdir($folder);
if ($status !== 0) die('skip nothing can be mounted here');
?>
--FILE--
<?php
require __DIR__ . '/../live.inc';

$folder = live_folder(__FILE__);
file_put_contents("$folder/program.php", '<?php
function leaf(int $n): int { static $calls; $calls++; for ($i = 0; $i < $n; $i++) { $calls ^= $i; } return $calls; }
echo "goes on\n";
stream_set_blocking(STDIN, false);
while (!fgets(STDIN)) { leaf(1000); usleep(100); }
');
mkdir($live = "$folder/live");
exec('mount -t tmpfs -o size=3m,mode=0750 none ' . escapeshellarg($live));
$settings = live_settings($live, 'display_errors=stderr');

$first = live_start("$folder/program.php", $settings);
fgets($first->out);
echo count(glob("$live/*.data")), "\n";
file_put_contents("$live/filler", str_repeat('x', 4096));
/* To the last page. */
$filler = fopen("$live/filler", 'a');
while (@fwrite($filler, str_repeat('x', 4096)) === 4096) {
}
fclose($filler);
echo 'free: ', (int) disk_free_space($live), "\n";

$load = module_path() === null ? '' : '-d ' . escapeshellarg('extension=' . module_path());
echo str_replace($folder, 'FOLDER', shell_exec('echo | ' . escapeshellarg(PHP_BINARY) . " -n $load -d xhprof.live_dir="
	. escapeshellarg($live) . " $folder/program.php 2>&1"));
echo count(glob("$live/*.data")), ' ', count(glob("$live/*.ctl")), "\n";

/* All room of a ring is there from the beginning: no write of it can fail. */
$file = live_file($live, $first->pid);
live_send($file, live_message(LIVE_ASK));
live_wait('samples', fn () => live_header($file)['samples'] > 20);
fwrite($first->in, "\n");
var_dump(live_end($first));
exec('umount -l ' . escapeshellarg($live));
rmdir($live);
live_clean($folder);
?>
--EXPECT--
1
free: 0
xhprof: no live ring in xhprof.live_dir=FOLDER/live: it is full: enlarge it, or lower xhprof.live_bytes
goes on
1 1
int(0)
