--TEST--
On the command line SIGINT and SIGTERM save the run before they end the program, unless it sees to them itself
--SKIPIF--
<?php
require __DIR__ . '/../../helper.inc';
if (shipped_module('pcntl') === null && !extension_loaded('pcntl')) die('skip needs pcntl');
if (getenv('XHPROF_VALGRIND')) die('skip what a signal ends frees nothing');
?>
--FILE--
<?php
require __DIR__ . '/auto.inc';

$folder = fresh_folder(__FILE__);
mkdir("$folder/runs");
file_put_contents("$folder/program.inc", <<<'PHP'
<?php
function before($x) { return $x; }
function shut_down() { echo "shut down\n"; }
register_shutdown_function('shut_down');
before(1);
pcntl_async_signals(true);
match ($argv[1]) {
	'handled' => pcntl_signal(SIGTERM, function () { echo "handled\n"; exit(3); }),
	'ignored' => pcntl_signal(SIGTERM, SIG_IGN),
	'reset' => pcntl_signal(SIGTERM, SIG_DFL),
	default => null,
};
echo "ready\n";
if ($argv[1] === 'waits') {
	fgets(STDIN); // a second signal, or two seconds, end what comes to no safe point
}
while ($argv[1] !== 'ignored' || fgets(STDIN) === false) {
	strrev('x');
}
PHP);
$pcntl = extension_loaded('pcntl') ? [] : ['extension=' . shipped_module('pcntl')];
$settings = auto_settings("$folder/runs", 'display_errors=1', ...$pcntl);
array_unshift($settings, ...(module_path() === null ? [] : ['extension=' . module_path()]));

function ended(array $settings, string $how, int $signal): void
{
	global $folder;
	$command = [PHP_BINARY, '-n'];
	foreach ($settings as $setting) {
		array_push($command, '-d', $setting);
	}
	array_push($command, "$folder/program.inc", $how);
	$process = proc_open($command, [['pipe', 'r'], ['pipe', 'w']], $pipes);
	fgets($pipes[1]);
	proc_terminate($process, $signal);
	match ($how) {
		'ignored' => fwrite($pipes[0], "go on\n"),
		'waits' => proc_terminate($process, $signal),
		default => null,
	};
	$said = trim(stream_get_contents($pipes[1])); // until it has ended
	do {
		$status = proc_get_status($process);
	} while ($status['running']);
	echo "$how: ", $status['signaled'] ? "by signal $status[termsig]" : "with status $status[exitcode]",
		$said === '' ? '' : ', ' . str_replace("\n", ', ', $said);
	if ($how === 'waits') {
		forget("$folder/runs"); // saved, if the first signal came before it waited
	}
	foreach (runs("$folder/runs") as $i => $run) {
		echo ', saved: ', $run->functions()['before']['calls'], ' call, status ',
			metas("$folder/runs")[$i]['xhprof']['status'];
	}
	echo "\n";
	forget("$folder/runs");
}

foreach (['left' => 2, 'left alone' => 15, 'handled' => 15, 'ignored' => 15, 'reset' => 15,
	'waits' => 15] as $how => $signal) {
	ended($settings, $how, $signal);
}
?>
--CLEAN--
<?php
require __DIR__ . '/auto.inc';
remove(__DIR__ . '/signal_ends.tmp');
?>
--EXPECT--
left: by signal 2, saved: 1 call, status 130
left alone: by signal 15, saved: 1 call, status 143
handled: with status 3, handled, shut down, saved: 1 call, status 3
ignored: with status 0, shut down, saved: 1 call, status 0
reset: by signal 15
waits: by signal 15
