<?php
/**
 * Measures the cost of `xhprof ship`, CPU time of all its threads and children, and memory, while it reads rings that
 * are written as by so many busy processes (rings.inc), for whole windows. Linux.
 *
 *     php -n -d extension=posix bench/ship.php --module build/bench/modules/xhprof.so [--workers 64] [--hz 100]
 *         [--windows 2] [--window 60] [--to URL] [--memory]
 *
 * --to: file:DIR in its own folder by default. --memory: without a spool on disk.
 */

declare(strict_types=1);

namespace Bench;

require __DIR__ . '/rings.inc';

$options = getopt('', ['module:', 'workers:', 'hz:', 'windows:', 'window:', 'to:', 'memory'])
	+ ['workers' => '64', 'hz' => '100', 'windows' => '2', 'window' => '60'];
if (!isset($options['module'])) {
	fwrite(STDERR, "usage: bench/ship.php --module FILE [--workers N] [--hz N] [--windows N] [--window S] "
		. "[--to URL] [--memory]\n");
	exit(2);
}

/**
 * Nanoseconds of CPU time: its own by all threads, and that of its children. Those that have ended are in fields of
 * stat that Process/ProcStat of the command does not read.
 */
function cpu_ns(int $pid): int
{
	$ns = 0;
	foreach (array_filter(explode(' ',
		implode(' ', array_map(file_get_contents(...), glob("/proc/$pid/task/*/children"))))) as $child) {
		$ns += cpu_ns((int) $child);
	}
	foreach (glob("/proc/$pid/task/*/schedstat") as $file) {
		$ns += (int) @file_get_contents($file);
	}
	$fields = explode(' ', substr((string) strrchr((string) file_get_contents("/proc/$pid/stat"), ')'), 2));

	return $ns + ((int) $fields[13] + (int) $fields[14]) * 10_000_000;
}

/** KiB of a line of /proc/PID/status. */
function memory_kb(int $pid, string $name): int
{
	return preg_match("/^$name:\s*(\d+)/m", (string) file_get_contents("/proc/$pid/status"), $found) === 1
		? (int) $found[1] : 0;
}

function agent(array $options, string $folder): array
{
	$own = ['-n', '-d', 'extension=' . realpath($options['module']), '-d', 'memory_limit=128M'];
	foreach (['posix', 'pcntl', 'curl', 'zlib'] as $extension) {
		if (!extension_loaded($extension) || $extension === 'posix') {
			array_push($own, '-d', "extension=$extension");
		}
	}
	$own = array_merge($own, [__DIR__ . '/../cli/bin/xhprof']);
	$ship = ['ship', '--live-dir', "$folder/rings", '--to', $options['to'] ?? "file:$folder/out",
		'--window', "$options[window]s", '--metrics-file', "$folder/metrics", '--service', 'bench',
		...(isset($options['memory']) ? [] : ['--spool', "$folder/spool"])];
	$process = proc_open([PHP_BINARY, ...$own, ...$ship], [['file', '/dev/null', 'r'], STDERR, STDERR], $pipes);

	return [$process, proc_get_status($process)['pid']];
}

/** Writes a second's samples, in tenths. */
function second(Rings $rings, int $hz): void
{
	static $due = 0.0;
	$due = max($due, hrtime(true) / 1e9 - 1.0);
	for ($i = 1; $i <= 10; $i++) {
		$rings->write(intdiv($hz * $i, 10) - intdiv($hz * ($i - 1), 10));
		$due += 0.1;
		usleep((int) max(0, 1e6 * ($due - hrtime(true) / 1e9)));
	}
}

$folder = (is_dir('/dev/shm') ? '/dev/shm' : sys_get_temp_dir()) . '/xhprof-bench-' . getmypid();
mkdir($folder);
mkdir("$folder/rings", 0700);
mkdir("$folder/out");
mkdir("$folder/spool", 0700);
[$workers, $hz, $window] = [(int) $options['workers'], (int) $options['hz'], (int) $options['window']];
$rings = new Rings("$folder/rings", $workers, intdiv(1_000_000_000, $hz));
[$process, $pid] = agent($options, $folder);
usleep(500_000); // what is in the rings when it starts is not read
$middle = intdiv($window, 2);
while (time() % $window !== $middle) {
	second($rings, $hz);
}
$before = cpu_ns($pid);
$steady = [];
$began = hrtime(true);
for ($i = 0; $i < $options['windows'] * $window; $i++) {
	$at = cpu_ns($pid);
	second($rings, $hz);
	$steady[] = cpu_ns($pid) - $at;
}
$elapsed = hrtime(true) - $began;
$cpu = cpu_ns($pid) - $before;
sort($steady);
printf("%d rings, %d samples a second each, windows of %d s: %.2f %% of a core\n", $workers, $hz, $window,
	100 * $cpu / $elapsed);
printf("of this reading: %.2f %% (%.2f ms a second, the median), a window's end: %.0f ms\n",
	$steady[intdiv(count($steady), 2)] / 1e7, $steady[intdiv(count($steady), 2)] / 1e6,
	($cpu - count($steady) * $steady[intdiv(count($steady), 2)]) / 1e6 / $options['windows']);
printf("memory: %.1f MiB, at most %.1f MiB\n", memory_kb($pid, 'VmRSS') / 1024, memory_kb($pid, 'VmHWM') / 1024);
foreach (array_filter(explode(' ', (string) @file_get_contents("/proc/$pid/task/$pid/children"))) as $child) {
	preg_match_all('/^Private_\w+: +(\d+)/m', (string) @file_get_contents("/proc/$child/smaps_rollup"), $found);
	printf("the reader's own: %.1f MiB\n", array_sum($found[1]) / 1024);
}
posix_kill($pid, SIGTERM);
proc_close($process);
$metrics = (string) @file_get_contents("$folder/metrics");
preg_match_all('/^xhprof_ship_(read_samples_total|lost_samples_total\S*|windows_total|batches\S*) (\d+)/m', $metrics,
	$found, PREG_SET_ORDER);
echo 'written: ', $rings->totals()['samples'], ' samples; ',
	implode(', ', array_map(static fn (array $one): string => "$one[1] $one[2]", $found)), "\n";
$rings->remove();
exec('du -sk ' . escapeshellarg("$folder/out"), $du);
echo 'out: ', (int) ($du[0] ?? 0), " KiB\n";
exec('rm -rf ' . escapeshellarg($folder));
