--TEST--
When the process is killed, the log has each line up to the last flush
--SKIPIF--
<?php
if (xhprof_info()['clock'] !== 'fake') die('skip needs the fake clock');
if (PHP_OS_FAMILY === 'Windows') die('skip has no SIGKILL');
?>
--FILE--
<?php
require __DIR__ . '/log.inc';

const CALLS = 10000;
$script = log_file('script.php');
file_put_contents($script, '<?php require ' . var_export(__DIR__ . '/log.inc', true) . ';
	$how = $argv[2];
	xhprof_enable(XHPROF_FLAGS_TIMELINE | XHPROF_FLAGS_NO_BUILTINS, ["log" => $argv[1]]);
	program(' . CALLS . ');
	if ($how === "stop") { xhprof_stop(); exit; }
	if ($how === "exit") { exit; }
	if ($how === "error") { undefined_function(); }
	if ($how === "memory") { ini_set("memory_limit", "2M"); $text = str_repeat("x", 1 << 26); }
	echo "ready\n";
	while (true) { sleep(1); }');
function run_script(string $script, string $file, string $how): void
{
	$process = proc_open([PHP_BINARY, '-n', ...(module_path() === null ? [] : ['-d', 'extension=' . module_path()]),
		'-d', 'xhprof.hook=' . ini_get('xhprof.hook'), $script, $file, $how],
		[['file', '/dev/null', 'r'], ['pipe', 'w'], ['file', '/dev/null', 'w']], $pipes);
	if ($how === 'kill') {
		fgets($pipes[1]);
		proc_terminate($process, 9);
	}
	stream_get_contents($pipes[1]);
	proc_close($process);
}

$whole = log_file('whole');
run_script($script, $whole, 'stop');
$whole = file_get_contents($whole);
echo substr_count($whole, "\n") - 1, " calls\n";
foreach (['exit', 'error', 'memory', 'kill'] as $how) {
	$file = log_file($how);
	run_script($script, $file, $how);
	$log = file_get_contents($file);
	$lines = explode("\n", $log);
	// All but main(), whose end is another one.
	$same = implode("\n", array_slice($lines, 0, -2));
	echo $how, ': ',
		str_ends_with($log, "\n") && str_starts_with($whole, $same) ? 'as far as it goes, the same' : 'other', ', ',
		count($lines) - 2 === substr_count($whole, "\n") - 1 ? 'all' : (count($lines) > CALLS ? 'most' : 'few'), "\n";
}
?>
--EXPECT--
30023 calls
exit: as far as it goes, the same, all
error: as far as it goes, the same, all
memory: as far as it goes, the same, all
kill: as far as it goes, the same, most