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

/** Patterns that are built at run time are compiled for a single call each. */
final class RegexCompile extends Rule
{
	protected const ID = 'regex-compile';
	protected const NEEDS = [Need::Calls, Need::Patterns];

	private const FUNCTIONS = ['preg_match', 'preg_match_all', 'preg_replace', 'preg_replace_callback',
		'preg_replace_callback_array', 'preg_split', 'preg_grep', 'preg_filter'];

	/** PCRE caches 4,096 patterns for each process. When the cache is full, it drops an eighth of them. */
	private const FULL = 3_584;

	/** Large programs have hundreds of fixed patterns, and use each of them often. */
	private const LEAST = 100;

	/**
	 * Looking up a compiled pattern takes 0.1 us. Compiling the shortest one takes 5 us, and 15 us with the JIT of
	 * PCRE.
	 */
	private const LEAST_AVERAGE_NS = 5_000;

	/**
	 * The time to compile a pattern of 1 KiB with the JIT of PCRE. A call that takes longer spends the rest on
	 * matching.
	 */
	private const MOST_NS = 100_000;

	/** See Opcache. */
	private const LEAST_SHARE = 0.05;

	public function findings(Recording $run): array
	{
		$matches = $run->named(self::FUNCTIONS);
		$calls = Call::total($matches);
		$ns = array_sum(array_map($run->own(...), $matches));
		$patterns = $run->engine('patterns');
		if (!is_int($patterns) || $calls < self::LEAST || !self::isOften($run, $patterns, $calls)
			|| $ns < self::LEAST_AVERAGE_NS * $calls) {
			return [];
		}
		$shortest = min(PHP_INT_MAX,
			...array_map(static fn (Call $call): int => $call->value('min_wall_ns') ?? 0, $matches));
		$compiledNs = min(max(0, $ns - $calls * $shortest),
			self::MOST_NS * ($patterns >= self::FULL ? $calls : min($patterns, $calls)));
		if ($run->share($compiledNs) < self::LEAST_SHARE) {
			return [];
		}
		usort($matches, static fn (Call $a, Call $b): int => $run->own($b) <=> $run->own($a));
		$kept = $patterns >= self::FULL ? 'more than the ' . Units::count($patterns) . ' patterns that PHP caches'
			: Units::count($patterns) . ' patterns were compiled';

		return [new Defect(self::ID, 'regular expressions are compiled repeatedly',
			$compiledNs, $calls, $matches[0],
			null, [Units::of($calls, 'call') . ', ' . Units::time($ns / $calls) . " each: $kept"],
			'keep values out of the pattern: match the common part and compare the rest, '
				. 'or combine all words in one pattern before the loop', Proof::ofCode(), $matches[0]->way())];
	}

	/** A process of a site has seen patterns of other requests, too. */
	private static function isOften(Recording $run, int $patterns, int $calls): bool
	{
		return $patterns >= self::FULL || (!$run->isOfSite() && $patterns >= self::LEAST && 2 * $patterns >= $calls);
	}
}
