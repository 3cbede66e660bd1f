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
$argv[1] === "computes" ? computes() : time_nanosleep(600, 0);
');
foreach (['computes', 'sleeps'] as $how) {
	$child = live_start("$folder/program.php", live_settings($folder), [$how]);
	fgets($child->out);
	$file = live_file($folder, $child->pid);
	live_send($file, live_message(LIVE_ASK));
	$named_ns = fn (int $since): int => array_sum(array_map(fn (array $record): int => ($record['wait']
		?? null) === 'stopped' && $record['time_ns'] > $since ? $record['weight_ns'] : 0, live_records($file)));
	$samples = fn (): int => live_header($file)['samples'];
	foreach (tries() as $factor) { // the helper may have no CPU where the stop begins and ends
		$count = $samples();
		live_wait('samples', fn () => $samples() > $count + 5);
		posix_kill($child->pid, SIGSTOP);
		live_wait('stopped', fn () => preg_match('/^State:\tT/m', file_get_contents("/proc/$child->pid/status")) === 1);
		$stopped = hrtime(true);
		usleep(250000 * $factor);
		$count = $samples();
		$for_ns = hrtime(true) - $stopped;
		posix_kill($child->pid, SIGCONT);
		live_wait('samples behind it', fn () => $samples() > $count + 5);
		$is_named = $named_ns($stopped) > 0.6 * $for_ns;
		if ($is_named) {
			break;
		}
	}
	echo "$how: ", $is_named ? 'most' : 'NOT MOST', " of the time is named\n";
	posix_kill($child->pid, SIGKILL);
	live_end($child);
}
live_clean($folder);
?>
--EXPECT--
computes: most of the time is named
sleeps: most of the time is named
