<?php
declare(strict_types=1);

namespace XHProf\Cli\Process;

use XHProf\Cli\Problem;

/**
 * Another process, that does not notice that it is one: its input and output, and all other open files, are
 * ours, signals reach it, and we end as it has ended.
 */
final class Child
{
	/** The signals that are passed on, by number: all but SIGKILL, SIGSTOP and those that tell of children. */
	private const SIGNALS = ['SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGTERM', 'SIGUSR1', 'SIGUSR2', 'SIGALRM', 'SIGWINCH'];

	/** A signal that a process sent, as against the terminal, which sends it to the child as well. */
	private const FROM_PROCESS = 0;

	/** @var resource|null */
	private $process;

	private int $signal = 0;

	/** It executes the command. */
	private bool $hasBegun = false;

	/** @var list<int> signals that came before that */
	private array $early = [];

	/**
	 * @param list<string> $command
	 * @param callable(int $pid): void $tick called all the time
	 * @param array<int, array{string, string, string}> $files instead of our own, as for proc_open()
	 * @return int its exit status
	 */
	public function run(array $command, callable $tick, array $files = []): int
	{
		$this->relaySignals();
		// Of those that are not named, this process has some: they are inherited as they are.
		$process = proc_open($command, $files, $pipes);
		if ($process === false) {
			throw new Problem("could not start $command[0]");
		}
		$this->process = $process;
		$wait_us = 1000;
		while (($status = proc_get_status($process))['running']) {
			$this->begin($status['pid']);
			$tick($status['pid']);
			usleep($wait_us);
			$wait_us = min(2 * $wait_us, 20_000);
		}
		$this->signal = $status['signaled'] ? $status['termsig'] : 0;

		return $this->signal > 0 ? 128 + $this->signal : $status['exitcode'];
	}

	/**
	 * Passes on what came early: a forked copy of this process, before it executes the command, has our handlers and
	 * loses signals.
	 */
	private function begin(int $pid): void
	{
		if ($this->hasBegun || $this->process === null) {
			return;
		}
		$own = @file_get_contents('/proc/self/cmdline');
		if ($own !== false && @file_get_contents("/proc/$pid/cmdline") === $own) {
			return;
		}
		$this->hasBegun = true;
		foreach ($this->early as $signal) {
			proc_terminate($this->process, $signal);
		}
	}

	/** The signal that ended it, or 0. */
	public function signal(): int
	{
		return $this->signal;
	}

	/** Ends as the child did: a shell can tell an exit with 130 from an end by SIGINT. */
	public function endLikewise(): void
	{
		if ($this->signal > 0 && function_exists('pcntl_signal') && function_exists('posix_kill')) {
			@pcntl_signal($this->signal, SIG_DFL);
			posix_kill(posix_getpid(), $this->signal);
			pcntl_signal_dispatch();
		}
	}

	/** Without the extension pcntl there is no way; the child still gets what the terminal sends. */
	private function relaySignals(): void
	{
		if (!function_exists('pcntl_signal')) {
			return;
		}
		pcntl_async_signals(true);
		foreach (self::SIGNALS as $name) {
			pcntl_signal(constant($name), function (int $signal, mixed $info): void {
				if ((is_array($info) ? $info['code'] ?? self::FROM_PROCESS
					: self::FROM_PROCESS) !== self::FROM_PROCESS) {
					return;
				}
				if ($this->hasBegun && $this->process !== null) {
					proc_terminate($this->process, $signal);
				} else {
					$this->early[] = $signal;
				}
			});
		}
	}
}
