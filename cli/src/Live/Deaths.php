<?php
declare(strict_types=1);

namespace XHProf\Cli\Live;

use XHProf\Cli\Doctor\Machine;
use XHProf\Cli\Process\RegularFile;

/**
 * Finds out why workers of php-fpm died. Only their master learns their exit status, and writes it to its log. Of other
 * processes we know only that they were killed or crashed.
 *
 * @phpstan-type Death array{signal: string, by: string|null, at: float}
 * @phpstan-type Lasted array{wall_ns: int, wall_bound: 'at least'|'at most'}
 */
final class Deaths
{
	/** The number of bytes that are read at the end of each log. */
	private const MOST_BYTES = 1 << 20;

	/** The number of a master's descriptors that are looked at: its log is among the first. */
	private const MOST_FILES = 64;

	/** The tolerance for times in the log, which are whole seconds. */
	private const SLACK_S = 2.0;

	/** Times in the log and of files are whole seconds: the event happened by the end of that second. */
	private const SECOND_S = 1.0;

	private const TIMEOUT = '~^\[([^].]+)[^]]*\] WARNING: \[pool [^]]+\] child %d, '
		. 'script .*execution timed out \([\d.]+ sec\), terminating$~m';
	private const EXIT = '~^\[([^].]+)[^]]*\] WARNING: \[pool [^]]+\] child %d exited on signal \d+ \((SIG[A-Z0-9]+)~m';

	/** @param list<array{owner: int, text: string}>|null $logs the ends of the logs; null: they are read when needed */
	public function __construct(private ?array $logs = null)
	{
	}

	/**
	 * How a worker of php-fpm died; null: not known.
	 *
	 * @param string $file its ring: a log counts only if the master runs as root or as the ring's owner
	 * @param array{pid: int, sapi: string, request: array{began: float, ...}, ...} $status
	 * @return Death|null
	 */
	public function of(string $file, array $status): ?array
	{
		if ($status['sapi'] !== 'fpm-fcgi') {
			return null;
		}
		foreach ($this->logs ??= self::read() as ['owner' => $owner, 'text' => $log]) {
			if (!in_array($owner, [0, @fileowner($file)], true)) {
				continue;
			}
			preg_match_all(sprintf(self::EXIT, $status['pid']), $log, $found, PREG_SET_ORDER);
			foreach (array_reverse($found) as [, $time, $signal]) {
				$at = self::time($time);
				if ($at >= $status['request']['began'] - self::SLACK_S && $at <= microtime(true) + self::SLACK_S) {
					// An earlier process may have had the same pid, for example before a container was restarted.
					$isTimeout = preg_match_all(sprintf(self::TIMEOUT, $status['pid']), $log, $timeouts) > 0
						&& self::time((string) end($timeouts[1])) >= $status['request']['began'] - self::SLACK_S;

					return ['signal' => $signal, 'by' => $isTimeout && in_array($signal, ['SIGTERM', 'SIGKILL'], true)
						? 'request_terminate_timeout' : null, 'at' => $at];
				}
			}
		}

		return null;
	}

	/**
	 * A bound of the duration of the request in which a process died. The lower bound, "at least", is the time until
	 * its newest sample. For the upper bound, "at most", the process died by the time in the master's log; without a
	 * log, by the time when the next process noticed, or by now. The lower bound is returned if it is at least half of
	 * the upper one.
	 *
	 * @param array{request: array{began: float, ...}, ...} $status
	 * @param Death|null $death
	 * @param int $sampled_ns the time that its samples stand for; 0: it has no samples
	 * @return Lasted
	 */
	public static function lasted(string $file, array $status, ?array $death, int $sampled_ns): array
	{
		$end = $death === null ? self::noticed($file) : $death['at'] + self::SECOND_S;
		$most_ns = (int) max(0, 1e9 * ($end - $status['request']['began']));

		return 2 * $sampled_ns >= $most_ns ? ['wall_ns' => $sampled_ns, 'wall_bound' => 'at least']
			: ['wall_ns' => $most_ns, 'wall_bound' => 'at most'];
	}

	/**
	 * The Unix time by which another process had noticed the death: a sweep of the folder removes the FIFO of a dead
	 * process and sets the time of its ring. Before a sweep, that is now.
	 */
	private static function noticed(string $file): float
	{
		clearstatcache();

		return file_exists(substr($file, 0, -strlen('.data')) . '.ctl') ? microtime(true)
			: (float) @filemtime($file) + self::SECOND_S;
	}

	/**
	 * "ended by SIGTERM: request_terminate_timeout", or what can be said without a log.
	 *
	 * @param Death|null $death
	 */
	public static function text(?array $death): string
	{
		return $death === null ? 'killed or crashed'
			: "ended by $death[signal]" . ($death['by'] === null ? '' : ": $death[by]");
	}

	/** php-fpm logs the system's local time. The time zone in this PHP's settings may be another one. */
	private static function time(string $text): float
	{
		$zone = preg_match('~/zoneinfo/(?:posix/)?(.+)$~D', (string) @readlink('/etc/localtime'), $found) === 1
			? $found[1] : 'UTC';
		try {
			$time = \DateTimeImmutable::createFromFormat('d-M-Y H:i:s', $text, new \DateTimeZone($zone));
		} catch (\Exception) {
			return 0.0;
		}

		return $time === false ? 0.0 : (float) $time->getTimestamp();
	}

	/**
	 * The logs of all masters whose descriptors we may read. Any regular file that a master has open may be its log, so
	 * only files that mention an exit on a signal are returned.
	 *
	 * @return list<array{owner: int, text: string}>
	 */
	private static function read(): array
	{
		$logs = [];
		foreach ((new Machine())->masters() as $master) {
			foreach (array_slice(@scandir("/proc/$master[pid]/fd") ?: [], 0, self::MOST_FILES) as $number) {
				$path = "/proc/$master[pid]/fd/$number";
				$status = preg_match('~^\d+$~D', $number) === 1 ? @stat($path) : false;
				if ($status !== false && RegularFile::is($status)) {
					$logs["$status[dev] $status[ino]"] ??= ['owner' => (int) @fileowner("/proc/$master[pid]"),
						'text' => self::end($path)];
				}
			}
		}

		return array_values(array_filter($logs,
			static fn (array $log): bool => str_contains($log['text'], ' exited on signal ')));
	}

	/** The end of a file. Its owner may have put a pipe in its place meanwhile, so it is opened without blocking. */
	private static function end(string $path): string
	{
		$file = @fopen($path, 'rbn');
		if ($file === false) {
			return '';
		}
		fseek($file, max(0, (int) (fstat($file)['size'] ?? 0) - self::MOST_BYTES));
		$text = (string) stream_get_contents($file, self::MOST_BYTES);
		fclose($file);

		return $text;
	}
}
