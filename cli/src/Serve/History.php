<?php
declare(strict_types=1);

namespace XHProf\Cli\Serve;

use XHProf\Cli\Input\RunGroups;
use XHProf\Cli\Terminal\Units;

/** The wall time of some runs over time. */
final class History
{
	/**
	 * @param list<int> $rows
	 * @param Asked $asked that chose them
	 */
	public static function curve(RunTable $table, array $rows, Asked $asked): Curve
	{
		[$times, $walls, $versions] = [$table->column('time'), $table->column('wall_ns'), $table->column('version')];
		$rows = array_values(array_filter($rows, static fn (int $row): bool => isset($walls[$row])));
		$of = array_intersect_key($times, array_flip($rows));
		$length = $of === [] ? 1 : Curve::length(max($of) - min($of));
		$stretches = $first = [];
		foreach ($rows as $row) {
			$stretches[intdiv((int) $times[$row], $length)][] = (int) $walls[$row];
			if ($versions[$row] !== 0) {
				$first[(int) $versions[$row]] = min($first[(int) $versions[$row]] ?? PHP_INT_MAX, (int) $times[$row]);
			}
		}
		ksort($stretches);
		asort($first);
		$marks = [];
		foreach ($first as $version => $time) {
			$marks[(string) $table->textOf($version)] = $time;
		}

		return new Curve(array_map(static fn (int $number, array $times): array => self::stretch($number * $length,
			$length, $times, $asked), array_keys($stretches), array_values($stretches)),
			$marks, ['wall p50', 'p95'], Units::time(...));
	}

	/**
	 * @param non-empty-list<int> $times in nanoseconds
	 * @return array{from: int, until: int, low: int, high: int, text: string, link: string}
	 */
	private static function stretch(int $from, int $length, array $times, Asked $asked): array
	{
		sort($times);
		[$low, $high] = [RunGroups::percentile($times, 50), RunGroups::percentile($times, 95)];

		return ['from' => $from, 'until' => $from + $length, 'low' => $low, 'high' => $high,
			'text' => date('Y-m-d H:i', $from) . ': ' . Units::of(count($times), 'run') . ', '
				. (count($times) < RunGroups::LEAST_RUNS ? implode(' and ', array_map(Units::time(...), $times))
					: 'p50 ' . Units::time($low) . ', p95 ' . Units::time($high)),
			'link' => $asked->link(['since' => "@$from", 'until' => '@' . ($from + $length), 'by' => ''])];
	}
}
