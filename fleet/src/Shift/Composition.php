<?php
declare(strict_types=1);

namespace XHProf\Fleet\Shift;

/**
 * The time of a route by call path and by unit. A unit is a stretch of time or a host.
 *
 * @phpstan-type Stack array{list<string>, array<int, float>}
 */
final class Composition
{
	/** A function is new, or gone, if one side has less than this part of the other side's time. */
	private const NONE = 0.01;

	/** @var list<float> by unit */
	public readonly array $totals;

	/** @var array<string, array{float, float}> before and after, callees included */
	private readonly array $sums;

	/**
	 * @param list<Stack> $stacks frames, outermost first, and nanoseconds by unit
	 * @param int $before the number of units before, which come first
	 * @param int $after
	 * @param float $sample nanoseconds per effective sample
	 */
	public function __construct(private readonly array $stacks, private readonly int $before,
		private readonly int $after, public readonly float $sample)
	{
		$totals = array_fill(0, $before + $after, 0.0);
		$sums = [];
		foreach ($stacks as [$frames, $weights]) {
			$sides = [0.0, 0.0];
			foreach ($weights as $unit => $weight) {
				$totals[$unit] += $weight;
				$sides[$unit < $before ? 0 : 1] += $weight;
			}
			foreach (array_unique($frames) as $frame) {
				$sums[$frame] = [($sums[$frame][0] ?? 0.0) + $sides[0], ($sums[$frame][1] ?? 0.0) + $sides[1]];
			}
		}
		$this->totals = array_values($totals);
		$this->sums = $sums;
	}

	/**
	 * A composition of other stacks in the same units.
	 *
	 * @param list<Stack> $stacks
	 */
	public function of(array $stacks): self
	{
		return new self($stacks, $this->before, $this->after, $this->sample);
	}

	/** @return array{float, float} nanoseconds before and after */
	public function sides(): array
	{
		return [array_sum(array_slice($this->totals, 0, $this->before)),
			array_sum(array_slice($this->totals, $this->before))];
	}

	/** The effective samples of the unit that has the fewest. */
	public function least(): float
	{
		return $this->totals === [] ? 0.0 : min($this->totals) / $this->sample;
	}

	/**
	 * The time of the functions that have at least this much in all units together, and that both sides have.
	 *
	 * @return array{own: array<string, list<float>>, incl: array<string, list<float>>} nanoseconds by unit
	 */
	public function functions(float $least): array
	{
		$costs = ['own' => [], 'incl' => []];
		$none = array_fill(0, $this->before + $this->after, 0.0);
		foreach ($this->stacks as [$frames, $weights]) {
			$last = (string) end($frames);
			foreach (array_unique($frames) as $frame) {
				if (array_sum($this->sums[$frame]) < $least || !self::isFunction($frame) || $this->isOneSided($frame)) {
					continue;
				}
				foreach ($frame === $last ? ['own', 'incl'] : ['incl'] as $kind) {
					$costs[$kind][$frame] ??= $none;
					foreach ($weights as $unit => $weight) {
						$costs[$kind][$frame][$unit] += $weight;
					}
				}
			}
		}
		$costs['own'] = array_filter($costs['own'], static fn (array $units): bool => array_sum($units) >= $least);

		return $costs; // @phpstan-ignore return.type (units keep their order)
	}

	/**
	 * Functions that only one side has, the heaviest first.
	 *
	 * @return array<string, bool> true: it is new; false: it is gone
	 */
	public function changed(float $least): array
	{
		$changed = array_filter($this->sums, fn (array $sides, string|int $frame): bool => array_sum($sides) >= $least
			&& self::isFunction((string) $frame) && $this->isOneSided((string) $frame), ARRAY_FILTER_USE_BOTH);
		uasort($changed, static fn (array $a, array $b): int => array_sum($b) <=> array_sum($a));

		return array_map(fn (array $sides): bool => $sides[1] > $sides[0], $changed);
	}

	/**
	 * The inclusive time of these functions together, or their own time.
	 *
	 * @param list<string> $functions
	 * @return list<float> by unit
	 */
	public function timeOf(array $functions, bool $isOwn = false): array
	{
		$time = array_fill(0, $this->before + $this->after, 0.0);
		foreach ($this->stacks as [$frames, $weights]) {
			foreach (self::isOf($frames, $functions, $isOwn) ? $weights : [] as $unit => $weight) {
				$time[$unit] += $weight;
			}
		}

		return array_values($time);
	}

	/**
	 * The composition without that time.
	 *
	 * @param list<string> $functions
	 */
	public function without(array $functions, bool $isOwn): self
	{
		return $this->of(array_values(array_filter($this->stacks,
			static fn (array $stack): bool => !self::isOf($stack[0], $functions, $isOwn))));
	}

	/**
	 * @param list<string> $frames
	 * @param list<string> $functions
	 */
	private static function isOf(array $frames, array $functions, bool $isOwn): bool
	{
		return array_intersect($isOwn ? array_slice($frames, -1) : $frames, $functions) !== [];
	}

	/** False for names such as "(not sampled)". */
	private static function isFunction(string $frame): bool
	{
		return !str_starts_with($frame, '(');
	}

	private function isOneSided(string $frame): bool
	{
		[$before, $after] = $this->sums[$frame];
		$all = array_sum($this->sides());

		return $all > 0 && min($before, $after) < self::NONE * max($before, $after);
	}
}
