--TEST--
Time in which SIGSTOP holds a program is named so, whether it computes or sleeps
--EXTENSIONS--
posix
--SKIPIF--
<?php
require __DIR__ . '/../skipif.inc';
require __DIR__ . '/../../sampler/skipif.inc';
need_wall_by_signal();
if (!is_readable('/proc/self/schedstat')) die('skip needs /proc/self/schedstat');
if (getenv('XHPROF_VALGRIND')) die('skip valgrind holds threads itself');
?>
--FILE--
<?php
require __DIR__ . '/../live.inc';

$folder = live_folder(__FILE__);
file_put_contents("$folder/program.php", '<?php
function computes() { for ($i = 0;; $i++) { $x = $i; } }
echo "begun\n";
$argv[1] === "computes" ? computes() : time_nanosleep(60, 0);
');
foreach (['computes', 'sleeps'] as $how) {
	$child = live_start("$folder/program.php", live_settings($folder), [$how]);
	fgets($child->out);
	$file = live_file($folder, $child->pid);
	live_send($file, live_message(LIVE_ASK, ['lease_ms' => 60000]));
	live_wait('samples', fn () => live_header($file)['samples'] > 20);
	posix_kill($child->pid, SIGSTOP);
	live_wait('stopped', fn () => preg_match('/^State:\tT/m', file_get_contents("/proc/$child->pid/status")) === 1);
	usleep(500000);
	posix_kill($child->pid, SIGCONT);
	$stopped = fn () => array_filter(live_records($file), fn (array $record) => ($record['wait'] ?? null) === 'stopped');
	live_wait('its name', $stopped);
	echo "$how: ", array_sum(array_column($stopped(), 'weight_ns')) > 4e8 ? "most of the time is named\n" : "LITTLE OF IT\n";
	posix_kill($child->pid, SIGKILL);
	live_end($child);
}
live_clean($folder);
?>
--EXPECT--
computes: most of the time is named
sleeps: most of the time is named
