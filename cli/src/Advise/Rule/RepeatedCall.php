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

/** A function is called with the same arguments again. If it depends on nothing else, it returns the same result. */
final class RepeatedCall extends Rule
{
	protected const ID = 'repeated-call';
	protected const NEEDS = [Need::Calls, Need::Arguments];

	/** See RepeatedQueries. */
	private const LEAST = 10;

	/** See Opcache. */
	private const LEAST_SHARE = 0.05;

	public function findings(Recording $run): array
	{
		$functions = [];
		foreach ($run->those(static fn (Call $call): bool => $call->hasArguments()) as $call) {
			$functions[$call->function][(string) $call->text][] = $call;
		}
		$findings = [];
		foreach ($functions as $texts) {
			$finding = self::finding($run, $texts);
			if ($finding !== null) {
				$findings[] = $finding;
			}
		}

		return $findings;
	}

	/** @param non-empty-array<string, non-empty-list<Call>> $texts the calls by their arguments */
	private static function finding(Recording $run, array $texts): ?Defect
	{
		$all = array_merge(...array_values($texts));
		$isRecursive = array_filter($all, static fn (Call $call): bool =>
			$call->isBelow(static fn (Call $other): bool => $other->function === $call->function)) !== [];
		$calls = 0;
		$ns = 0.0;
		$most = [];
		foreach ($texts as $group) {
			$count = Call::total($group);
			$calls += $count;
			$total = array_sum(array_map(static fn (Call $call): int => self::cost($run, $call, $isRecursive), $group));
			$ns += min($total * ($count - 1) / $count, $total - ($isRecursive ? 0 : self::longest($group, $total)));
			$most[] = $count;
		}
		$repeated = $calls - count($texts);
		if ($repeated < self::LEAST || $run->share((int) $ns) < self::LEAST_SHARE) {
			return null;
		}
		usort($all, static fn (Call $a, Call $b): int => [$b->calls, $a->place] <=> [$a->calls, $b->place]);

		return new Defect(self::ID, "{$all[0]->function}() is called again with the same arguments", (int) $ns,
			$repeated, $all[0], null, [Units::count($calls) . ' calls with ' . Units::count(count($texts))
				. ' different arguments; the most frequent ' . Units::count(max($most)) . ' times'],
			'if the result depends on the arguments only, cache it: static $known = []; return $known[$key] ??= ...',
			Proof::ofCode(), $all[0]->function);
	}

	/**
	 * The longest of the calls: the first one may have done work that the others only looked up.
	 *
	 * @param non-empty-list<Call> $group
	 */
	private static function longest(array $group, int $total): int
	{
		return min($total, max(array_map(static fn (Call $call): int => $call->value('max_wall_ns') ?? 0, $group)));
	}

	/**
	 * The time of a recursive call is part of its caller's time, so only what is not a call of the same function
	 * counts.
	 *
	 * @param bool $isRecursive true if the function is
	 */
	private static function cost(Recording $run, Call $call, bool $isRecursive): int
	{
		return $isRecursive ? self::withoutItself($run, $call, $call->function) : $run->net($call);
	}

	private static function withoutItself(Recording $run, Call $call, string $function): int
	{
		$ns = $run->own($call);
		foreach ($call->callees as $callee) {
			$ns += $callee->function === $function ? 0 : self::withoutItself($run, $callee, $function);
		}

		return $ns;
	}
}
