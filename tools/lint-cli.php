<?php
/**
 * Checks the layers of the classes of the command, cli/src, by the table in CONTRIBUTING.md, and of the fleet,
 * fleet/src, by that in fleet/README.md: a class uses those of its own folder and of lower layers. The command never
 * uses the fleet. The fleet and the integrations use those classes of the command that are marked "@api", and each of
 * these. No classes use one another in a circle, and no two have the same short name. Something uses each class, and so
 * does the code of a test.
 *
 * Lines of PHP have at most 120 columns, of which a tab takes 4: those of PHP files, and of the code in phpt files.
 * Longer may be what is no code: what a test expects, its title, and a literal of several lines, which may be a page,
 * a program or a request. Functions of the command, the fleet, integrations and tools have less than 40 lines of code.
 *
 *     php tools/lint-cli.php
 *
 * Part of tools/lint.sh. Prints each offence; silent when there is none. tests/base/public_classes.phpt has uses and
 * marks that it must find.
 */

declare(strict_types=1);

namespace Lint;

/** The namespace of each building. The class "cli/Saved/Folder" is in cli/src/Saved/Folder.php. */
const BUILDINGS = ['cli' => 'XHProf\\Cli\\', 'fleet' => 'XHProf\\Fleet\\'];

/** The document that has the table of a building. */
const TABLES = ['cli' => 'CONTRIBUTING.md', 'fleet' => 'fleet/README.md'];

/** The lists of the classes of a folder that nothing else names. */
const LISTS = ['cli/Advise/Rule' => 'cli/src/Advise/Rule/AllRules.php lists the rules'];

/** What uses classes from outside of the folders src of both. */
const USERS = ['cli/*.php', 'cli/bin/*', 'fleet/*.php', 'integrations/*/src/*.php'];

/** The packages of their own that use classes of the command: only its public ones. */
const PACKAGES = ['fleet/*.php', 'fleet/src/*.php', 'fleet/src/*/*.php', 'integrations/*/src/*.php'];

/** No code of a test uses these, but they run in the command that this test calls. */
const RUN_BY = [
	'cli/Foreign/OtlpProfiles' => 'tests/cli/foreign_otlp.phpt',
	'cli/Package/Pages' => 'tests/cli/serve_selections.phpt',
	'cli/Page/Changes' => 'tests/cli/report.phpt',
	'cli/Process/Browser' => 'tests/cli/report.phpt',
	'fleet/Agent/Sender' => 'tests/fleet/sending/sender.phpt',
	'fleet/Command/CommandTable' => 'tests/fleet/package.phpt',
	'fleet/FleetPackage' => 'tests/fleet/package.phpt',
	'fleet/FleetStore' => 'tests/fleet/asking/serve.phpt',
	'fleet/Otlp/Otlp' => 'tests/fleet/otlp/ship.phpt',
	'fleet/Pyroscope/Pyroscope' => 'tests/fleet/pyroscope/answers.phpt',
	'fleet/Store/Functions' => 'tests/fleet/asking/clickhouse.phpt',
];

/** The columns of a line of PHP. */
const MOST = 120;

/** Lines of code between the braces of a function, without blank ones and comments. */
const MOST_LINES = 39;

/** The sections of a phpt file that are PHP. */
const CODE = ['FILE', 'SKIPIF', 'CLEAN'];

if (realpath($_SERVER['SCRIPT_FILENAME'] ?? '') === __FILE__) {
	chdir(dirname(__DIR__));
	echo implode('', array_map(static fn (string $offence): string => "$offence\n", check()));
}

/** @return list<string> */
function check(): array
{
	$layers = array_merge(...array_map(layers(...), array_keys(TABLES), TABLES));
	$classes = array_merge(...array_map(classes(...), array_keys(BUILDINGS)));
	$uses = array_map(uses(...), array_combine($classes, $classes));

	return [...homeless($classes, $layers), ...namesakes($classes), ...upward($uses, $layers), ...across($uses),
		...private_uses(contents(array_merge(...array_map(glob(...), PACKAGES))), open_classes($classes)),
		...circles($uses), ...unused($uses), ...untested($classes), ...wide()];
}

/** @return array<string, int> each folder, or class at the root, "cli/Run", to its layer */
function layers(string $building, string $document): array
{
	$layers = [];
	preg_match_all('~^ *(\d+)  ([A-Z]\S*(?: [A-Z]\S*)*)   ~m', (string) file_get_contents($document), $rows,
		PREG_SET_ORDER);
	foreach ($rows as [, $layer, $folders]) {
		foreach (explode(' ', $folders) as $folder) {
			$layers["$building/$folder"] = (int) $layer;
		}
	}

	return $layers;
}

/** @return list<string> */
function classes(string $building): array
{
	$classes = [];
	$files = new \RecursiveIteratorIterator(
		new \RecursiveDirectoryIterator("$building/src", \FilesystemIterator::SKIP_DOTS));
	foreach ($files as $path => $file) {
		if ($file->getExtension() === 'php') {
			$classes[] = $building . substr($path, strlen("$building/src"), -strlen('.php'));
		}
	}
	sort($classes);

	return $classes;
}

/** The folder of a class; of one at the root its name. */
function home(string $class): string
{
	return substr_count($class, '/') > 1 ? dirname($class) : $class;
}

function building(string $class): string
{
	return explode('/', $class)[0];
}

function file_of(string $class): string
{
	return building($class) . '/src' . strstr($class, '/') . '.php';
}

/** The class of a full name, "XHProf\Cli\Saved\Folder"; null: it is none of ours. */
function class_of(string $name): ?string
{
	foreach (BUILDINGS as $building => $prefix) {
		$class = "$building/" . strtr(substr($name, strlen($prefix)), '\\', '/');
		if (str_starts_with($name, $prefix) && is_file(file_of($class))) {
			return $class;
		}
	}

	return null;
}

/** @return list<\PhpToken> without blanks and comments, but with those of documentation */
function tokens(string $class): array
{
	return array_values(array_filter(\PhpToken::tokenize((string) file_get_contents(file_of($class))),
		static fn (\PhpToken $token): bool => !$token->is([T_WHITESPACE, T_COMMENT])));
}

/** @return array<string, int> each class that a class names, to the line where it first does */
function uses(string $class): array
{
	$tokens = tokens($class);
	$uses = [];
	foreach ($tokens as $i => $token) {
		foreach (names($token, $tokens[$i - 1] ?? $token, $class) as $name) {
			$used = class_of($name);
			if ($used !== null && $used !== $class) {
				$uses[$used] ??= $token->line;
			}
		}
	}

	return $uses;
}

/**
 * The full names that a token may be. Classes of other folders are imported by `use`, so that a word alone is one of
 * the same folder.
 *
 * @return list<string>
 */
function names(\PhpToken $token, \PhpToken $before, string $class): array
{
	$folder = BUILDINGS[building($class)] . strtr(substr(dirname($class), strlen(building($class)) + 1), '/', '\\');
	$folder = rtrim($folder, '\\') . '\\';
	if ($token->is(T_DOC_COMMENT)) {
		preg_match_all('/\\\\(XHProf(?:\\\\\w+)+)/', $token->text, $found);

		return $found[1];
	}

	return match (true) {
		$token->is(T_NAME_FULLY_QUALIFIED) => [substr($token->text, 1)],
		$token->is(T_NAME_QUALIFIED) => [$before->is([T_USE, T_NAMESPACE]) ? $token->text : $folder . $token->text],
		$token->is(T_STRING) && !$before->is([T_OBJECT_OPERATOR, T_NULLSAFE_OBJECT_OPERATOR, T_DOUBLE_COLON, T_FUNCTION,
			T_CONST]) => [$folder . $token->text],
		default => [],
	};
}

/**
 * @param list<string> $classes
 * @param array<string, int> $layers
 * @return list<string>
 */
function homeless(array $classes, array $layers): array
{
	$lost = array_filter($classes, static fn (string $class): bool => !isset($layers[home($class)]));

	return array_map(static fn (string $class): string => file_of($class) . ': its folder is not in the table of '
		. TABLES[building($class)], array_values($lost));
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
 * @param array<string, int> $layers
 * @return list<string>
 */
function upward(array $uses, array $layers): array
{
	$offences = [];
	foreach ($uses as $class => $used) {
		[$home, $layer] = [home($class), $layers[home($class)] ?? PHP_INT_MAX];
		foreach ($used as $other => $line) {
			if (building($other) === building($class) && home($other) !== $home
				&& ($layers[home($other)] ?? 0) >= $layer) {
				$offences[] = file_of($class) . ":$line: uses $other: $home may only use what is on a layer below it";
			}
		}
	}

	return $offences;
}

/**
 * @param array<string, array<string, int>> $uses
 * @return list<string>
 */
function across(array $uses): array
{
	$offences = [];
	foreach ($uses as $class => $used) {
		foreach (building($class) === 'cli' ? $used : [] as $other => $line) {
			if (building($other) !== 'cli') {
				$offences[] = file_of($class)
					. ":$line: uses $other: the command knows a Package/Package, not the fleet";
			}
		}
	}

	return $offences;
}

/**
 * @param list<string> $files
 * @return array<string, string> the text of each
 */
function contents(array $files): array
{
	return array_map(static fn (string $file): string => (string) file_get_contents($file),
		array_combine($files, $files));
}

/**
 * The public classes of the command: those whose documentation has a line "@api".
 *
 * @param list<string> $classes
 * @return list<string>
 */
function open_classes(array $classes): array
{
	return array_values(array_filter($classes, static fn (string $class): bool => building($class) === 'cli'
		&& is_open((string) file_get_contents(file_of($class)))));
}

function is_open(string $code): bool
{
	return preg_match('~^ \* @api\n(?: \*.*\n)*(?:\w+ )*(?:class|interface|enum) ~m', $code) === 1;
}

/**
 * Uses of classes of the command that are not public, and public classes that no package uses.
 *
 * @param array<string, string> $packages the text of each file of a package
 * @param list<string> $open
 * @return list<string>
 */
function private_uses(array $packages, array $open): array
{
	$offences = [];
	$idle = array_flip($open);
	foreach ($packages as $file => $text) {
		foreach (\PhpToken::tokenize($text) as $token) {
			preg_match_all('/\bXHProf\\\\Cli(?:\\\\\w+)+/', $token->is(T_COMMENT) ? '' : $token->text, $names);
			foreach (array_filter(array_map(class_of(...), $names[0])) as $class) {
				unset($idle[$class]);
				if (!in_array($class, $open, true)) {
					$offences["$file $class"] ??= "$file:$token->line: uses $class, which is not public: do without "
						. 'it, or add "@api" and the contract of its methods to ' . file_of($class);
				}
			}
		}
	}

	return [...array_values($offences), ...array_map(static fn (string $class): string => file_of($class)
		. ': has "@api", but no package uses it: remove the mark', array_keys($idle))];
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

	return array_map(static fn (string $class): string => file_of($class)
		. ': is in a circle of classes that use one another', array_keys($uses));
}

/**
 * @param array<string, array<string, int>> $uses
 * @return list<string>
 */
function unused(array $uses): array
{
	$words = words(array_merge(...array_map(static fn (string $pattern): array => glob($pattern) ?: [], USERS)));
	$rest = array_diff_key($uses, array_merge(...array_values($uses)));
	$rest = array_filter(array_keys($rest), static fn (string $class): bool => !isset($words[basename($class)]));

	return array_map(static fn (string $class): string => file_of($class) . ': nothing uses it'
		. (isset(LISTS[home($class)]) ? '; ' . LISTS[home($class)] : ''), array_values($rest));
}

/**
 * @param list<string> $classes
 * @return list<string>
 */
function untested(array $classes): array
{
	$used = [];
	foreach (new \RecursiveIteratorIterator(
		new \RecursiveDirectoryIterator('tests', \FilesystemIterator::SKIP_DOTS)) as $path => $file) {
		if (in_array($file->getExtension(), ['phpt', 'inc', 'php'], true)) {
			$text = (string) file_get_contents($path);
			foreach ($file->getExtension() === 'phpt' ? sections($text) : [$text] as $code) {
				$used += used_names($code);
			}
		}
	}
	$rest = array_filter($classes,
		static fn (string $class): bool => !isset($used[basename($class)]) && !is_file(RUN_BY[$class] ?? ''));

	return array_map(static fn (string $class): string => file_of($class)
		. ': the code of no test uses it; its unit goes to tests/' . building($class) . '/unit/'
		. (home($class) === 'cli/Advise/Rule' ? 'rules.phpt' : ''), array_values($rest));
}

/**
 * The classes that code may use: not those that only a comment, a text or an import names.
 *
 * @return array<string, true> their short names
 */
function used_names(string $code): array
{
	$used = [];
	$before = new \PhpToken(T_OPEN_TAG, '');
	$isImport = false;
	foreach (\PhpToken::tokenize($code) as $token) {
		$isImport = $token->is(T_USE) || ($isImport && !$token->is([';', '{']));
		if (!$isImport && $token->is([T_STRING, T_NAME_QUALIFIED, T_NAME_FULLY_QUALIFIED])
			&& !$before->is([T_OBJECT_OPERATOR, T_NULLSAFE_OBJECT_OPERATOR, T_DOUBLE_COLON, T_FUNCTION, T_CONST])) {
			$used[basename(strtr($token->text, '\\', '/'))] = true;
		}
		$before = $token->isIgnorable() ? $before : $token;
	}

	return $used;
}

/**
 * @param list<string> $files
 * @return array<string, int> each word in them
 */
function words(array $files): array
{
	$words = [];
	foreach ($files as $file) {
		$words += array_flip(preg_split('/\W+/', (string) file_get_contents($file)) ?: []);
	}

	return $words;
}

/** @return list<string> files and numbers of the lines that are too long, and of functions with too many lines */
function wide(): array
{
	exec('. tools/needs.sh; ! in_checkout || git ls-files --cached --others --exclude-standard -- '
		. "'*.php' '*.inc' '*.phpt' cli/bin fleet/bin", $files, $status);
	$wide = $status === 0 ? [] : ["git ls-files: exit status $status"];
	foreach (array_filter($files, is_file(...)) as $file) {
		$text = (string) file_get_contents($file);
		foreach (str_ends_with($file, '.phpt') ? sections($text) : [1 => $text] as $first => $code) {
			foreach (longer($code) as $i) {
				$wide[] = "$file:" . $first + $i . ': has more than ' . MOST . ' columns';
			}
		}
		$counts = preg_match('~^(cli|fleet|integrations|tools)/~', $file) === 1 ? functions($text) : [];
		foreach (array_filter($counts, static fn (int $count): bool => $count > MOST_LINES) as $line => $count) {
			$wide[] = "$file:$line: a function of $count lines, more than " . MOST_LINES;
		}
	}

	return $wide;
}

/** @return array<int, string> the PHP of a phpt file, by the number of its first line */
function sections(string $text): array
{
	$sections = [];
	$line = 1;
	foreach (preg_split('/^--([A-Z_]+)--\n/m', $text, -1, PREG_SPLIT_DELIM_CAPTURE) ?: [] as $i => $part) {
		if ($i % 2 === 1) {
			$isCode = in_array($part, CODE, true);
			$line++;
			continue;
		}
		if ($isCode ?? false) {
			$sections[$line] = $part;
		}
		$line += substr_count($part, "\n");
	}

	return $sections;
}

/** @return list<int> the lines that are too long, counted from 0 */
function longer(string $code): array
{
	$lines = str_replace("\t", '    ', explode("\n", $code));
	$longer = preg_grep('/^.{' . MOST + 1 . '}/u', $lines) ?: [];

	return $longer === [] ? [] : array_keys(array_diff_key($longer, literals($code)));
}

/** @return array<int, true> the lines that have a part of a literal of several lines, counted from 0 */
function literals(string $code): array
{
	$lines = [];
	$begin = null;
	foreach (\PhpToken::tokenize($code) as $token) {
		$end = $token->line + substr_count($token->text, "\n");
		if ($token->is([T_START_HEREDOC, '"', '`']) && $begin === null) {
			$begin = $token->line;
		} elseif ($token->is([T_END_HEREDOC, '"', '`']) && $begin !== null) {
			$lines += $end > $begin ? array_fill($begin - 1, $end - $begin + 1, true) : [];
			$begin = null;
		} elseif ($token->is([T_CONSTANT_ENCAPSED_STRING, T_INLINE_HTML]) && $end > $token->line) {
			$lines += array_fill($token->line - 1, $end - $token->line + 1, true);
		}
	}

	return $lines;
}

/**
 * The number of a token, not its text, says whether it is a brace: a part of a string may be one brace, too.
 *
 * @return array<int, int> lines of code of each function that has a body, also of closures, by its first line
 */
function functions(string $code): array
{
	$counts = $open = $last = [];
	$waits = null; // the line of a function whose body has not begun
	$depth = 0;
	foreach (\PhpToken::tokenize($code) as $token) {
		$waits = $token->is(T_FUNCTION) ? $token->line : ($token->text === ';' ? null : $waits);
		$depth -= $token->id === ord('}') ? 1 : 0;
		unset($open[$depth]);
		foreach ($token->isIgnorable() ? [] : $open as $line) {
			$end = $token->line + substr_count($token->text, "\n");
			$counts[$line] = ($counts[$line] ?? 0) + $end - max($last[$line] ?? 0, $token->line - 1);
			$last[$line] = $end;
		}
		if ($token->is([ord('{'), T_CURLY_OPEN, T_DOLLAR_OPEN_CURLY_BRACES])) {
			$open += $waits === null ? [] : [$depth => $waits];
			$waits = null;
			$depth++;
		}
	}

	return $counts;
}
