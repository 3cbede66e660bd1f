<?php
declare(strict_types=1);

namespace XHProf\Cli\Advise\Rule;

use XHProf\Cli\Advise\Call;
use XHProf\Cli\Advise\Defect;
use XHProf\Cli\Advise\Need;
use XHProf\Cli\Advise\Proof;
use XHProf\Cli\Advise\Recording;
use XHProf\Cli\Advise\Rule;
use XHProf\Cli\Terminal\Units;

/** A request waits until another request of the same visitor releases the session. */
final class SessionLock extends Rule
{
	protected const ID = 'session-lock';
	protected const NEEDS = [Need::Cpu];

	/** Opening and reading a session takes less than 1 ms, or 10 ms on a slow disk. */
	private const LEAST_NS = 20_000_000;

	/** A waiting process uses hardly any CPU time. */
	private const MOST_CPU = 0.1;

	/** See RepeatedQueries. */
	private const LEAST_SHARE = 0.01;

	public function findings(Recording $run): array
	{
		$findings = [];
		foreach ($run->named(['session_start']) as $call) {
			$handlers = self::handlers($call);
			$lockNs = $call->ownNs
				+ array_sum(array_map(static fn (Call $handler): int => $handler->wallNs, $handlers));
			$cpuNs = ($call->value('own_cpu_ns') ?? $call->ownNs) + array_sum(
				array_map(static fn (Call $handler): int => $handler->value('cpu_ns') ?? $handler->wallNs, $handlers));
			$waitNs = $lockNs - $cpuNs;
			if ($waitNs < self::LEAST_NS || $waitNs < (1 - self::MOST_CPU) * $lockNs
				|| $run->share($waitNs) < self::LEAST_SHARE) {
				continue;
			}
			$findings[] = new Defect(self::ID, 'session_start() waits for the session lock', $waitNs,
				$run->isSampled ? null : $call->calls, $call, null, [Units::time($lockNs)
					. ' in session_start, of which ' . Units::time($cpuNs)
					. ' on the CPU: another request of this visitor holds the lock'],
				'call session_write_close() after the last write, or session_start([\'read_and_close\' => '
					. 'true]) in requests that only read', Proof::ofCode(), $call->way());
		}

		return $findings;
	}

	/**
	 * Frameworks wrap PHP's session handler. The lock is then taken in its methods, by flock(), or by reading a row for
	 * update.
	 *
	 * @return list<Call>
	 */
	private static function handlers(Call $call): array
	{
		$handlers = [];
		foreach ($call->callees as $callee) {
			if (in_array($callee->function, ['SessionHandler::open', 'SessionHandler::read', 'flock'], true)
				|| preg_match('/\bfor update\b|\bget_lock\b/i', $callee->text ?? '') === 1) {
				$handlers[] = $callee;
				continue;
			}
			array_push($handlers, ...self::handlers($callee));
		}

		return $handlers;
	}
}
