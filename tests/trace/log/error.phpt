--TEST--
A log that cannot be written gives one warning, and one that runs full says how many calls it lacks
--SKIPIF--
<?php
if (PHP_OS_FAMILY === 'Windows') die('skip has no /dev/full');
if (!file_exists('/dev/full')) die('skip has no /dev/full');
?>
--FILE--
<?php
require __DIR__ . '/log.inc';

set_error_handler(function (int $type, string $message): bool {
	echo 'Warning: ',
		preg_replace(['~ /\S*/~', '~\.\d+\.~', '~\d+(?= calls: max)~'], [' ', '.', 'some'], $message), "\n";
	return true;
});
$link = log_file('link');
symlink('/dev/null', $link);
foreach (['relative.log', '', __DIR__ . '/nothing/here.log', __DIR__, $link, "/tmp/x\0y"] as $path) {
	xhprof_enable(XHPROF_FLAGS_TIMELINE, ['log' => $path]);
	var_dump(xhprof_info()['running']);
}
foreach ([[0, ['log' => '/tmp/x']], [XHPROF_FLAGS_TIMELINE, ['log' => 1]], [XHPROF_FLAGS_TIMELINE,
	['max_log_bytes' => 0]], [XHPROF_FLAGS_TREE, ['log' => '/tmp/x', 'mode' => 'alloc']]] as [$flags, $options]) {
	try {
		xhprof_enable($flags, $options);
		xhprof_disable();
	} catch (TypeError $e) {
		echo $e->getMessage(), "\n";
	}
}

function run(string $file, array $options = []): array
{
	xhprof_enable(XHPROF_FLAGS_TIMELINE,
		['log' => $file, 'ignored_functions' => ['xhprof_disable', 'xhprof_stop', 'program']] + $options);
	program(2000);
	xhprof_stop();
	return xhprof_info()['log'];
}
$calls = run(log_file())['calls'];
$full = run('/dev/full');
var_dump($full['calls'] + $full['lost_calls'] === $calls, $full['calls'], $full['error']);
$file = log_file('limit');
$limited = run($file, ['max_log_bytes' => 5000]);
var_dump($limited['calls'] + $limited['lost_calls'] - $calls, $limited['error']);
$lines = explode("\n", file_get_contents($file));
var_dump(count($lines) - 3 === $limited['calls'],
	$lines[count($lines) - 2] === "# cut here: $limited[lost_calls] calls lost");

// A pipe whose reader goes away, and one without a reader.
$pipe = log_file('pipe');
exec('mkfifo ' . escapeshellarg($pipe), $output, $status);
xhprof_enable(XHPROF_FLAGS_TIMELINE, ['log' => $pipe]);
var_dump(xhprof_info()['running']);
$reader = fopen($pipe, 'r+');
xhprof_enable(XHPROF_FLAGS_TIMELINE,
	['log' => $pipe, 'ignored_functions' => ['fgets', 'fclose', 'program', 'xhprof_stop']]);
echo fgets($reader);
fclose($reader);
program(2000);
xhprof_stop();
$log = xhprof_info()['log'];
var_dump($log['calls'], $log['lost_calls'] === $calls);
?>
--EXPECT--
Warning: xhprof_enable(): profiling is off: the log relative.log cannot be written: it is not an absolute path
bool(false)
Warning: xhprof_enable(): profiling is off: the log  cannot be written: it is not an absolute path
bool(false)
Warning: xhprof_enable(): profiling is off: the log here.log cannot be written: No such file or directory
bool(false)
Warning: xhprof_enable(): profiling is off: the log log cannot be written: Is a directory
bool(false)
Warning: xhprof_enable(): profiling is off: the log error.link.tmp cannot be written: it is a symlink
bool(false)
Warning: xhprof_enable(): profiling is off: the log x cannot be written: it is not an absolute path
bool(false)
xhprof_enable(): Argument #2 ($options) option "log" must be used with XHPROF_FLAGS_TIMELINE
xhprof_enable(): Argument #2 ($options) option "log" must be of type string
xhprof_enable(): Argument #2 ($options) option "max_log_bytes" must be an int greater than 0
xhprof_enable(): Argument #2 ($options) option "log" must be used with XHPROF_FLAGS_TIMELINE
Warning: xhprof_stop(): the log full lacks 6028 calls: No space left on device
bool(true)
int(0)
string(23) "No space left on device"
Warning: xhprof_stop(): the log error.limit.tmp lacks some calls: max_log_bytes is reached
int(0)
NULL
bool(true)
bool(true)
Warning: xhprof_enable(): profiling is off: the log error.pipe.tmp cannot be written: No such device or address
bool(false)
# stack_level	file	function	line_defined	current_line	own_ns	total_ns
Warning: xhprof_stop(): the log error.pipe.tmp lacks 6028 calls: Broken pipe
int(0)
bool(true)