<?php
declare(strict_types=1);

namespace XHProf\Cli\Code;

use XHProf\Profile;

/**
 * What a run knows of lines, by function.
 *
 * @phpstan-import-type Line from Profile
 */
final class Lines
{
	private const NUMBERS = ['ct', 'wt', 'samples', 'own_samples'];

	/** @var array<string, array<int, Line>> by function and line */
	private array $rows = [];

	public function __construct(Profile $profile)
	{
		foreach ($profile->lines() as $row) {
			$this->rows[$row['function']][$row['line']] = $row;
		}
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
