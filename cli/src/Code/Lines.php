<?php
declare(strict_types=1);

namespace XHProf\Cli\Code;

use XHProf\Profile;

/**
 * The lines that a run knows, by function.
 *
 * @phpstan-import-type Line from Profile
 */
final class Lines
{
	private const NUMBERS = ['ct', 'wall_ns', 'samples', 'own_samples'];

	/** @var array<string, array<int, Line>> by function and line */
	private array $rows = [];

	/** The run of samples that the shares of lines are of; null: there is none. */
	private readonly ?Profile $samples;

	/** @param Profile $profile of calls, of samples, or of calls with samples beside them */
	public function __construct(Profile $profile)
	{
		$this->samples = $profile->summary()['mode'] === 'sample' ? $profile : $profile->sampled();
		foreach ([$profile->lines(), $this->samples === $profile ? [] : $this->samples?->lines() ?? []] as $rows) {
			foreach ($rows as $row) {
				$this->rows[$row['function']][$row['line']] = ($this->rows[$row['function']][$row['line']] ?? [])
					+ $row;
			}
		}
	}

	/**
	 * The weight and the time of some functions, callees included: shares of samples are of these.
	 *
	 * @param list<string> $names
	 * @return array{samples: int, wall_ns: int}
	 */
	public function sampled(array $names): array
	{
		$sum = ['samples' => 0, 'wall_ns' => 0];
		foreach ($this->samples === null ? []
			: array_intersect_key($this->samples->functions(), array_flip($names)) as $row) {
			$sum['samples'] += $row['calls'];
			$sum['wall_ns'] += $row['wall_ns'];
		}

		return $sum;
	}

	public function isEmpty(): bool
	{
		return $this->rows === [];
	}

	/** @return list<string> */
	public function functions(): array
	{
		return array_map(strval(...), array_keys($this->rows));
	}

	/**
	 * The sum of some functions, by line.
	 *
	 * @param list<string> $names
	 * @return array<int, Line>
	 */
	public function of(array $names): array
	{
		$sum = [];
		foreach ($names as $name) {
			foreach ($this->rows[$name] ?? [] as $line => $row) {
				$sum[$line] = isset($sum[$line]) ? self::sum($sum[$line], $row) : $row;
			}
		}
		ksort($sum);

		return $sum;
	}

	/**
	 * @param Line $one
	 * @param Line $more
	 * @return Line
	 */
	private static function sum(array $one, array $more): array
	{
		foreach (self::NUMBERS as $key) {
			if (isset($one[$key]) || isset($more[$key])) {
				$one[$key] = ($one[$key] ?? 0) + ($more[$key] ?? 0);
			}
		}

		return $one;
	}
}
