<?php
/** From the fewest nanoseconds to tables. */

declare(strict_types=1);

namespace Bench;

/**
 * [variant] => ratio: the case's time over that of not loaded; added_ns: for each call.
 */
function figures(array $fewest, array $cases, array $calls): array
{
	$figures = [];
	foreach ($fewest as $variant => $times) {
		foreach ($times as $case => $ns) {
			$bare = $fewest['not loaded'][$case];
			$figures[$variant][$case] = [
				'ns' => $ns / $calls[$case],
				'added_ns' => ($ns - $bare) / $calls[$case],
				'ratio' => $ns / $bare,
			];
		}
	}

	return $figures;
}

function geometric_mean(array $values): float
{
	return $values === [] ? NAN : exp(array_sum(array_map(log(...), $values)) / count($values));
}

/** @return list<string> the names of the cases of these kinds */
function of_kind(array $cases, string ...$kinds): array
{
	return array_keys(array_filter($cases, static fn (array $case): bool => in_array($case['kind'], $kinds, true)));
}

function number(float $value, int $digits): string
{
	return is_nan($value) ? '' : number_format($value, $digits, '.', '');
}

/** Off, or the like of it: how much slower the whole is. */
function table_of_ratios(array $figures, array $cases): array
{
	$rows = [['', ...array_keys($cases), 'mean of calls']];
	foreach ($figures as $variant => $by_case) {
		if (str_ends_with($variant, 'off') || $variant === 'idle observer') {
			$ratios = array_map(static fn (array $figure): float => $figure['ratio'], $by_case);
			$calls = array_intersect_key($ratios, array_flip(of_kind($cases, 'user', 'internal', 'file')));
			$rows[] = [$variant, ...array_map(static fn (float $ratio): string => number($ratio, 3),
				array_values($ratios)), number(geometric_mean($calls), 3)];
		}
	}

	return $rows;
}

function table_of_costs(array $figures, array $cases): array
{
	$plain = of_kind($cases, 'user', 'internal', 'file');
	$programs = of_kind($cases, 'program');
	$rows = [['ns added per call', ...$plain, 'mean of user', 'mean of internal', ...$programs,
		...array_map(static fn (string $name): string => "$name, ratio", $programs)]];
	foreach ($figures as $variant => $by_case) {
		if ($variant === 'not loaded' || str_ends_with($variant, 'off') || $variant === 'idle observer') {
			continue;
		}
		$row = [$variant];
		$added = static fn (string $case): string => number($by_case[$case]['added_ns'],
			$by_case[$case]['added_ns'] < 100 ? 1 : 0);
		array_push($row, ...array_map($added, $plain));
		foreach (['user', 'internal'] as $kind) {
			$row[] = number(geometric_mean(array_map(
				static fn (string $case): float => max($by_case[$case]['added_ns'], 0.1), of_kind($cases, $kind))), 1);
		}
		array_push($row, ...array_map($added, $programs));
		foreach ($programs as $case) {
			$row[] = number($by_case[$case]['ratio'], 2);
		}
		$rows[] = $row;
	}

	return $rows;
}

/** How many times as long programs take, and how many times as much that adds as two clocks. */
function table_of_programs(array $figures, array $programs): array
{
	$rows = [['times as long', ...$programs, 'mean', 'of two clocks']];
	$mean = static fn (string $variant): float =>
		geometric_mean(array_map(static fn (string $case): float => $figures[$variant][$case]['ratio'], $programs));
	$floor = isset($figures['two clocks']) ? $mean('two clocks') - 1 : NAN;
	foreach ($figures as $variant => $by_case) {
		$ratios = array_map(static fn (string $case): float => $by_case[$case]['ratio'], $programs);
		$rows[] = [$variant, ...array_map(static fn (float $ratio): string => number($ratio, $ratio < 10 ? 3 : 1),
			$ratios), number($mean($variant), 3), number(($mean($variant) - 1) / $floor, 2)];
	}

	return $rows;
}

/** The nanoseconds a peer adds to a call, over those that xhprof adds, when both measure the same. */
function table_of_peers(array $figures, array $cases): array
{
	$rows = [['added, peer : xhprof', ...array_keys($cases), 'mean of user', 'mean of internal']];
	foreach ($figures as $variant => $by_case) {
		[$peer, $way] = explode(' ', $variant, 2) + [1 => ''];
		$ours = $figures["xhprof $way"] ?? $figures['xhprof none'] ?? null;
		if ($ours === null || in_array($peer, ['xhprof', 'not', 'idle', 'two', 'excimer'], true) || $way === 'off') {
			continue;
		}
		$ratios = [];
		foreach ($by_case as $case => $figure) {
			$ratios[$case] = $figure['added_ns'] / max($ours[$case]['added_ns'], 0.1);
		}
		$of = static fn (string $kind): array => array_filter(
			array_intersect_key($ratios, array_flip(of_kind($cases, $kind))),
			static fn (float $ratio): bool => $ratio > 0);
		$rows[] = [$variant, ...array_map(static fn (float $ratio): string => number($ratio, 1), array_values($ratios)),
			number(geometric_mean($of('user')), 1), number(geometric_mean($of('internal')), 1)];
	}

	return $rows;
}

/** The text of all tables, each made by as_text() or as_markdown(). */
function render_report(array $result, array $cases, callable $as_table): string
{
	$text = '';
	foreach ($result['environment'] as $name => $value) {
		$text .= "$name: $value\n";
	}
	if ($result['missing'] !== []) {
		$text .= 'not on this machine, so left out: ' . implode(', ', $result['missing']) . "\n";
	}
	foreach ($result['configs'] as $config => $figures) {
		$programs = of_kind($cases, 'program');
		if ($programs !== []) {
			$text .= "\n" . $as_table("$config: programs", table_of_programs($figures, $programs));
		}
		if (count($programs) === count($cases)) {
			continue;
		}
		$bare = ['not loaded, ns per call', ...array_map(static fn (array $figure): string => number($figure['ns'], 1),
			array_values($figures['not loaded']))];
		$text .= "\n" . $as_table("$config: not profiling, time over that of not loaded",
			[...table_of_ratios($figures, $cases), $bare]);
		$text .= "\n" . $as_table("$config: profiling", table_of_costs($figures, $cases));
		$peers = table_of_peers($figures, $cases);
		$text .= count($peers) < 2 ? '' : "\n" . $as_table("$config: peers", $peers);
	}

	return $text;
}

function as_text(string $title, array $rows): string
{
	$text = "$title\n";
	$widths = [];
	foreach ($rows as $row) {
		foreach ($row as $i => $cell) {
			$widths[$i] = max($widths[$i] ?? 0, strlen($cell));
		}
	}
	foreach ($rows as $row) {
		foreach ($row as $i => $cell) {
			$text .= $i === 0 ? str_pad($cell, $widths[0]) : '  ' . str_pad($cell, $widths[$i], ' ', STR_PAD_LEFT);
		}
		$text .= "\n";
	}

	return $text;
}

function as_markdown(string $title, array $rows): string
{
	$line = static fn (array $cells): string => '| ' . implode(' | ', $cells) . " |\n";
	$text = "**$title**\n\n" . $line($rows[0]) . '|' . str_repeat(' --- |', 1)
		. str_repeat(' ---: |', count($rows[0]) - 1) . "\n";
	foreach (array_slice($rows, 1) as $row) {
		$text .= $line([...$row, ...array_fill(0, count($rows[0]) - count($row), '')]);
	}

	return $text;
}
