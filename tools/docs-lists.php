<?php
/**
 * Finds links between documents that lead nowhere, documents that README.md does not list, options that no guide
 * explains, tools that no list has, places that a part of tools/field.sh lacks, and minutes. For check-docs.php.
 */

declare(strict_types=1);

namespace Docs;

require_once __DIR__ . '/docs-quotes.php';

/** @return list<string> links to a file that does not exist, or to a heading that is not in it */
function wrong_links(string $file): array
{
	preg_match_all('/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?/', (string) file_get_contents($file), $links,
		PREG_SET_ORDER);
	$wrong = [];
	foreach ($links as $link) {
		$to = $link[1] === '' ? $file : dirname($file) . "/$link[1]";
		if (!file_exists($to)) {
			$wrong[] = "$file: links to $link[1], which does not exist";
		} elseif (isset($link[2]) && str_ends_with($to, '.md') && !in_array($link[2], anchors($to), true)) {
			$wrong[] = "$file: links to $link[1]#$link[2], which is no heading there";
		}
	}

	return $wrong;
}

/** @return list<string> the names of a document's headings in links; those in blocks of code are none */
function anchors(string $file): array
{
	$text = preg_replace('/^( *)(`{3,})(?!`).*?^\1\2$/ms', '', (string) file_get_contents($file));
	preg_match_all('/^#+ (.+)$/m', (string) $text, $headings);

	return array_map(anchor(...), (array) preg_replace('/\[([^]]+)\]\([^)]*\)/', '$1', $headings[1]));
}

/** @return list<string> the documents that README.md lists under "**Guides**" */
function guides(string $readme): array
{
	preg_match('/^\*\*Guides\*\*(.*?)^\*\*/ms', $readme, $part);
	preg_match_all('~\]\((docs/[\w-]+\.md)~', $part[1] ?? '', $links);

	return array_values(array_unique($links[1]));
}

/**
 * @param array<string, array{options: array, more: array}> $commands
 * @return list<string> options of commands that stand in no guide, so that nobody knows who needs them
 */
function unexplained_options(array $commands, string $guides): array
{
	$users = [];
	foreach ($commands as $name => $command) {
		foreach (array_keys($command['options'] + $command['more']) as $option) {
			$users[$option][] = $name;
		}
	}
	$missing = array_filter(array_keys($users), static fn (string $option): bool =>
		preg_match("/(?<![\\w-])--$option(?![\\w-])/", $guides) !== 1);

	return array_values(array_map(static fn (string $option): string =>
		"no guide says who needs --$option, which is an option of " . implode(', ', $users[$option]), $missing));
}

/** @return list<string> files of a folder that its README.md does not list in a table, and rows without a file */
function unlisted_files(string $folder): array
{
	preg_match_all('/^\| `([^`]+)` \|/m', (string) file_get_contents("$folder/README.md"), $rows);
	$files = array_diff((array) scandir($folder), ['.', '..', 'README.md']);

	return [
		...array_map(static fn (string $file): string => "$folder/README.md: a row for $file is missing",
			array_values(array_diff($files, $rows[1]))),
		...array_map(static fn (string $file): string => "$folder/README.md: there is no $file",
			array_values(array_diff($rows[1], $files))),
	];
}

/**
 * Each part of tools/field.sh has a place in its usage, its sums, the workflow, and documents; docs/field.md has a
 * section of it, or says before the first one that there is none.
 *
 * @param array<string, string> $texts by their files, tools/field.sh and where its parts must stand
 * @param list<string> $summed
 * @return list<string>
 */
function wrong_parts(array $texts, array $summed): array
{
	preg_match_all('/^\t(\w+)\) \w+ "\$@" ;;$/m', $texts['tools/field.sh'], $parts);
	$kept = (string) strstr($texts['docs/field.md'] . "\n## ", "\n## ", true);
	$wrong = [];
	foreach ($parts[1] as $part) {
		$has = [
			'tools/field.sh: its usage' => preg_match("/^#   $part /m", $texts['tools/field.sh']) === 1,
			'bench/sums.inc: SUMS_LEGENDS' => in_array($part, $summed, true),
			'.github/workflows/field.yml' =>
				preg_match("/ part: $part\\b/", $texts['.github/workflows/field.yml']) === 1,
			'CONTRIBUTING.md' => preg_match("~tools/field\\.sh (\\w+\\|)*$part\\b~", $texts['CONTRIBUTING.md']) === 1,
			'docs/field.md' => str_contains($kept, "`$part`")
				!== (preg_match("/^## $part\\b/m", $texts['docs/field.md']) === 1),
		];
		foreach (array_keys($has, false, true) as $place) {
			$wrong[] = "$place: $part of tools/field.sh is missing"
				. ($place === 'docs/field.md' ? ': a section, or its name before the first one' : '');
		}
	}

	return [...$wrong, ...array_map(static fn (string $part): string =>
		"bench/sums.inc: tools/field.sh has no part $part", array_values(array_diff($summed, $parts[1])))];
}

/**
 * @param array<string, string> $scripts by their names
 * @return list<string> scripts that announce other minutes than CONTRIBUTING.md says behind them
 */
function wrong_minutes(string $contributing, array $scripts): array
{
	$wrong = [];
	foreach ($scripts as $name => $script) {
		preg_match("~^announce '\\D*(\\d+)(?: to (\\d+))?~m", $script, $announced);
		preg_match('~^' . preg_quote($name) . ' +#.* (\d+) min$~m', $contributing, $said);
		$most = $announced[2] ?? $announced[1] ?? 0;
		if (!isset($said[1]) || $said[1] < $announced[1] || $said[1] > $most) {
			$wrong[] = "CONTRIBUTING.md: $name takes " . ($said[1] ?? 'no') . " min, but announces up to $most";
		}
	}

	return $wrong;
}
