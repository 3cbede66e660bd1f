<?php
declare(strict_types=1);

namespace XHProf\Cli\Comparison;

/**
 * Pairs the names of two lists. The input says how alike any two are: a row for each name of the first list, with a
 * value for each name of the second.
 */
final class Alignment
{
	/**
	 * The pairing in which both lists keep their order and the pairs are most alike in total; if several are, the one
	 * with most pairs.
	 *
	 * @param array<string, array<string, float>> $likeness
	 * @return array<string, string>
	 */
	public static function ordered(array $likeness): array
	{
		$rows = array_keys($likeness);
		$columns = array_keys(reset($likeness) ?: []);
		$best = array_fill(0, count($rows) + 1, array_fill(0, count($columns) + 1, 0.0));
		for ($i = count($rows) - 1; $i >= 0; $i--) {
			for ($j = count($columns) - 1; $j >= 0; $j--) {
				$best[$i][$j] = max($best[$i + 1][$j], $best[$i][$j + 1],
					$best[$i + 1][$j + 1] + self::worth($likeness[$rows[$i]][$columns[$j]]));
			}
		}
		$pairs = [];
		for ($i = $j = 0; $i < count($rows) && $j < count($columns);) {
			if ($best[$i][$j] === $best[$i + 1][$j + 1] + self::worth($likeness[$rows[$i]][$columns[$j]])) {
				$pairs[(string) $rows[$i++]] = (string) $columns[$j++];
			} elseif ($best[$i][$j] === $best[$i + 1][$j]) {
				$i++;
			} else {
				$j++;
			}
		}

		return $pairs;
	}

	private static function worth(float $likeness): float
	{
		return $likeness + 0.01;
	}

	/**
	 * Pairs the most alike names first, and each name once.
	 *
	 * @param array<string, array<string, float>> $likeness
	 * @param float $least names that are less alike than this are no pair
	 * @param float $margin two names are no pair if one of them is as alike, up to this margin, to a third one that is
	 *     still free
	 * @return array<string, string>
	 */
	public static function best(array $likeness, float $least, float $margin): array
	{
		$candidates = $byOther = [];
		foreach ($likeness as $name => $row) {
			foreach ($row as $other => $value) {
				if ($value >= $least) {
					$candidates[] = [$value, (string) $name, (string) $other];
					$byOther[$other][$name] = $value;
				}
			}
		}
		usort($candidates, static fn (array $a, array $b): int => [$b[0], $a[1], $a[2]] <=> [$a[0], $b[1], $b[2]]);
		$pairs = $taken = [];
		foreach ($candidates as [$value, $name, $other]) {
			if (isset($pairs[$name]) || isset($taken[$other])) {
				continue;
			}
			$rivals = [...array_diff_key($likeness[$name], $taken, [$other => 0]),
				...array_diff_key($byOther[$other], $pairs, [$name => 0])];
			if ($margin > 0 && $rivals !== [] && max($rivals) > $value - $margin) {
				continue;
			}
			$pairs[$name] = $other;
			$taken[$other] = true;
		}

		return $pairs;
	}
}
