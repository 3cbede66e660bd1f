<?php
declare(strict_types=1);

namespace XHProf\Cli\Advise\Rule;

use XHProf\Cli\Advise\Call;
use XHProf\Cli\Advise\Defect;
use XHProf\Cli\Advise\Need;
use XHProf\Cli\Advise\Proof;
use XHProf\Cli\Advise\Recording;
use XHProf\Cli\Advise\Rule;

/** Exceptions as control flow: thrown often from one place. Each copies the stack. */
final class Exceptions implements Rule
{
	/** An exception takes 1 us and more, which grows with the depth of the stack; of 100 nobody would notice. */
	private const LEAST = 100;

	/**
	 * To make, throw and catch one takes so long at least: the estimated overhead of the calls around it may take all
	 * of its measured time.
	 */
	private const LEAST_NS = 250;

	/**
	 * And so long at most beside its constructor, with so much more for each frame that its trace copies: measured 450
	 * ns and 63 ns. All else of its function's own time is other work.
	 */
	private const MOST_NS = 1_000;
	private const MOST_FRAME_NS = 120;

	/** See Autoload. */
	private const LEAST_SHARE = 0.02;

	public function id(): string
	{
		return 'exceptions';
	}

	public function needs(): array
	{
		return [Need::Calls];
	}

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
				$findings[] = new Defect('exceptions', number_format($count) . ' exceptions from one place',
					$ns, $count, $call, $constructors[0] ?? null,
					[$call->function . ' ' . ($isCounted ? 'throws ' : 'makes ') . number_format($count) . ' in '
						. number_format($call->calls) . ' calls' . ($kinds === [] ? '' : ': ' . implode(', ', $kinds))],
					'return null or a result for what is usual, and throw for what is not',
					Proof::ofCode(), $call->way());
			}
		}

		return $findings;
	}

	private static function thrown(Recording $run, Call $call, int $count): int
	{
		return min($run->own($call), $count * (self::MOST_NS + self::MOST_FRAME_NS * count($call->path())));
	}

	/** How many exceptions it makes: their constructors may be inherited, and are named by who declares them. */
	private static function made(Call $call): int
	{
		return array_sum(array_map(static fn (Call $callee): int => self::isConstructor($callee) ? $callee->calls : 0,
			$call->callees));
	}

	/** Of an exception; not of one that another one's constructor calls. */
	private static function isConstructor(Call $call): bool
	{
		return preg_match('/(Exception|Error)::__construct$/D', $call->function) === 1
			&& ($call->caller === null
				|| preg_match('/(Exception|Error)::__construct$/D', $call->caller->function) !== 1);
	}
}
