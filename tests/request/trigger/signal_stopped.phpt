--TEST--
SIGTERM saves the runs of programs that are then stopped for longer than a safe point may take to come
--SKIPIF--
<?php
require __DIR__ . '/../../helper.inc';
if (!function_exists('proc_open')) die('skip needs proc_open');
if (getenv('XHPROF_VALGRIND')) die('skip what a signal ends frees nothing');
if (!is_dir('/proc/self')) die('skip needs /proc');
?>
--FILE--
<?php
require __DIR__ . '/auto.inc';

/* Has a signal been sent to a process that it has not received yet? */
function is_pending(int $pid, int $signal): bool
{
	preg_match('/^ShdPnd:\s*(\w+)/m', (string) file_get_contents("/proc/$pid/status"), $set);
	return (hexdec($set[1]) >> ($signal - 1)) & 1;
}

$folder = fresh_folder(__FILE__);
mkdir("$folder/runs");
/* Nearly all of its time is in C code, some milliseconds at once, that comes to no safe point. */
file_put_contents("$folder/program.inc",
	'<?php echo "ready\n"; while (true) { hash_pbkdf2("md5", "x", "y", 60000); }');
$command = [PHP_BINARY, '-n', ...(module_path() === null ? [] : ['-d', 'extension=' . module_path()])];
foreach (auto_settings("$folder/runs") as $setting) {
	array_push($command, '-d', $setting);
}
$pipes = [];
$processes = array_map(function (int $i) use ($command, $folder, &$pipes) {
	return proc_open([...$command, "$folder/program.inc"], [['pipe', 'r'], ['pipe', 'w']], $pipes[$i]);
}, range(0, 7));
array_map(fn(array $its) => fgets($its[1]), $pipes);
[$term, $stop, $continue] = [15, 19, 18]; // without pcntl they have no names
foreach ($processes as $process) {
	proc_terminate($process, $term);
	$pid = proc_get_status($process)['pid'];
	wait_until('SIGTERM', fn() => !is_pending($pid, $term)); // the C code mostly has not ended
	proc_terminate($process, $stop);
}
sleep(3); // two seconds are the longest wait for a safe point
array_map(fn($process) => proc_terminate($process, $continue), $processes);
array_map(fn(array $its) => stream_get_contents($its[1]), $pipes); // until they have ended
foreach ($processes as $process) {
	do {
		$status = proc_get_status($process);
	} while ($status['running']);
	echo 'by signal ', $status['termsig'], "\n";
}
echo count(runs("$folder/runs")), ' runs, of status ',
	implode(', ', array_unique(array_map(fn(array $meta) => $meta['xhprof']['status'], metas("$folder/runs")))), "\n";
?>
--CLEAN--
<?php
require __DIR__ . '/auto.inc';
remove(__DIR__ . '/signal_stopped.tmp');
?>
--EXPECT--
by signal 15
by signal 15
by signal 15
by signal 15
by signal 15
by signal 15
by signal 15
by signal 15
8 runs, of status 143
