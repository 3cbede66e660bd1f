<?php
declare(strict_types=1);

namespace XHProf\Cli\Growth;

use XHProf\Cli\Problem;
use XHProf\Cli\Statistics\PowerFit;

/** The sizes of xhprof run --vary N=100,200,400: each replaces {N} in the words of a command. */
final class Sizes
{
	private const USAGE = 'xhprof run --vary N=100,200,400,800 -- SCRIPT {N}';
	private const MOST = 50;

	/** @param non-empty-list<string> $sizes ascending */
	private function __construct(public readonly string $name, public readonly array $sizes)
	{
	}

	/** @param list<string> $options the values of --vary */
	public static function of(array $options): ?self
	{
		if (count($options) > 1) {
			throw new Problem('--vary is given ' . count($options) . ' times',
				'vary one size and keep the others: the effects of two cannot be separated');
		}
		if ($options === []) {
			return null;
		}
		if (preg_match('/^([A-Za-z_]\w*)=(.*)$/Ds', $options[0], $part) !== 1) {
			throw new Problem("--vary takes a name and sizes, not \"$options[0]\"", self::USAGE);
		}
		$sizes = array_map(trim(...), explode(',', $part[2]));
		foreach ($sizes as $size) {
			if (!self::isSize($size)) {
				throw new Problem("--vary: \"$size\" is not a size",
					'sizes are positive numbers, with commas between: ' . self::USAGE);
			}
		}

		return new self($part[1], self::sorted($sizes));
	}

	public static function isSize(string $text): bool
	{
		return preg_match('/^\d{1,15}(\.\d{1,15})?$/D', $text) === 1 && (float) $text > 0;
	}

	/**
	 * @param non-empty-list<string> $sizes
	 * @return non-empty-list<string>
	 */
	private static function sorted(array $sizes): array
	{
		$values = array_map(floatval(...), $sizes);
		$twice = array_diff_key($values, array_unique($values));
		if ($twice !== []) {
			throw new Problem('--vary: ' . $sizes[array_key_first($twice)] . ' is given twice',
				'--repeat 5 runs each size 5 times');
		}
		if (count($sizes) < PowerFit::LEAST || count($sizes) > self::MOST) {
			throw new Problem('--vary takes from ' . PowerFit::LEAST . ' to ' . self::MOST . ' sizes, not '
				. count($sizes), self::USAGE);
		}
		usort($sizes, static fn (string $a, string $b): int => (float) $a <=> (float) $b);

		return $sizes;
	}

	/** "N=100", for people. */
	public function named(int $place): string
	{
		return "$this->name={$this->sizes[$place]}";
	}

	/**
	 * A command for each size.
	 *
	 * @param list<string> $words
	 * @return non-empty-list<list<string>>
	 */
	public function commands(array $words): array
	{
		$place = '{' . $this->name . '}';
		if (!str_contains(implode("\0", $words), $place)) {
			throw new Problem("the command does not contain $place",
				'put it where the size goes: ' . strtr(self::USAGE, ['N=' => "$this->name=", '{N}' => $place]));
		}

		return array_map(static fn (string $size): array => str_replace($place, $size, $words), $this->sizes);
	}
}
