<?php
declare(strict_types=1);

namespace XHProf\Cli\Live;

use XHProf\Cli\Problem;

/** Reports early that there is no process to sample. Otherwise a command would notice only when its time is over. */
final class Absence
{
	/** The time that a pool may take to restart. */
	private const GRACE_NS = 3_000_000_000;

	private readonly int $beganAt;

	/** @var \Closure(): int the clock, in nanoseconds */
	private readonly \Closure $clock;

	private bool $isSettled = false;

	/**
	 * @param bool $mayWait the user said for how long: processes may come until then
	 * @param bool $isQuiet nothing is to be said while the command waits
	 * @param (\Closure(): int)|null $clock null: hrtime()
	 */
	public function __construct(
		private readonly Target $target,
		private readonly bool $mayWait,
		private readonly bool $isQuiet = false,
		?\Closure $clock = null,
	) {
		$this->clock = $clock ?? static fn (): int => hrtime(true);
		$this->beganAt = ($this->clock)();
	}

	/**
	 * Must be called several times a second. Throws once no process has come in time.
	 *
	 * @param bool $isThere a process is or was sampled
	 * @param array<string, string> $refused why processes are not sampled, by file
	 */
	public function tick(bool $isThere, array $refused): void
	{
		if ($this->isSettled || $isThere) {
			$this->isSettled = true;
		} elseif ($this->mayWait) {
			$this->isSettled = true;
			if (!$this->isQuiet && $refused === []) {
				fwrite(STDERR, "xhprof: no process of {$this->target->name()} is alive yet; waiting for one\n");
			}
		} elseif (($this->clock)() - $this->beganAt >= self::GRACE_NS) {
			throw $this->problem($refused);
		}
	}

	/** @param array<string, string> $refused */
	private function problem(array $refused): Problem
	{
		if ($refused !== []) {
			return new Problem('nothing can be sampled: ' . array_key_first($refused), (string) reset($refused));
		}

		return new Problem('no process of ' . $this->target->name() . ' is alive',
			self::advice($this->target) . '; --duration TIME waits for processes to start');
	}

	/** The advice for a target without a live process. */
	public static function advice(Target $target): string
	{
		return $target->missing()->advice ?? 'xhprof dump shows the last stacks of dead processes';
	}
}
