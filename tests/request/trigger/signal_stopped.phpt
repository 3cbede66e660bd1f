--TEST--
SIGTERM saves the run of a program that is then stopped for longer than a safe point may take to come
--SKIPIF--
<?php
require __DIR__ . '/../../helper.inc';
if (!function_exists('proc_open')) die('skip needs proc_open');
if (getenv('XHPROF_VALGRIND')) die('skip what a signal ends frees nothing');
?>
--FILE--
<?php
require __DIR__ . '/auto.inc';

$folder = fresh_folder(__FILE__);
mkdir("$folder/runs");
/* Nearly all of its time is in C code, a few tenths of a second at once, that comes to no safe point. */
file_put_contents("$folder/program.inc",
	'<?php echo "ready\n"; while (true) { hash_pbkdf2("md5", "x", "y", 400000); }');
$command = [PHP_BINARY, '-n', ...(module_path() === null ? [] : ['-d', 'extension=' . module_path()])];
foreach (auto_settings("$folder/runs") as $setting) {
	array_push($command, '-d', $setting);
}
$process = proc_open([...$command, "$folder/program.inc"], [['pipe', 'r'], ['pipe', 'w']], $pipes);
fgets($pipes[1]);
[$term, $stop, $continue] = [15, 19, 18]; // without pcntl they have no names
proc_terminate($process, $term);
usleep(20000); // the signal has most likely arrived, and it has not come to a safe point
proc_terminate($process, $stop);
sleep(3); // two seconds are the longest wait for a safe point
proc_terminate($process, $continue);
stream_get_contents($pipes[1]); // until it has ended
do {
	$status = proc_get_status($process);
} while ($status['running']);
echo 'by signal ', $status['termsig'], ', ', count(runs("$folder/runs")), ' run of status ',
	array_values(metas("$folder/runs"))[0]['xhprof']['status'] ?? 'none', "\n";
?>
--CLEAN--
<?php
require __DIR__ . '/auto.inc';
remove(__DIR__ . '/signal_stopped.tmp');
?>
--EXPECT--
by signal 15, 1 run of status 143
