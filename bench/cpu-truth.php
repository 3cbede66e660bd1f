<?php
/**
 * Is "cpu" true? The CPU time of main(), beside the kernel's figure for the thread.
 *
 *     php -n -d extension=posix -d extension=$PWD/build/bench/modules/xhprof.so bench/cpu-truth.php
 *
 * Each load runs for some hundred milliseconds under XHPROF_FLAGS_CPU. Needs pcntl and posix. The kernel's figure is
 * getrusage() of the thread in a process without threads. It is read within the profile and around it: a figure between
 * the two is right.
 */

declare(strict_types=1);

namespace Bench\Cpu;

const SECONDS = 0.6;

function used_us(): float
{
	$usage = getrusage();

	return 1e6 * ($usage['ru_utime.tv_sec'] + $usage['ru_stime.tv_sec'])
		+ $usage['ru_utime.tv_usec'] + $usage['ru_stime.tv_usec'];
}

function leaf(int $x): int
{
	return $x * 31 % 1009;
}

/** @param \Closure(): void $once a little of the load */
function for_a_while(\Closure $once, float $seconds): void
{
	$end = hrtime(true) + (int) (1e9 * $seconds);
	while (hrtime(true) < $end) {
		$once();
	}
}

function busy(): void
{
	for ($i = 0; $i < 200; $i++) {
		leaf($i);
	}
}

function long_bodies(): void
{
	for ($x = 1, $i = 0; $i < 100000; $i++) {
		$x = $x * 31 % 1009;
	}
}

/** Bodies of about as long as the gap at which the kernel is asked: the dearest there are. */
function gap_bodies(): void
{
	for ($j = 0; $j < 20; $j++) {
		body_of_some_us();
	}
}

function body_of_some_us(): void
{
	for ($x = 1, $i = 0; $i < 300; $i++) {
		$x = $x * 31 % 1009;
	}
}

function sleep_and_work(): void
{
	usleep(300);
	busy();
}

function page_faults(): void
{
	str_repeat('x', 4 << 20); // more than ZendMM keeps: new pages each time
}

function system_calls(): void
{
	for ($i = 0; $i < 20; $i++) {
		posix_getppid();
		touch_file();
	}
}

function touch_file(): void
{
	clearstatcache();
	is_file(__FILE__);
}

/** @return array{resource, int} the near end of a pair, and the child that sends back what it gets */
function echoing_child(): array
{
	[$near, $far] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
	$child = pcntl_fork();
	if ($child === 0) {
		fclose($near);
		while (($byte = fread($far, 1)) !== '' && $byte !== false) {
			fwrite($far, $byte);
		}
		posix_kill(getmypid(), SIGKILL); // no destructors, no output of the parent's
	}
	fclose($far);

	return [$near, $child];
}

function ping_pong($pipe): void
{
	fwrite($pipe, 'x');
	fread($pipe, 1);
}

/** Burns a CPU until it is killed. */
function competitor(): int
{
	$child = pcntl_fork();
	if ($child === 0) {
		while (true) {
		}
	}

	return $child;
}

function kill(int ...$children): void
{
	foreach ($children as $child) {
		posix_kill($child, SIGKILL);
		pcntl_waitpid($child, $status);
	}
}

/**
 * @return array{float, float, float, float} microseconds: wall, CPU as xhprof says, CPU as the kernel says, within and
 *     around
 */
function measure(\Closure $load): array
{
	// After a fork, the first write to a page costs: not in the profile, but in the kernel's figure.
	xhprof_enable(XHPROF_FLAGS_CPU);
	$load(0.05);
	xhprof_disable();
	$before = used_us();
	xhprof_enable(XHPROF_FLAGS_CPU);
	$within = used_us();
	$load(SECONDS);
	$within = used_us() - $within;
	$main = xhprof_disable()['main()'];

	return [$main['wt'], $main['cpu'], $within, used_us() - $before];
}

function pin_to_one_cpu(): bool
{
	exec('taskset -p -c 0 ' . getmypid() . ' 2>&1', $output, $status);

	return $status === 0;
}

function main(): void
{
	$loads = [
		'many calls' => static fn (float $seconds) => for_a_while(busy(...), $seconds),
		'long bodies' => static fn (float $seconds) => for_a_while(long_bodies(...), $seconds),
		'bodies of some 5 us' => static fn (float $seconds) => for_a_while(gap_bodies(...), $seconds),
		'sleeps' => static fn (float $seconds) => for_a_while(sleep_and_work(...), $seconds),
		'page faults' => static fn (float $seconds) => for_a_while(page_faults(...), $seconds),
		'system calls' => static fn (float $seconds) => for_a_while(system_calls(...), $seconds),
	];
	printf("%-50s %10s %10s %10s %8s\n", '', 'wall ms', 'xhprof ms', 'kernel ms', 'off by');
	foreach ([0, 2] as $competitors) {
		$children = [];
		if ($competitors > 0) {
			if (!pin_to_one_cpu()) {
				echo "no taskset: no loads with competitors\n";
				break;
			}
			for ($i = 0; $i < $competitors; $i++) {
				$children[] = competitor();
			}
		}
		[$pipe, $child] = echoing_child();
		foreach ($loads + ['ping-pong over a socket' => static fn (float $seconds) =>
			for_a_while(static fn () => ping_pong($pipe), $seconds)] as $name => $load) {
			[$wall, $said, $within, $around] = measure($load);
			$true = max($within, min($said, $around));
			printf("%-50s %10.1f %10.1f %10.1f %+7.2f%%\n",
				$name . ($competitors > 0 ? ', 2 competitors on the CPU' : ''),
				$wall / 1e3, $said / 1e3, $true / 1e3, 100 * ($said - $true) / $true);
		}
		fclose($pipe);
		kill($child, ...$children);
	}
}

main();
