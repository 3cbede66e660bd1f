<?php
/**
 * Checks that what has one home stands nowhere else: in PHP, C, TypeScript and shell, by the tables of
 * tools/homes.inc. A second home is recognised by what it writes or names, such as a unit beside a number, the names
 * of formats or of functions that send, and the steps of a varint. Tests are not checked, nor what is generated. It is
 * an offence, too, if a table names a file that has none of it. So the tables shrink as homes are merged, and a
 * pattern that no longer matches is noticed.
 *
 *     php tools/lint-homes.php
 *
 * Part of tools/lint.sh. Prints each offence; silent when there is none.
 */

declare(strict_types=1);

namespace Lint;

require_once __DIR__ . '/homes.inc';

/** The files to check, with those of C at the root and one folder below it; and what is generated or declares only. */
const FOLDERS = ['cli', 'fleet', 'integrations', 'bench', 'tools', 'viewer/src'];
const SOURCES = '~^(?!tests/|build/)[^.]+\.(?:php|inc|sh|[ch]|tsx?|js)$|^(?:cli|fleet)/bin/\w+$~';
const NO_SOURCES = '~^tools/homes\.inc$|^integrations/\w+/tests/|/(?:vendor|node_modules)/|_arginfo\.h$|^cli/stubs/'
	. '|phpstan\.stub\.php$~';

if (realpath($_SERVER['SCRIPT_FILENAME'] ?? '') === __FILE__) {
	chdir(dirname(__DIR__));
	echo implode('', array_map(static fn (string $offence): string => "$offence\n", offences(sources())));
}

/**
 * @param list<string> $files
 * @return list<string>
 */
function offences(array $files): array
{
	$offences = $used = [];
	foreach ($files as $file) {
		foreach (finds($file, (string) file_get_contents($file)) as [$key, $line, $found]) {
			$home = home_of($file, $key);
			$used["$home: $key"] = $used["$home: " . topic($key)] = true;
			if ($home === null) {
				$offences[] = "$file:$line: \"$found\" has another home: " . rows()[$key][4];
			}
		}
	}

	return [...$offences, ...idle($used)];
}

/**
 * The homes and exempt files that have none of what they may have.
 *
 * @param array<string, true> $used
 * @return list<string>
 */
function idle(array $used): array
{
	$named = [];
	foreach (rows() as $key => [, , , $homes]) {
		$named = [...$named, ...array_map(static fn (string $home): string => "$home: $key", listed($homes))];
	}
	foreach (EXEMPT as [$home, $keys]) {
		$named = [...$named, ...array_map(static fn (string $key): string => "$home: $key", $keys)];
	}

	return array_map(static fn (string $home): string => "tools/homes.inc: $home: that file has none of it; remove it "
		. 'from the row', array_diff($named, array_keys($used)));
}

/**
 * What a source has of each row, wherever it may stand.
 *
 * @return list<array{string, int, string}> the row, the line, and what was found there
 */
function finds(string $file, string $text): array
{
	$found = [];
	$views = views(language($file), $text);
	foreach (rows() as $key => [$languages, $view, $pattern]) {
		$isRead = array_intersect(languages($file), explode(' ', $languages)) !== [];
		foreach ($isRead ? (array) preg_grep($pattern, $views[$view]) : [] as $i => $line) {
			preg_match($pattern, $line, $part);
			$found[] = [$key, $i + 1, trim($part[0], BEGIN . END)];
		}
	}

	return $found;
}

/**
 * The rows of both tables, as HOMES has them.
 *
 * @return array<string, array{string, string, string, string, string, array<string, list<string>>}>
 */
function rows(): array
{
	static $rows = [];
	foreach ($rows === [] ? FUNCTIONS : [] as [$names, $homes, $instead]) {
		$pattern = '/(?<![\w>:$]|function |new )(' . strtr($names, ' ', '|') . ')\(/i';
		$rows[$names] = ['shipped', 'calls', $pattern, $homes, $instead,
			['shipped' => array_map(static fn (string $name): string => "$name(\$a);", explode(' ', $names))]];
	}
	foreach (isset($rows['units']) ? [] : HOMES as $key => $row) {
		$rows[$key] = [...$row, 2 => strtr($row[2], words())];
	}

	return $rows;
}

/** @return list<string> the files and folders that are exempt from what has this name */
function exempt(string $topic): array
{
	return array_column(array_filter(EXEMPT, static fn (array $row): bool => in_array($topic, $row[1], true)), 0);
}

/** @return array<string, string> what the words in patterns stand for */
function words(): array
{
	$senders = matches('base/detail_kind.c', '/^\t\{"([\w\\\\]+(?:::|_)\w+)", (?:DETAIL_KIND|")/m')[1];
	[, $formats, $first, $second] = matches('format/format.c', '/^\t\{"([a-z-]+)(?:\.gz)?", "([a-z-]+)(?:\.[a-z.]+)?", '
		. '(?:"([a-z-]+)")?/m');
	$endings = array_diff(array_filter([...$first, ...$second]), ['html', 'log']);

	return ['SENDERS' => '(?:' . strtr(implode('|', $senders), ['\\\\' => '\\\\{1,2}']) . ')',
		'FORMATS' => '(?:' . implode('|', array_unique($formats)) . ')(?:\.gz)?',
		'ENDINGS' => implode('|', array_unique($endings)), 'UNIT' => UNIT, 'CLASSES' => CLASSES, 'BEGIN' => BEGIN,
		'END' => END];
}

/** @return list<list<string>> */
function matches(string $file, string $pattern): array
{
	if (!preg_match_all($pattern, (string) file_get_contents(dirname(__DIR__) . "/$file"), $found)) {
		throw new \RuntimeException("$file: its table is not as words() reads it");
	}

	return $found;
}

/** The home of a row, or the exempt file or folder, that a file is or is in; null: it is none. */
function home_of(string $file, string $key): ?string
{
	foreach ([...listed(rows()[$key][3]), ...exempt(topic($key))] as $home) {
		if (name($file) === $home || (str_ends_with($home, '/') && str_starts_with(name($file), $home))) {
			return $home;
		}
	}

	return null;
}

/** What EXEMPT calls a row. */
function topic(string $key): string
{
	return isset(HOMES[$key]) ? $key : 'functions';
}

/** @return list<string> */
function listed(string $words): array
{
	return preg_split('/\s+/', $words, -1, PREG_SPLIT_NO_EMPTY) ?: [];
}

/** @return list<string> the files to check */
function sources(): array
{
	$files = [];
	foreach (array_filter(FOLDERS, is_dir(...)) as $folder) {
		foreach (new \RecursiveIteratorIterator(
			new \RecursiveDirectoryIterator($folder, \FilesystemIterator::SKIP_DOTS)) as $path => $file) {
			$files[] = $path;
		}
	}
	$files = [...$files, ...glob('*.[ch]') ?: [], ...glob('*/*.[ch]') ?: []];
	sort($files);

	return array_values(preg_grep(NO_SOURCES, preg_grep(SOURCES, array_unique($files)) ?: [], PREG_GREP_INVERT) ?: []);
}

function language(string $file): string
{
	return match (pathinfo($file, PATHINFO_EXTENSION)) {
		'c', 'h' => 'c',
		'ts', 'tsx', 'js', 'mjs' => 'ts',
		'sh' => 'sh',
		default => 'php',
	};
}

/** @return list<string> by which the table names them */
function languages(string $file): array
{
	$isShipped = preg_match('~^(cli|fleet|integrations)/~', $file) === 1;

	return [language($file), ...(language($file) === 'php' && $isShipped ? ['shipped'] : [])];
}

/** The name of a file in the tables: without the folder src and its ending. */
function name(string $file): string
{
	return (string) preg_replace(['~^([a-z]+(?:/\w+)?)/src/~', '~\.\w+$~'], ['$1/', ''], $file);
}

/**
 * A source in the three ways in which patterns see it, each line by line.
 *
 * @return array{code: list<string>, calls: list<string>, literals: list<string>} "code": without comments. "calls":
 *     also without literals. "literals": these alone, each between two BEGIN and END.
 */
function views(string $language, string $text): array
{
	$views = ['code' => '', 'calls' => '', 'literals' => ''];
	$parts = match ($language) {
		'php' => php_parts($text),
		'sh' => [['code', (string) preg_replace('/^[ \t]*#.*/m', '', $text)]],
		default => parts($text),
	};
	foreach ($parts as [$kind, $part]) {
		$blank = preg_replace('/[^\n]+/', '', $part);
		$views['code'] .= $kind === 'comment' ? $blank : $part;
		$views['calls'] .= $kind === 'code' ? $part : ($kind === 'literal' ? "''$blank" : $blank);
		$views['literals'] .= $kind !== 'literal' ? $blank
			: BEGIN . str_replace("\n", END . "\n" . BEGIN, trim_quotes($part)) . END;
	}

	return array_map(static fn (string $view): array => explode("\n", $view), $views);
}

function trim_quotes(string $literal): string
{
	return (string) preg_replace('/^(["\'`])(.*)\1$/s', '$2', $literal);
}

/** @return \Generator<array{string, string}> of PHP: "comment", "literal" or "code", and its text */
function php_parts(string $text): \Generator
{
	foreach (\PhpToken::tokenize($text) as $token) {
		yield [match (true) {
			$token->is([T_COMMENT, T_DOC_COMMENT]) => 'comment',
			$token->is([T_CONSTANT_ENCAPSED_STRING, T_ENCAPSED_AND_WHITESPACE]) => 'literal',
			default => 'code',
		}, $token->text];
	}
}

/** @return \Generator<array{string, string}> the same of C and TypeScript; what a template inserts is its code */
function parts(string $text): \Generator
{
	preg_match_all('~(?<comment>/\*.*?\*/|//[^\n]*)|(?<literal>"(?:[^"\\\\\n]|\\\\.)*"|\'(?:[^\'\\\\\n]|\\\\.)*\')'
		. '|[^/"\']+|.~s', $text, $found, PREG_SET_ORDER | PREG_UNMATCHED_AS_NULL);
	foreach ($found as $part) {
		yield [isset($part['comment']) ? 'comment' : (isset($part['literal']) ? 'literal' : 'code'), $part[0]];
	}
}
