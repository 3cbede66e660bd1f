<?php
declare(strict_types=1);

namespace XHProf\Cli\Process;

use XHProf\Cli\Problem;

/**
 * Runs another process in our place. It inherits our input, our output and all other open files, it gets our signals,
 * and we end as it ends.
 */
final class Child
{
	/** The signals that are passed on: all but SIGKILL, SIGSTOP and those about children. */
	private const SIGNALS = ['SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGTERM', 'SIGUSR1', 'SIGUSR2', 'SIGALRM', 'SIGWINCH'];

	/**
	 * The code of a signal that a process sent. The terminal's signals have another one, and reach the child as well.
	 */
	private const FROM_PROCESS = 0;

	/** The file that is empty, and keeps nothing. */
	public const NOWHERE = PHP_OS_FAMILY === 'Windows' ? 'NUL' : '/dev/null';

	/** @var resource|null */
	private $process;

	private int $signal = 0;

	/** True once the child executes the command. */
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
		// The child inherits all of this process's files that are not named here.
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
	 * Passes on the signals that came early. Until the forked copy of this process executes the command, it has our
	 * handlers, and loses signals.
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

	/** Ends this process as the child ended, because a shell can tell exit status 130 from an end by SIGINT. */
	public function endBySameSignal(): void
	{
		if ($this->signal > 0 && function_exists('pcntl_signal') && function_exists('posix_kill')) {
			@pcntl_signal($this->signal, SIG_DFL);
			posix_kill(posix_getpid(), $this->signal);
			pcntl_signal_dispatch();
		}
	}

	/**
	 * Passes on signals. Without the extension pcntl this is not possible, but the child still gets those of the
	 * terminal.
	 */
	private function relaySignals(): void
	{
		if (!function_exists('pcntl_signal')) {
			return;
		}
		pcntl_async_signals(true);
		foreach (self::SIGNALS as $name) {
			pcntl_signal(constant($name), function (int $signal, mixed $info): void {
				if (is_array($info) && ($info['code'] ?? self::FROM_PROCESS) !== self::FROM_PROCESS) {
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
