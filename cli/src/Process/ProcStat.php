<?php
declare(strict_types=1);

namespace XHProf\Cli\Process;

/** The kernel's facts about a process, or one of its threads, in /proc/PID/stat. */
final class ProcStat
{
	/** Linux' USER_HZ, on every machine that PHP runs on. */
	public const TICKS_PER_S = 100;

	/** Indexes into the fields from field 3 on. */
	private const STATE = 0, USER = 11, SYSTEM = 12, START = 19;

	/**
	 * @param string $name of the program, at most 15 bytes
	 * @param string $start in ticks since the machine's
	 * @param int $ticks of CPU time
	 */
	private function __construct(public readonly string $name, public readonly string $start,
		public readonly int $ticks, private readonly string $state)
	{
	}

	/** Null: the process is gone, or in another container. */
	public static function of(int $pid, ?int $tid = null, string $root = ''): ?self
	{
		$line = (string) @file_get_contents("$root/proc/$pid"
			. ($tid === null || $tid === $pid ? '' : "/task/$tid") . '/stat');
		$end = (int) strrpos($line, ')'); // the name may have blanks and parentheses
		$fields = explode(' ', substr($line, $end + 2));
		$from = (int) strpos($line, '(') + 1;

		return count($fields) > self::START
			? new self(substr($line, $from, $end - $from), $fields[self::START],
				(int) $fields[self::USER] + (int) $fields[self::SYSTEM], $fields[self::STATE]) : null;
	}

	/**
	 * True if SIGSTOP or a similar signal has stopped it, until SIGCONT. A tracer's stops do not count, because they
	 * are short.
	 */
	public function isStopped(): bool
	{
		return $this->state === 'T';
	}
}
