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

/** A function that scans all of its argument is called in a loop: the cost is the number of calls times the size. */
final class Quadratic extends Rule
{
	protected const ID = 'quadratic';
	protected const NEEDS = [Need::Calls];

	private const USE_KEYS = 'store the values as array keys, and test with isset()';
	private const COLLECT = 'collect the parts in a list, and call it once after the loop: array_merge(...$parts)';
	private const QUEUE = 'use a queue, such as SplQueue, or advance an index';
	private const OFFSET = 'step through the text with an offset or preg_match_all(); for bytes use $text[$i]';
	private const ONCE = 'call it once, before or after the loop';

	/** Functions whose time grows with the size of an argument, and their replacements. */
	private const FUNCTIONS = [
		'in_array' => self::USE_KEYS, 'array_search' => self::USE_KEYS, 'array_keys' => self::USE_KEYS,
		'array_diff' => self::USE_KEYS, 'array_intersect' => self::USE_KEYS,
		'array_merge' => self::COLLECT, 'array_replace' => self::COLLECT, 'array_merge_recursive' => self::COLLECT,
		'array_shift' => self::QUEUE, 'array_unshift' => self::QUEUE, 'array_splice' => self::QUEUE,
		'array_unique' => self::ONCE, 'array_values' => self::ONCE, 'array_reverse' => self::ONCE,
		'array_flip' => self::ONCE, 'array_sum' => self::ONCE,
		'array_column' => self::ONCE, 'array_combine' => self::ONCE, 'max' => self::ONCE, 'min' => self::ONCE,
		'sort' => self::ONCE, 'ksort' => self::ONCE, 'usort' => self::ONCE, 'asort' => self::ONCE,
		'rsort' => self::ONCE,
		'substr' => self::OFFSET, 'mb_substr' => self::OFFSET, 'mb_strlen' => self::ONCE,
		'iconv_substr' => self::OFFSET, 'implode' => self::ONCE,
	];

	/** With fewer calls, the size of the loop does not matter. */
	private const LEAST = 100;

	/**
	 * The shortest call of these functions takes about 0.1 us. A call that takes this long on average scans hundreds of
	 * values, so the total is quadratic.
	 */
	private const LEAST_AVERAGE_NS = 2_000;

	/**
	 * If a list grows from one value, the average call takes half as long as the longest one. A single long call proves
	 * nothing: it may have been interrupted.
	 */
	private const LONGEST_TO_SHORTEST = 10;
	private const AVERAGE_TO_SHORTEST = 5;

	/** See Opcache. Below this share, another part of the program is the bottleneck. */
	private const LEAST_SHARE = 0.1;

	public function findings(Recording $run): array
	{
		$findings = [];
		foreach ($run->named(array_keys(self::FUNCTIONS)) as $call) {
			$ns = $run->own($call);
			$isLong = $call->calls >= self::LEAST && $ns >= self::LEAST_AVERAGE_NS * $call->calls
				&& $run->share($ns) >= self::LEAST_SHARE;
			if ($isLong
				&& (self::FUNCTIONS[$call->function] !== self::ONCE || $call->hasArguments() || self::grows($call))) {
				$findings[] = self::finding($call, $ns);
			}
		}

		return $findings;
	}

	/**
	 * One call for each row of a table is linear, and all calls are needed. Calls on the same data again and again, or
	 * on growing data, are not.
	 */
	private static function grows(Call $call): bool
	{
		$shortest = max(1, $call->value('min_wall_ns') ?? PHP_INT_MAX);

		return ($call->value('max_wall_ns') ?? 0) / $shortest > self::LONGEST_TO_SHORTEST
			&& $call->wallNs / $call->calls / $shortest > self::AVERAGE_TO_SHORTEST;
	}

	private static function finding(Call $call, int $ns): Defect
	{
		$evidence = [Units::of($call->calls, 'call') . ', ' . Units::time($ns / $call->calls)
			. " each: each call of $call->function reads its whole argument"];
		$shortest = $call->value('min_wall_ns');
		$longest = $call->value('max_wall_ns');
		if ($shortest !== null && $longest !== null && $longest > self::LONGEST_TO_SHORTEST * $shortest) {
			$evidence[] = 'the shortest took ' . Units::time($shortest) . ', the longest ' . Units::time($longest);
		}

		return new Defect(self::ID, "$call->function() in a loop", $ns, $call->calls, $call, null, $evidence,
			self::FUNCTIONS[$call->function], Proof::ofCode(), $call->way());
	}
}
