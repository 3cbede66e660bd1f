<?php
/**
 * Checks the floors of the command's classes, cli/src, by the table in CONTRIBUTING.md: a class uses those of its own
 * folder and of lower floors. No classes use one another in a circle, and no two have the same short name. Few classes
 * write or rename files by themselves: the others use Process/AtomicFile.
 *
 *     php tools/lint-cli.php
 *
 * Part of tools/lint.sh. Prints each offence; silent when there is none.
 */

declare(strict_types=1);

namespace Lint;

/** A file's name below cli/src without its ending is its class: "Run/Folder". */
const SOURCES = 'cli/src';
const PREFIX = 'XHProf\\Cli\\';

/**
 * What could follow a symlink, or leave half of a file that others may read, and the classes that may call it: in a folder that only this
 * user can write, or on files that they have looked at.
 */
const WRITERS = [
	'file_put_contents' => ['Command/CurlCommand', 'Fleet/SpoolFolder', 'Process/OwnFile', 'Process/RunRequest'],
	'rename' => ['Fleet/Saved/Quarantine', 'Fleet/SpoolFolder', 'Process/AtomicFile'],
];

chdir(dirname(__DIR__));

$floors = floors((string) file_get_contents('CONTRIBUTING.md'));
$classes = classes();
$uses = array_map(uses(...), array_combine($classes, $classes));
echo implode('', array_map(static fn (string $offence): string => "$offence\n",
	[...homeless($classes, $floors), ...namesakes($classes), ...upward($uses, $floors), ...circles($uses),
	...array_merge(...array_map(writes(...), $classes))]));

/** @return array<string, int> each folder, or class at the root, to its floor */
function floors(string $document): array
{
	$floors = [];
	preg_match_all('~^ ?(\d+)  ([A-Z]\S*(?: [A-Z]\S*)*)   ~m', $document, $lines, PREG_SET_ORDER);
	foreach ($lines as [, $floor, $folders]) {
		$floors += array_fill_keys(explode(' ', $folders), (int) $floor);
	}

	return $floors;
}

/** @return list<string> */
function classes(): array
{
	$classes = [];
	$files = new \RecursiveIteratorIterator(new \RecursiveDirectoryIterator(SOURCES, \FilesystemIterator::SKIP_DOTS));
	foreach ($files as $path => $file) {
		if ($file->getExtension() === 'php') {
			$classes[] = substr($path, strlen(SOURCES) + 1, -strlen('.php'));
		}
	}
	sort($classes);

	return $classes;
}

/** The folder of a class; of one at the root its name. */
function home(string $class): string
{
	return str_contains($class, '/') ? dirname($class) : $class;
}

function file_of(string $class): string
{
	return SOURCES . "/$class.php";
}

/** @return list<\PhpToken> without blanks and comments, but with those of documentation */
function tokens(string $class): array
{
	return array_values(array_filter(\PhpToken::tokenize((string) file_get_contents(file_of($class))),
		static fn (\PhpToken $token): bool => !$token->is([T_WHITESPACE, T_COMMENT])));
}

/** @return list<string> */
function writes(string $class): array
{
	$offences = [];
	$tokens = tokens($class);
	foreach ($tokens as $i => $token) {
		$name = strtolower(ltrim($token->text, '\\'));
		$isCall = $token->is([T_STRING, T_NAME_FULLY_QUALIFIED]) && ($tokens[$i + 1] ?? $token)->text === '('
			&& !($tokens[$i - 1] ?? $token)->is([T_OBJECT_OPERATOR, T_NULLSAFE_OBJECT_OPERATOR, T_DOUBLE_COLON, T_FUNCTION, T_NEW]);
		if ($isCall && isset(WRITERS[$name]) && !in_array($class, WRITERS[$name], true)) {
			$offences[] = file_of($class) . ":$token->line: calls $name(); Process/AtomicFile writes files whole, and through no symlink";
		}
	}

	return $offences;
}

/** @return array<string, int> each class that a class names, to the line where it first does */
function uses(string $class): array
{
	$tokens = tokens($class);
	$uses = [];
	foreach ($tokens as $i => $token) {
		foreach (names($token, $tokens[$i - 1] ?? $token, $class) as $name) {
			$used = strtr(substr($name, strlen(PREFIX)), '\\', '/');
			if (str_starts_with($name, PREFIX) && $used !== $class && is_file(file_of($used))) {
				$uses[$used] ??= $token->line;
			}
		}
	}

	return $uses;
}

/**
 * The full names that a token may be. Classes of other folders are imported by `use`, so that a word alone is one of the same folder.
 *
 * @return list<string>
 */
function names(\PhpToken $token, \PhpToken $before, string $class): array
{
	$folder = str_contains($class, '/') ? PREFIX . strtr(dirname($class), '/', '\\') . '\\' : PREFIX;
	if ($token->is(T_DOC_COMMENT)) {
		preg_match_all('/\\\\' . preg_quote(PREFIX) . '[\w\\\\]+/', $token->text, $found);

		return array_map(static fn (string $name): string => substr($name, 1), $found[0]);
	}

	return match (true) {
		$token->is(T_NAME_FULLY_QUALIFIED) => [substr($token->text, 1)],
		$token->is(T_NAME_QUALIFIED) => [$before->is([T_USE, T_NAMESPACE]) ? $token->text : $folder . $token->text],
		$token->is(T_STRING) && !$before->is([T_OBJECT_OPERATOR, T_NULLSAFE_OBJECT_OPERATOR, T_DOUBLE_COLON, T_FUNCTION, T_CONST]) => [$folder . $token->text],
		default => [],
	};
}

/**
 * @param list<string> $classes
 * @param array<string, int> $floors
 * @return list<string>
 */
function homeless(array $classes, array $floors): array
{
	$lost = array_filter($classes, static fn (string $class): bool => !isset($floors[home($class)]));

	return array_map(static fn (string $class): string => file_of($class) . ': its folder is not in the table of CONTRIBUTING.md', array_values($lost));
}

/**
 * @param list<string> $classes
 * @return list<string>
 */
function namesakes(array $classes): array
{
	$offences = $first = [];
	foreach ($classes as $class) {
		$name = basename($class);
		if (isset($first[$name])) {
			$offences[] = file_of($class) . ": $first[$name] has the same name";
		}
		$first[$name] ??= $class;
	}

	return $offences;
}

/**
 * @param array<string, array<string, int>> $uses
 * @param array<string, int> $floors
 * @return list<string>
 */
function upward(array $uses, array $floors): array
{
	$offences = [];
	foreach ($uses as $class => $used) {
		[$home, $floor] = [home($class), $floors[home($class)] ?? PHP_INT_MAX];
		foreach ($used as $other => $line) {
			if (home($other) !== $home && ($floors[home($other)] ?? 0) >= $floor) {
				$offences[] = file_of($class) . ":$line: uses $other: $home may only use what is on a floor below it";
			}
		}
	}

	return $offences;
}

/**
 * The classes that are left when those that use none of the rest, and those that none of the rest uses, are taken away.
 *
 * @param array<string, array<string, int>> $uses
 * @return list<string>
 */
function circles(array $uses): array
{
	do {
		$count = count($uses);
		$uses = array_filter(array_map(static fn (array $used): array => array_intersect_key($used, $uses), $uses));
		$uses = array_intersect_key($uses, array_merge(...array_values($uses)));
	} while (count($uses) < $count);

	return array_map(static fn (string $class): string => file_of($class) . ': is in a circle of classes that use one another', array_keys($uses));
}
