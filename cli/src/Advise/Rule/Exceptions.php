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

/** Exceptions as control flow: thrown often from one place. Each copies the stack. */
final class Exceptions extends Rule
{
	protected const ID = 'exceptions';
	protected const NEEDS = [Need::Calls];

	/** An exception takes at least 1 us, and more the deeper the stack is. Fewer than 100 take no noticeable time. */
	private const LEAST = 100;

	/**
	 * The least time to create, throw and catch an exception. It is a lower bound, because subtracting the estimated
	 * overhead of the calls around it may leave nothing of the measured time.
	 */
	private const LEAST_NS = 250;

	/**
	 * The most time of an exception without its constructor, and what each frame in its trace adds to that: 450 ns and
	 * 63 ns were measured. The rest of the function's own time is other work.
	 */
	private const MOST_NS = 1_000;
	private const MOST_FRAME_NS = 120;

	/** See Autoload. */
	private const LEAST_SHARE = 0.02;

	public function findings(Recording $run): array
	{
		$findings = [];
		$isCounted = isset($run->summary['events']['exceptions']);
		foreach ($run->calls as $call) {
			$count = $isCounted ? $call->value('own_exceptions') ?? 0 : self::made($call);
			if ($count < self::LEAST) {
				continue;
			}
			$constructors = array_values(array_filter($call->callees, self::isConstructor(...)));
			$ns = max(self::LEAST_NS * $count,
				self::thrown($run, $call, $count) + array_sum(array_map($run->net(...), $constructors)));
			if ($run->share($ns) >= self::LEAST_SHARE) {
				$kinds = array_unique(array_map(
					static fn (Call $made): string => substr($made->function, 0, -strlen('::__construct')),
					$constructors));
				$findings[] = new Defect(self::ID, Units::count($count) . ' exceptions from one place',
					$ns, $count, $call, $constructors[0] ?? null,
					[$call->function . ' ' . ($isCounted ? 'throws ' : 'makes ') . Units::count($count) . ' in '
						. Units::count($call->calls) . ' calls' . ($kinds === [] ? '' : ': ' . implode(', ', $kinds))],
					'return null or a result for expected outcomes, and throw for exceptional ones only',
					Proof::ofCode(), $call->way());
			}
		}

		return $findings;
	}

	private static function thrown(Recording $run, Call $call, int $count): int
	{
		return min($run->own($call), $count * (self::MOST_NS + self::MOST_FRAME_NS * count($call->path())));
	}

	/**
	 * The number of exceptions that it creates. A constructor may be inherited: then its name has the class that
	 * declares it.
	 */
	private static function made(Call $call): int
	{
		return array_sum(array_map(static fn (Call $callee): int => self::isConstructor($callee) ? $callee->calls : 0,
			$call->callees));
	}

	/** True for the constructor of an exception, unless the constructor of another exception calls it. */
	private static function isConstructor(Call $call): bool
	{
		return preg_match('/(Exception|Error)::__construct$/D', $call->function) === 1
			&& ($call->caller === null
				|| preg_match('/(Exception|Error)::__construct$/D', $call->caller->function) !== 1);
	}
}
