<?php
declare(strict_types=1);

namespace XHProf\Cli\Run;

/**
 * How the units of one side differ from those of the other. A unit is a stretch of time of all hosts, or a host in all of the time: samples
 * of a unit depend on each other, units hardly do.
 *
 * @phpstan-type Fit array{change: float, variance: float, memory: float}
 * @phpstan-type Tested array{change: float, error: float, degrees: float, chance: float, certainty: float}
 */
final class Contrast
{
	/** A stretch may resemble the one before it that much. */
	private const MOST_MEMORY = 0.8;

	/** As if stretches differed by 3 %, and costs grew with the load's power of 0 to 0.3. */
	private const PRIOR = 0.1;

	/** @var list<float> 1 for those after, without what the nuisances explain of it */
	private readonly array $effect;

	private readonly float $norm;

	/** @var list<list<float>> orthonormal */
	private array $basis = [];

	/**
	 * @param list<float> $effect
	 * @param list<list<float>> $nuisances what also changes the values
	 * @param bool $isSeries units follow each other in time
	 * @param bool $isPaired values of as many units, of another time, come first, and are subtracted
	 * @param bool $hasPrior the last unit is not one of the values
	 */
	private function __construct(array $effect, array $nuisances, private readonly bool $isSeries, private readonly bool $isPaired,
		private readonly bool $hasPrior = false)
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
	 * Stretches of time before, and then those after, at their loads: waiting grows with load. One more unit, of the load PRIOR and the value 0, keeps
	 * the influence of a load that hardly varies near to none.
	 *
	 * @param list<float> $before logarithms of the load
	 * @param list<float> $after
	 */
	public static function ofTimes(array $before, array $after): self
	{
		$count = count($before) + count($after);
		$mean = array_sum([...$before, ...$after]) / $count;
		$loads = array_map(static fn (float $load): float => $load - $mean, [...$before, ...$after]);

		return new self([...self::sides(count($before), count($after)), 0.0], [[...array_fill(0, $count, 1.0), 0.0], [...$loads, self::PRIOR]], true, false, true);
	}

	/**
	 * Hosts in the same time.
	 *
	 * @param bool $isPaired values of all hosts from before both sides differed come first
	 */
	public static function ofHosts(int $before, int $after, bool $isPaired): self
	{
		return new self(self::sides($before, $after), [array_fill(0, $before + $after, 1.0)], false, $isPaired);
	}

	/** Stretches of the same times of day, as many before as after. */
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
	 * @param list<float> $values of the units before, then of those after
	 * @return Fit memory: how much a unit resembles the one before it, -1 to 1
	 */
	public function fit(array $values): array
	{
		if ($this->isPaired) {
			$count = count($this->effect);
			$values = array_map(static fn (float $old, float $new): float => $new - $old, array_slice($values, 0, $count), array_slice($values, $count));
		}
		$rest = $this->without($this->hasPrior ? [...$values, 0.0] : $values);
		$change = self::dot($this->effect, $rest) / $this->norm;
		foreach ($rest as $i => $value) {
			$rest[$i] = $value - $change * $this->effect[$i];
		}
		$squares = self::dot($rest, $rest);
		$next = $squares > 0 ? self::dot(array_slice($rest, 0, -1), array_slice($rest, 1)) / $squares : 0.0;

		return ['change' => $change, 'variance' => $squares / $this->degrees() / $this->norm, 'memory' => $next + (count($this->basis) + 1) / count($rest)];
	}

	/**
	 * @param Fit $fit
	 * @param float $memory of like values, as that of one is a guess
	 * @return Tested certainty: by which those of like memory can be ranked
	 */
	public function test(array $fit, float $memory): array
	{
		$memory = $this->isSeries ? max(0.0, min(self::MOST_MEMORY, max($memory, $fit['memory']))) : 0.0;
		$fewer = (1 - $memory) / (1 + $memory);
		$degrees = max(1.0, $this->degrees() * $fewer);
		$error = sqrt($fit['variance'] / $fewer);

		return ['change' => $fit['change'], 'error' => $error, 'degrees' => $degrees, 'certainty' => $fit['variance'] > 0 ? abs($fit['change']) / sqrt($fit['variance']) : 0.0,
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
