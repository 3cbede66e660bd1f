<?php
/**
 * Writes a part of docs/cli-reference.md and the manual page packaging/debian/xhprof.1 from the table in
 * cli/src/Help/Reference.php and that of the fleet in fleet/src/Command/CommandTable.php, of which the tool makes
 * --help. Writes cli/stubs/xhprof.php from xhprof.stub.php: what IDEs, phpstan and psalm read where the extension is
 * not loaded.
 *
 *     php -n tools/gen-cli-docs.php            writes them
 *     php -n tools/gen-cli-docs.php --check    names each that differs, and exits 1
 */

declare(strict_types=1);

use XHProf\Cli\Help\Reference;

chdir(dirname(__DIR__));
require 'cli/autoload.php';

const BEGIN = "<!-- Made by tools/gen-cli-docs.php of cli/src/Help/Reference.php. -->\n";
const END = "<!-- The end of what is made. -->\n";

/** The guides that explain a command, beside its text in --help. */
const PAGES = ['stat' => 'events', 'alloc' => 'memory', 'report' => 'report', 'open' => 'report', 'live' => 'live',
	'dump' => 'live', 'slow' => 'live', 'record' => 'live', 'ship' => 'fleet', 'arm' => 'live', 'snapshot' => 'live',
	'heap' => 'heap', 'mcp' => 'agents', 'doctor' => 'install'];

const DOCUMENT = 'docs/cli-reference.md';

$files = [DOCUMENT => document((string) file_get_contents(DOCUMENT)), 'packaging/debian/xhprof.1' => page(),
	'cli/stubs/xhprof.php' => stubs((string) file_get_contents('xhprof.stub.php'))];
$old = array_filter($files, static fn (string $text, string $file) => @file_get_contents($file) !== $text,
	ARRAY_FILTER_USE_BOTH);
if (array_diff(array_slice($argv, 1), ['--check']) !== []) {
	fwrite(STDERR, "Usage: tools/gen-cli-docs.php [--check]\n");
	exit(2);
}
if (($argv[1] ?? '') === '--check') {
	foreach (array_keys($old) as $file) {
		$sources = str_ends_with($file, '.php') ? 'xhprof.stub.php says'
			: 'cli/src/Help/Reference.php and fleet/src/Command/CommandTable.php say';
		fwrite(STDERR, "$file: not what $sources; run tools/gen-cli-docs.php\n");
	}
	exit($old === [] ? 0 : 1);
}
foreach ($old as $file => $text) {
	file_put_contents($file, $text);
	echo "$file\n";
}

/** The document with its part between the marks made anew. */
function document(string $text): string
{
	$begin = strpos($text, BEGIN);
	$end = strpos($text, END);
	if ($begin === false || $end === false) {
		fwrite(STDERR, DOCUMENT . ": the marks of tools/gen-cli-docs.php are missing\n");
		exit(1);
	}

	return substr($text, 0, $begin) . BEGIN . "\n" . reference() . substr($text, $end);
}

function reference(): string
{
	$text = "`xhprof COMMAND --help` shows the options that most need, "
		. "`--help --all` all. [RUN](cli.md#runs-by-id) names saved\nruns, "
		. "[TARGET](#running-processes) running processes. "
		. "All commands except `convert` and `serve` have [`--json`](#json).\n\n"
		. "## Options of several commands\n\n"
		. "Times have units: `500us`, `1.5ms`, `1h30m`. Units are `ns`, `us`, `ms`, `s`, `m`, `h`, `d`\n"
		. "and `w`, in either case; a fraction has up to nine digits. [Settings](settings.md) take the same.\n";
	foreach (Reference::shared() as $heading => $options) {
		$text .= "\n### $heading\n\n" . items($options);
	}
	foreach (Reference::commands() as $name => $command) {
		$text .= "\n## xhprof $name\n\n";
		foreach ($command['usage'] as $usage) {
			$text .= "    xhprof $name $usage\n";
		}
		$text .= "\n" . wrapped(about($name, $command)) . options($command['options'], $command['more']);
	}
	$text .= "\n## Exit status\n\n";
	foreach (Reference::EXIT_STATUS as $status => $meaning) {
		$text .= wrapped("* $status: $meaning");
	}

	return "$text\n";
}

/** What it does, or where to read that. */
function about(string $name, array $command): string
{
	return isset(PAGES[$name]) ? ucfirst($command['summary']) . ': docs/' . PAGES[$name] . '.md.'
		: rtrim(str_replace([sentence('TARGET'), sentence('RUN')], '', $command['about']));
}

/** A sentence in which the texts of several commands end; the document has it before the reference. */
function sentence(string $name): string
{
	return (string) (new ReflectionClassConstant(Reference::class, $name))->getValue();
}

/**
 * The list of what only this command has, and the names of the other options: those of several, and those that few
 * need.
 */
function options(array $options, array $more): string
{
	$shared = array_merge(...array_values(Reference::shared()));
	$same = array_filter($options + $more,
		static fn (array $about, string $name): bool => ($shared[$name] ?? null) === $about, ARRAY_FILTER_USE_BOTH);
	$names = [];
	foreach (Reference::shared() as $heading => $group) {
		$of = array_intersect_key($group, $same);
		$link = '#' . strtolower(strtr($heading, ' ', '-'));
		$names[] = count($of) > 3 && count($of) === count($group) ? ['[' . lcfirst($heading) . "]($link)"]
			: array_map(static fn (string $name): string => "`--$name`", array_keys($of));
	}
	$names = array_merge(...$names);
	$own = array_diff_key($options, $same, ['json' => true]);
	$few = array_map(static fn (string $name): string => "`--$name`",
		array_keys(array_diff_key($more, $same, ['json' => true])));
	$names = [...$few, ...array_diff($names, ['`--json`'])]; // which is explained above

	return ($own === [] ? '' : "\n" . items($own))
		. ($names === [] ? '' : "\n" . wrapped('Also ' . implode(', ', $names) . '.'));
}

/** Lines of a list. */
function items(array $options): string
{
	$text = '';
	foreach ($options as $option => $about) {
		$text .= wrapped('* `' . Reference::typed($option, $about['value']) . "`: {$about['text']}"
			. examples($about['examples'] ?? []), "\n  ");
	}

	return $text;
}

/** Behind the text of their option. */
function examples(array $examples): string
{
	$texts = array_map(static fn (string $example, string $meaning) => " `$example`: $meaning",
		array_keys($examples), $examples);

	return implode(';', $texts);
}

/** Lines of at most 118 columns. What stands between backquotes is not broken. */
function wrapped(string $text, string $break = "\n"): string
{
	$text = (string) preg_replace('~docs/([\w-]+)\.md~', '[$1]($1.md)', $text);
	$kept = (string) preg_replace_callback('/`[^`]+`/',
		static fn (array $code): string => strtr($code[0], ' ', "\1"), $text);

	return strtr(wordwrap($kept, 118, $break), "\1", ' ') . "\n";
}

/** The manual page, in roff with the macros of man(7). */
function page(): string
{
	$text = ".\\\" Made by tools/gen-cli-docs.php of cli/src/Help/Reference.php.\n"
		. ".TH XHPROF 1 \"\" xhprof \"User Commands\"\n.SH NAME\nxhprof \\- " . roff(Reference::PURPOSE)
		. "\n.SH SYNOPSIS\n";
	$usages = [];
	foreach (Reference::commands() as $name => $command) {
		foreach ($command['usage'] as $usage) {
			$usages[] = synopsis("xhprof $name $usage");
		}
	}
	$text .= implode(".br\n", $usages) . ".SH DESCRIPTION\n" . paragraph(Reference::DESCRIPTION) . ".SH COMMANDS\n";
	foreach (Reference::commands() as $name => $command) {
		$text .= ".SS $name\n" . paragraph($command['about']);
		foreach ($command['options'] + $command['more'] as $option => $about) {
			$text .= option($option, $about);
		}
	}
	$text .= ".SH EXIT STATUS\n";
	foreach (Reference::EXIT_STATUS as $status => $meaning) {
		$text .= ".TP\n.B $status\n" . paragraph($meaning);
	}

	return $text . ".SH SEE ALSO\n.BR php (1)\n.PP\n.I /usr/share/doc/php*\\-xhprof/docs\n";
}

/** Words in capitals are those that the user replaces. */
function synopsis(string $usage): string
{
	$words = preg_replace_callback('/--?[a-z-]+|\b[A-Z]{1,}\b|^xhprof [a-z]+/', static fn (array $match) =>
		($match[0] === strtoupper($match[0]) && $match[0][0] !== '-' ? '\fI' : '\fB') . "$match[0]\\fR", $usage);

	return roff((string) $words) . "\n";
}

function option(string $name, array $about): string
{
	$text = ".TP\n" . roff("\\fB--$name\\fR" . ($about['value'] === null ? '' : " \\fI{$about['value']}\\fR")) . "\n"
		. paragraph($about['text']);
	foreach ($about['examples'] ?? [] as $example => $meaning) {
		$text .= ".RS\n.TP\n.B " . roff($example) . "\n" . roff($meaning) . "\n.RE\n";
	}

	return $text;
}

/** Text with `code`, in lines of a width that people can edit. */
function paragraph(string $text): string
{
	$marked = (string) preg_replace('/`([^`]+)`/', '\\fB$1\\fR', Reference::unlinked($text));

	return preg_replace("/^(?=[.'])/m", '\\\\&', roff(wordwrap($marked, 100))) . "\n";
}

/** A hyphen that is typed is no hyphen of a text; what begins an escape must be one of ours. */
function roff(string $text): string
{
	return str_replace('-', '\\-', (string) preg_replace('/\\\\(?!f[BIR])/', '\e', $text));
}

/** The stub as PHP that is parsed, and never run: constants have their values, functions of tests are left out. */
function stubs(string $stub): string
{
	$text = (string) preg_replace('~^#ifdef \w+\n.*?^#endif\n\n?~ms', '', $stub);
	$text = (string) preg_replace('~/\*\* @generate-class-entries.*?\*/\n*~s', '', $text);
	$text = (string) preg_replace_callback('~^ *\* @cvalue (\w+)\n( *\*/\n *(?:public )?const \w+ = )UNKNOWN;~m',
		static fn (array $part) => $part[2] . value($part[1]) . ';', $text);
	$about = "/* The functions and classes of the extension xhprof, for IDEs, phpstan and psalm. "
		. "Made by tools/gen-cli-docs.php. */\n";

	return (string) preg_replace('~^<\?php\n+~', "<?php\n$about\n", $text);
}

/** The number or the text that a header defines for a constant. */
function value(string $name): string
{
	$headers = implode('', array_map(file_get_contents(...), glob('{attach,format,profile,trace}/*.h', GLOB_BRACE)));
	if (preg_match("~^#define $name (?:(\d+)u?\b|\"([^\"]+)\")~m", $headers, $part) !== 1) {
		fwrite(STDERR, "attach, format, profile, trace: no header defines $name\n");
		exit(1);
	}

	return isset($part[2]) ? "'$part[2]'" : $part[1];
}
