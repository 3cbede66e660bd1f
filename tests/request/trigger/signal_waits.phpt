--TEST--
A program that SIGTERM ends while it waits prints nothing about the interrupted call, as without us
--EXTENSIONS--
posix
--SKIPIF--
<?php
require __DIR__ . '/../../helper.inc';
if (shipped_module('pcntl') === null && !extension_loaded('pcntl')) die('skip needs pcntl');
if (!is_readable('/proc/self/syscall')) die('skip needs /proc/self/syscall');
if (getenv('XHPROF_VALGRIND')) die('skip what a signal ends frees nothing');
?>
--FILE--
<?php
require __DIR__ . '/auto.inc';

$folder = fresh_folder(__FILE__);
mkdir("$folder/runs");
file_put_contents("$folder/program.inc", <<<'PHP'
<?php
function waits(string $how): void
{
	$none = null;
	$pair = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
	$reads = [$pair[0]];
	$server = stream_socket_server('tcp://127.0.0.1:0');
	echo "ready\n";
	match ($how) {
		'select' => stream_select($reads, $none, $none, 60),
		'accept' => stream_socket_accept($server, 60),
		'sigtimedwait' => pcntl_sigtimedwait([SIGUSR1], $info, 60),
	};
	echo "came back\n";
}
register_shutdown_function(function () { echo "shut down\n"; });
if ($argv[2] === 'handler') {
	set_error_handler(function (int $level, string $message) { echo "handler: $message\n"; return true; });
}
if ($argv[2] === 'thrown') {
	set_error_handler(function (int $level, string $message) { throw new Exception($message); });
}
waits($argv[1]);
PHP);
$pcntl = extension_loaded('pcntl') ? [] : ['extension=' . shipped_module('pcntl')];
$settings = auto_settings("$folder/runs", 'display_errors=1', ...$pcntl);
array_unshift($settings, ...(module_path() === null ? [] : ['extension=' . module_path()]));
$command = [PHP_BINARY, '-n'];
foreach ($settings as $setting) {
	array_push($command, '-d', $setting);
}
foreach (['select', 'accept', 'sigtimedwait'] as $how) {
	foreach (['display', 'handler', 'thrown'] as $errors) {
		/* Once more only if the wait ended by itself before the signal: what it says then shows that. */
		foreach (tries() as $_) {
			forget("$folder/runs");
			$process = proc_open([...$command, "$folder/program.inc", $how, $errors],
				[['pipe', 'r'], ['pipe', 'w'], ['redirect', 1]], $pipes);
			$pid = proc_get_status($process)['pid'];
			fgets($pipes[1]);
			/*
			 * In a system call, which is not write(). A wait that came back has ended it: SIGCONT is enough for some.
			 */
			while (preg_match('/^(?!1 |64 )\d+ /', (string) @file_get_contents("/proc/$pid/syscall")) !== 1
				&& !str_contains((string) @file_get_contents("/proc/$pid/stat"), ') Z ')) {
				usleep(1000);
			}
			proc_terminate($process, SIGTERM);
			$said = trim(stream_get_contents($pipes[1])); // until it has ended
			do {
				$status = proc_get_status($process);
			} while ($status['running']);
			if (!str_contains($said, 'came back')) {
				break;
			}
		}
		echo "$how, $errors: ", $status['signaled'] ? "by signal $status[termsig]" : "with status $status[exitcode]",
			$said === '' ? '' : ", $said";
		foreach (runs("$folder/runs") as $i => $run) {
			echo ', saved: ', $run->functions()['waits']['calls'], ' call, status ',
				metas("$folder/runs")[$i]['xhprof']['status'];
		}
		echo "\n";
		forget("$folder/runs");
	}
}
?>
--CLEAN--
<?php
require __DIR__ . '/auto.inc';
remove(__DIR__ . '/signal_waits.tmp');
?>
--EXPECT--
select, display: by signal 15, saved: 1 call, status 143
select, handler: by signal 15, saved: 1 call, status 143
select, thrown: by signal 15, saved: 1 call, status 143
accept, display: by signal 15, saved: 1 call, status 143
accept, handler: by signal 15, saved: 1 call, status 143
accept, thrown: by signal 15, saved: 1 call, status 143
sigtimedwait, display: by signal 15, saved: 1 call, status 143
sigtimedwait, handler: by signal 15, saved: 1 call, status 143
sigtimedwait, thrown: by signal 15, saved: 1 call, status 143
