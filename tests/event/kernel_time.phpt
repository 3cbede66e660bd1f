--TEST--
User and kernel time add up to the CPU time, in samples and at calls, and system calls have most of the kernel's
--SKIPIF--
<?php
require __DIR__ . '/../sampler/skipif.inc';
if (!is_readable('/proc/thread-self/stat')) die('skip no /proc/thread-self/stat');
?>
--FILE--
<?php
require __DIR__ . '/../helper.inc';

const TICK_NS = 10_000_000;

/* Of this thread, in ticks: getrusage() has the sampler's as well, which on a slow machine are a tenth. */
function cpu_ns(): int
{
	$fields = explode(' ', substr(strrchr(file_get_contents('/proc/thread-self/stat'), ')'), 2));

	return TICK_NS * ($fields[11] + $fields[12]);
}
function computes(float $seconds): void
{
	for ($end = cpu_ns() + $seconds * 1e9, $x = 0; cpu_ns() < $end;) for ($i = 0; $i < 300000; $i++) $x ^= $i;
}
function calls(float $seconds): void
{
	for ($end = cpu_ns() + $seconds * 1e9; cpu_ns() < $end;) for ($i = 0; $i < 100; $i++) reads();
}
function reads(): void { fseek($GLOBALS['file'], 0); fread($GLOBALS['file'], 1 << 16); }

$file = fopen(PHP_BINARY, 'r');
stream_set_read_buffer($file, 0);
$names = ['user-time', 'kernel-time'];
$starts = [
	'wall' => fn () => xhprof_sample_enable(['clock' => 'wall', 'interval' => 1000, 'events' => $names]),
	'cpu' => fn () => xhprof_sample_enable(['clock' => 'cpu', 'interval' => 1000, 'events' => $names]),
	'calls' => fn () => xhprof_enable(0, ['events' => $names]),
];
/* On a busy machine a sample may be late, and all that the kernel has used since the last one is of what runs then. */
function has_kernel_in_calls(array $functions): bool
{
	return ($functions['calls']['kernel-time'] ?? 0) > 2 * ($functions['computes']['kernel-time'] ?? 0);
}

/* The least and the most CPU time that a run with a pause can have used, and the run. */
function record(callable $start): array
{
	$at = [cpu_ns()];
	$start();
	$at[] = cpu_ns();
	computes(0.3);
	$at[] = cpu_ns();
	xhprof_pause();
	$at[] = cpu_ns();
	calls(0.2);
	$at[] = cpu_ns();
	xhprof_resume();
	$at[] = cpu_ns();
	calls(0.3);
	$at[] = cpu_ns();
	$profile = xhprof_stop();
	$at[] = cpu_ns();
	return [$at[2] - $at[1] + $at[6] - $at[5] - 4 * TICK_NS, $at[3] - $at[0] + $at[7] - $at[4] + 4 * TICK_NS, $profile];
}

foreach ($starts as $how => $start) {
	foreach (tries() as $try) {
		[$least, $most, $profile] = record($start);
		if (has_kernel_in_calls($profile->functions())) {
			break;
		}
	}
	$functions = $profile->functions();
	$events = $profile->summary()['events'];
	$sum = $events['user-time'] + $events['kernel-time'];
	echo $how, ': ', $sum > $least && $sum < $most ? 'the CPU time' : "$sum ns of $least to $most", ', ',
		has_kernel_in_calls($functions) ? 'the kernel\'s in calls' : 'the kernel\'s elsewhere', ', ',
		array_sum(array_column($functions, 'own_kernel-time')) === $events['kernel-time'] ? 'own times add up'
			: 'OWN TIMES', "\n";
	$profile->export("json", __DIR__ . "/kernel_time.tmp");
	echo XHProf\Profile::load(__DIR__ . '/kernel_time.tmp')->summary()['events'] === $events
		? "kept in a file\n" : "LOST\n";
	unlink(__DIR__ . '/kernel_time.tmp');
}
echo xhprof_info()['events']['kernel-time']['unit'], "\n";

foreach ([['events' => ['kernel-time']], ['clock' => 'cpu', 'events' => ['kernel-time:100']],
	['clock' => 'custom', 'events' => ['kernel-time']]] as $options) {
	try {
		xhprof_sample_enable($options);
	} catch (TypeError $error) {
		echo $error->getMessage(), "\n";
	}
}
?>
--EXPECT--
wall: the CPU time, the kernel's in calls, own times add up
kept in a file
cpu: the CPU time, the kernel's in calls, own times add up
kept in a file
calls: the CPU time, the kernel's in calls, own times add up
kept in a file
ns
xhprof_sample_enable(): Argument #1 ($options) option "events" has an event that is read with samples of a clock: give a "clock", too
xhprof_sample_enable(): Argument #1 ($options) option "events" has a period for an event that is read at each sample; omit the period
xhprof_sample_enable(): Argument #1 ($options) option "events" has an event that is read with samples of a clock, but "clock" is "custom"
