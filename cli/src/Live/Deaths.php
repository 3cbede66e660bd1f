<?php
declare(strict_types=1);

namespace XHProf\Cli\Live;

use XHProf\Cli\Doctor\Machine;

/**
 * Why workers of php-fpm died: its master alone learns their exit status, and writes it to its log. Of other processes nobody
 * can say more than that they were killed or crashed.
 *
 * @phpstan-type Death array{signal: string, by: string|null, at: float}
 * @phpstan-type Lasted array{wall_ns: int, wall_bound: 'at least'|'at most'}
 */
final class Deaths
{
	/** Of each log, from its end. */
	private const MOST_BYTES = 1 << 20;

	/** Of a master: its log is among the first ones. */
	private const MOST_FILES = 64;

	/** Of st_mode. */
	private const TYPE = 0170000, REGULAR = 0100000;

	/** The log has whole seconds. */
	private const SLACK_S = 2.0;

	/** The log and the times of files have whole seconds: it was by the end of that one. */
	private const SECOND_S = 1.0;

	private const TIMEOUT = '~^\[([^].]+)[^]]*\] WARNING: \[pool [^]]+\] child %d, script .*execution timed out \([\d.]+ sec\), terminating$~m';
	private const EXIT = '~^\[([^].]+)[^]]*\] WARNING: \[pool [^]]+\] child %d exited on signal \d+ \((SIG[A-Z0-9]+)~m';

	/** @var list<array{owner: int, text: string}>|null the ends of the logs; null: not read */
	private ?array $logs = null;

	/**
	 * Null: it is not known.
	 *
	 * @param string $file its ring: another user's master can say nothing of it
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
					// An earlier process may have had the number, as in each start of a container.
					$isTimeout = preg_match_all(sprintf(self::TIMEOUT, $status['pid']), $log, $timeouts) > 0
						&& self::time((string) end($timeouts[1])) >= $status['request']['began'] - self::SLACK_S;

					return ['signal' => $signal, 'by' => $isTimeout && in_array($signal, ['SIGTERM', 'SIGKILL'], true) ? 'request_terminate_timeout' : null, 'at' => $at];
				}
			}
		}

		return null;
	}

	/**
	 * How long the request lasted in which a process died. The time until its newest sample is "at least" that. The death was no later than
	 * the master's log says, or than the next process noticed it, or than now: "at most". The former is taken if it is half of the latter or more.
	 *
	 * @param array{request: array{began: float, ...}, ...} $status
	 * @param Death|null $death
	 * @param int $sampled_ns the time that its samples stand for; 0: there is none
	 * @return Lasted
	 */
	public static function lasted(string $file, array $status, ?array $death, int $sampled_ns): array
	{
		$end = $death === null ? self::noticed($file) : $death['at'] + self::SECOND_S;
		$most_ns = (int) max(0, 1e9 * ($end - $status['request']['began']));

		return 2 * $sampled_ns >= $most_ns ? ['wall_ns' => $sampled_ns, 'wall_bound' => 'at least']
			: ['wall_ns' => $most_ns, 'wall_bound' => 'at most'];
	}

	/** Who sweeps the folder removes the FIFO of a dead process, and sets the time of its ring. */
	private static function noticed(string $file): float
	{
		clearstatcache();

		return file_exists(substr($file, 0, -strlen('.data')) . '.ctl') ? microtime(true) : (float) @filemtime($file) + self::SECOND_S;
	}

	/**
	 * "ended by SIGTERM: request_terminate_timeout", or what can be said without a log.
	 *
	 * @param Death|null $death
	 */
	public static function text(?array $death): string
	{
		return $death === null ? 'killed or crashed' : "ended by $death[signal]" . ($death['by'] === null ? '' : ": $death[by]");
	}

	/** php-fpm writes local time, which is not that of this PHP's settings. */
	private static function time(string $text): float
	{
		$zone = preg_match('~/zoneinfo/(?:posix/)?(.+)$~D', (string) @readlink('/etc/localtime'), $found) === 1 ? $found[1] : 'UTC';
		try {
			$time = \DateTimeImmutable::createFromFormat('d-M-Y H:i:s', $text, new \DateTimeZone($zone));
		} catch (\Exception) {
			return 0.0;
		}

		return $time === false ? 0.0 : (float) $time->getTimestamp();
	}

	/**
	 * Of all masters whose files may be seen: a log is a regular file that one has open.
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
				if ($status !== false && ($status['mode'] & self::TYPE) === self::REGULAR) {
					$logs["$status[dev] $status[ino]"] ??= ['owner' => (int) @fileowner("/proc/$master[pid]"), 'text' => self::end($path)];
				}
			}
		}

		return array_values(array_filter($logs, static fn (array $log): bool => str_contains($log['text'], ' exited on signal ')));
	}

	/** Whose file it is may change it for a pipe meanwhile: nothing waits. */
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
