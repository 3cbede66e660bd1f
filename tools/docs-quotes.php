<?php
/**
 * Compares what documents quote of docs/field.md with what stands there, and that with its own tables. For
 * check-docs.php.
 *
 * A link to a section of docs/field.md quotes it. If its text has a figure, its title says where the figure stands:
 *
 *     [173 of 190](field.md#servers "wall time by function | inside the stated error")
 *     [14,393](field.md#suites "failed only when profiled")
 *
 * "ROW | COLUMN" is a cell of a table, by the first cell of its row and the heading of its column. If several rows
 * begin alike, "FIRST CELL; SECOND CELL" is the row. Other words stand in the same clause as the figure, outside of
 * tables. A clause ends at a comma, a colon, a semicolon or a full stop.
 */

declare(strict_types=1);

namespace Docs;

require_once __DIR__ . '/../bench/sums.inc';

/** @return list<string> what is wrong with the quotations of a document */
function wrong_quotes(string $file, string $text, string $field): array
{
	$sections = [];
	foreach (array_slice((array) preg_split('/^## /m', $field), 1) as $section) {
		[$heading, $said] = explode("\n", (string) $section, 2);
		$sections[anchor($heading)] = $said;
	}
	preg_match_all('~\[([^]]+)\]\((?:\S*/)?field\.md#([^\s)]+)(?:\s+"([^"]*)")?\)~', $text, $links, PREG_SET_ORDER);
	$wrong = [];
	foreach ($links as $link) {
		[$figure, $title] = (array) preg_replace('/\s+/', ' ', [$link[1], $link[3] ?? '']);
		if (!isset($sections[$link[2]])) {
			$wrong[] = "$file: docs/field.md has no section $link[2]";
		} elseif (preg_match('/\d/', $figure) === 1 && $title === '') {
			$wrong[] = "$file: quotes $figure without a title that says where in docs/field.md, $link[2], it stands";
		} elseif (preg_match('/\d/', $figure) === 1 && !is_quoted($figure, $title, $sections[$link[2]])) {
			$wrong[] = "$file: quotes $figure, which is not in docs/field.md, $link[2], \"$title\"";
		}
	}

	return $wrong;
}

/** @return list<string> paragraphs of sums, and legends, that sections lack beside their tables */
function wrong_sums(string $field): array
{
	$plain = static fn (string $text): string => (string) preg_replace('/\s+/', ' ', $text);
	$wrong = [];
	foreach (array_slice((array) preg_split('/^## /m', $field), 1) as $section) {
		$heading = strtok((string) $section, "\n");
		$sums = sums_beside(strtok((string) $section, " \n"), (string) $section);
		foreach (array_filter(array_map($plain, explode("\n\n", trim($sums)))) as $paragraph) {
			if (!str_contains($plain((string) $section), $paragraph)) {
				$wrong[] = "docs/field.md: $heading lacks what bench/sums.inc says of its table: $paragraph";
			}
		}
	}

	return $wrong;
}

/** @return list<string> programs of docs/field.md's tables of truth that a document does not explain in a table */
function unexplained_programs(string $file, string $text, string $field): array
{
	preg_match_all('/`([\w-]+)`/', implode("\n", (array) preg_grep('/^\|/', explode("\n", $text))), $names);
	$explained = array_map(static fn (string $name): string => str_replace('-T', '-', $name), $names[1]);
	$programs = [];
	foreach (sums_rows($field) as $row) {
		$programs[] = (string) preg_replace(['/, .*/', '/^(internal-).*/'], ['', '$1'], $row['program'] ?? '');
	}

	return array_values(array_map(static fn (string $program) => "$file: does not say what the program $program does",
		array_diff(array_filter(array_unique($programs)), $explained)));
}

/** The name of a heading in links, as GitHub makes it. */
function anchor(string $heading): string
{
	return str_replace(' ', '-', (string) preg_replace('/[^\w -]/', '', strtolower(trim($heading))));
}

/** Does the figure stand in that cell of a table, or in a clause with these words? */
function is_quoted(string $figure, string $title, string $section): bool
{
	[$row, $column] = explode(' | ', $title) + [1 => null];
	$places = $column !== null ? cells($section, $row, $column)
		: array_filter(clauses($section), fn (string $clause): bool => str_contains($clause, $row));
	$quoted = '~(?<![\w.,+-])' . preg_quote($figure) . '(?!\w|[.,]\d)~';

	return preg_grep($quoted, $places) !== [];
}

/** @return list<string> the cells of a column, in the rows that are named so */
function cells(string $section, string $row, string $column): array
{
	$found = [];
	foreach (sums_rows($section) as $cells) {
		$begin = implode('; ', array_slice($cells, 1)) . '; ';
		if (isset($cells[$column]) && ($cells[''] === $row || str_starts_with($begin, "$row; "))) {
			$found[] = $cells[$column];
		}
	}

	return $found;
}

/** @return list<string> of all text but tables, without marks for code */
function clauses(string $section): array
{
	$text = (string) preg_replace(['/^\|.*$/m', '/[`*]/', '/\s+/'], ['. ', '', ' '], $section);

	return (array) preg_split('/[,:;.] /', "$text ");
}
