<?php
declare(strict_types=1);

namespace XHProf\Fleet\Shift;

use XHProf\Cli\Statistics\StudentT;

/**
 * Computes how the units of one side differ from those of the other. A unit is a stretch of time on all hosts, or a
 * host over all of the time: samples within a unit depend on each other, but units hardly do.
 *
 * @phpstan-type Fit array{change: float, variance: float, memory: float}
 * @phpstan-type Tested array{change: float, error: float, degrees: float, chance: float, certainty: float}
 */
final class Contrast
{
	/** The most that a stretch may resemble the one before it. */
	private const MOST_MEMORY = 0.8;

	/**
	 * The load of the extra unit in ofTimes(). It assumes that stretches differ by 3 %, and that costs grow with a
	 * power of the load between 0 and 0.3.
	 */
	private const PRIOR = 0.1;

	/**
	 * @var list<float> 1 for units after and 0 for those before, or 1 for all pairs; minus the part that the nuisances
	 *     explain
	 */
	private readonly array $effect;

	private readonly float $norm;

	/** @var list<list<float>> orthonormal */
	private array $basis = [];

	/**
	 * @param list<float> $effect
	 * @param list<list<float>> $nuisances other things that change the values, such as the load
	 * @param bool $isSeries the units follow each other in time
	 * @param bool $isPaired the values of as many units in another time come first, and are subtracted
	 * @param bool $hasPrior the last unit is the extra one, for which there is no value
	 */
	private function __construct(array $effect, array $nuisances, private readonly bool $isSeries,
		private readonly bool $isPaired, private readonly bool $hasPrior = false)
	{
		foreach ($nuisances as $nuisance) {
			$rest = $this->without($nuisance);
			$norm = self::dot($rest, $rest);
			if ($norm > 1e-9 * (1 + self::dot($nuisance, $nuisance))) {
				$this->basis[] = array_map(static fn (float $value): float => $value / sqrt($norm), $rest);
			}
		}
		$this->effect = $this->without($effect);
		$this->norm = self::dot($this->effect, $this->effect);
	}

	/**
	 * Compares stretches of time before with stretches after. Their loads are taken into account, as waiting grows with
	 * load. An extra unit with the load PRIOR and the value 0 makes sure that a load that hardly varies has next to no
	 * influence.
	 *
	 * @param list<float> $before logarithms of the load
	 * @param list<float> $after
	 */
	public static function ofTimes(array $before, array $after): self
	{
		$count = count($before) + count($after);
		$mean = array_sum([...$before, ...$after]) / $count;
		$loads = array_map(static fn (float $load): float => $load - $mean, [...$before, ...$after]);

		return new self([...self::sides(count($before), count($after)), 0.0],
			[[...array_fill(0, $count, 1.0), 0.0], [...$loads, self::PRIOR]], true, false, true);
	}

	/**
	 * Compares hosts in the same time.
	 *
	 * @param bool $isPaired the values of all hosts from the time before the sides differed come first
	 */
	public static function ofHosts(int $before, int $after, bool $isPaired): self
	{
		return new self(self::sides($before, $after), [array_fill(0, $before + $after, 1.0)], false, $isPaired);
	}

	/** Compares stretches of the same times of day, as many before as after. */
	public static function ofPairs(int $count): self
	{
		return new self(array_fill(0, $count, 1.0), [], true, true);
	}

	/** @return list<float> */
	private static function sides(int $before, int $after): array
	{
		return [...array_fill(0, $before, 0.0), ...array_fill(0, $after, 1.0)];
	}

	/**
	 * @param list<float> $values those of the units before, then those of the units after
	 * @return Fit memory: how much a unit resembles the one before it, -1 to 1
	 */
	public function fit(array $values): array
	{
		if ($this->isPaired) {
			$count = count($this->effect);
			$values = array_map(static fn (float $old, float $new): float => $new - $old,
				array_slice($values, 0, $count), array_slice($values, $count));
		}
		$rest = $this->without($this->hasPrior ? [...$values, 0.0] : $values);
		$change = self::dot($this->effect, $rest) / $this->norm;
		foreach ($rest as $i => $value) {
			$rest[$i] = $value - $change * $this->effect[$i];
		}
		$squares = self::dot($rest, $rest);
		$next = $squares > 0 ? self::dot(array_slice($rest, 0, -1), array_slice($rest, 1)) / $squares : 0.0;

		return ['change' => $change, 'variance' => $squares / $this->degrees() / $this->norm,
			'memory' => $next + (count($this->basis) + 1) / count($rest)];
	}

	/**
	 * @param Fit $fit
	 * @param float $memory the memory of similar values, as that of a single one is only a guess
	 * @return Tested certainty: ranks values of the same memory
	 */
	public function test(array $fit, float $memory): array
	{
		$memory = $this->isSeries ? max(0.0, min(self::MOST_MEMORY, max($memory, $fit['memory']))) : 0.0;
		$fewer = (1 - $memory) / (1 + $memory);
		$degrees = max(1.0, $this->degrees() * $fewer);
		$error = sqrt($fit['variance'] / $fewer);

		return ['change' => $fit['change'], 'error' => $error, 'degrees' => $degrees,
			'certainty' => $fit['variance'] > 0 ? abs($fit['change']) / sqrt($fit['variance']) : 0.0,
			'chance' => $error > 0 ? StudentT::chance($fit['change'] / $error, $degrees) : 1.0];
	}

	private function degrees(): int
	{
		return count($this->effect) - count($this->basis) - ($this->hasPrior ? 2 : 1);
	}

	/**
	 * @param list<float> $values
	 * @return list<float>
	 */
	private function without(array $values): array
	{
		foreach ($this->basis as $one) {
			$part = self::dot($one, $values);
			foreach ($values as $i => $value) {
				$values[$i] = $value - $part * $one[$i];
			}
		}

		return $values;
	}

	/**
	 * @param list<float> $a
	 * @param list<float> $b
	 */
	private static function dot(array $a, array $b): float
	{
		$sum = 0.0;
		foreach ($a as $i => $value) {
			$sum += $value * $b[$i];
		}

		return $sum;
	}
}
