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

/** The garbage collector takes much time, and perhaps finds nothing. */
final class GarbageCollection extends Rule
{
	protected const ID = 'gc';
	protected const NEEDS = [Need::Calls, Need::Collector];

	/** Any program may trigger a collection now and then, as one begins at 10,001 roots: a small share is normal. */
	private const LEAST_SHARE = 0.05;
	private const LEAST_RUNS = 3;

	public function findings(Recording $run): array
	{
		$collections = $run->named(['{gc}']);
		// The destructors that a collection calls belong to the program.
		$ns = array_sum(array_map($run->own(...), $collections));
		$runs = Call::total($collections);
		if ($runs < self::LEAST_RUNS || $run->share($ns) < self::LEAST_SHARE) {
			return [];
		}
		usort($collections, static fn (Call $a, Call $b): int => $b->wallNs <=> $a->wallNs);
		$collected = $run->summary['gc']['collected'] ?? 0;
		$callers = [];
		foreach ($collections as $call) {
			$callers[$call->caller->function ?? 'main()'] = ($callers[$call->caller->function ?? 'main()'] ?? 0)
				+ $call->calls;
		}
		arsort($callers);
		$evidence = [Units::count($runs) . ' collections freed ' . Units::count($collected) . ' values',
			'they started in ' . implode(', ', array_map(
				static fn (string $name, int $count): string => "$name ($count)",
				array_keys(array_slice($callers, 0, 3)),
				array_slice($callers, 0, 3)))];
		// If a collection freed one value for each root that it scanned, it would be needed.
		$isVain = $collected < 1000 * $runs;

		return [new Defect(self::ID, $isVain ? 'the garbage collector finds almost nothing to free'
			: 'the garbage collector frees many cycles', $ns, $runs, $collections[0], null, $evidence,
			$isVain ? 'call gc_disable() before building large structures, and gc_enable() afterwards'
				: 'break the cycles: unset the reference to the parent, or use a WeakReference for it',
			$isVain ? Proof::ofSetting('zend.enable_gc=0') : Proof::ofProgram(), 'gc')];
	}
}
