--TEST--
SIGTERM saves the run of the job that is open; between two jobs, and in one without a run, it ends the worker as ever
--SKIPIF--
<?php
require __DIR__ . '/../../helper.inc';
if (shipped_module('pcntl') === null && !extension_loaded('pcntl')) die('skip needs pcntl');
if (getenv('XHPROF_VALGRIND')) die('skip what a signal ends frees nothing');
?>
--FILE--
<?php
require __DIR__ . '/worker.inc';

$folder = fresh_folder(__FILE__);
mkdir("$folder/runs");
file_put_contents("$folder/program.inc", '<?php
function work($n) { static $calls; $calls++; return $n > 0 ? work($n - 1) : $n; }
work(1);
xhprof_request_begin(["url" => "first"]);
work(2);
xhprof_request_end();
if ($argv[1] !== "between") {
	xhprof_request_begin(["url" => $argv[1]]);
}
work(3);
echo "ready\n";
while (true) { strrev("x"); }
');
$settings = auto_settings("$folder/runs", 'xhprof.exclude_uri=skipped');
array_unshift($settings, ...(module_path() === null ? [] : ['extension=' . module_path()]));

foreach (['within', 'between', 'skipped'] as $how) {
	$command = [PHP_BINARY, '-n'];
	foreach ($settings as $setting) {
		array_push($command, '-d', $setting);
	}
	array_push($command, "$folder/program.inc", $how);
	forget("$folder/runs");
	$process = proc_open($command, [['pipe', 'r'], ['pipe', 'w']], $pipes);
	fgets($pipes[1]);
	proc_terminate($process, 15);
	stream_get_contents($pipes[1]); // until it has ended
	do {
		$status = proc_get_status($process);
	} while ($status['running']);
	echo "$how: ", $status['signaled'] ? "by signal $status[termsig]" : "with status $status[exitcode]", "\n";
	told_runs($folder, 'status');
}
?>
--CLEAN--
<?php
require __DIR__ . '/worker.inc';
remove(__DIR__ . '/signal.tmp');
?>
--EXPECT--
within: by signal 15
first: 3 calls, status 0
program.inc: 2 calls, status 0
within: 4 calls, status 143
between: by signal 15
first: 3 calls, status 0
program.inc: 2 calls, status 0
skipped: by signal 15
first: 3 calls, status 0
program.inc: 2 calls, status 0
