<?php
/**
 * Compares what README.md and the other documents say with what the built module is, and runs the commands they show.
 *
 *     php -n -d extension=BUILD/modules/xhprof.so tools/check-docs.php [--update] [DOCUMENT...]
 *
 * Names each difference and exits 1; a note says how many commands were run. --update writes what they print into the
 * documents instead, except where a block has "...". With a DOCUMENT only its commands are run, and nothing else is
 * compared. Read by it: the lists of functions, constants, settings and methods, "* `NAME` (`VALUE`): TEXT", the
 * places that name each format and each wait, and the blocks that docs-commands.php describes.
 */

declare(strict_types=1);

use XHProf\Cli\Run\RunFormat;

require __DIR__ . '/docs-commands.php';
require __DIR__ . '/docs-lists.php';
require_once __DIR__ . '/docs-quotes.php';

/**
 * The words of a literal in sampler/wait*.c, up to a placeholder, are the name of a wait, unless they are one of these:
 * what the kernel calls a file or a place in itself, and what stands between a kind and an address.
 */
const NO_WAITS = ['timerfd', 'signalfd', 'pidfd', 'wait_for_partner', 'fifo_open', 'sess_', 'at', 'client of'];

chdir(dirname(__DIR__));

$chosen = array_values(array_diff(array_slice($argv, 1), ['--update']));
$commands = new Docs\Commands(module_file(), in_array('--update', $argv, true));
if ($chosen !== []) {
	finish(array_merge(...array_map($commands->check(...), $chosen)), $commands);
}
if (function_exists('xhprof_fake_clock_advance')) {
	fwrite(STDERR, "tools/check-docs.php: this module has a fake clock; the documents describe one without: "
		. "tools/build.sh build/dev --enable-xhprof-dev\n");
	exit(1);
}
$module = new ReflectionExtension('xhprof');
$readme = file_get_contents('README.md');
$api = 'docs/api.md';
$object = 'docs/profile-object.md';
$ring = 'docs/ring-format.md';
$settings = 'docs/settings.md';
$field = file_get_contents('docs/field.md');
$documents = array_merge(['README.md', 'CONTRIBUTING.md'], glob('docs/*.md'));
$readmes = glob('*/README.md');

$wrong = array_merge(
	different($api, 'function', listed(file_get_contents($api), 'xhprof_\w+\('), functions($module)),
	different($api, 'constant', listed(file_get_contents($api), 'XHPROF_\w+'), constants($module)),
	different($settings, 'setting', listed(file_get_contents($settings), 'xhprof\.\w+'), settings($module)),
	different($object, 'method', listed(file_get_contents($object), '\w+\(.'), methods(XHProf\Profile::class)),
	different($ring, 'method', listed(file_get_contents($ring), '\w+\(.'), methods(XHProf\Ring::class)),
	versions($readme, $module->getVersion()),
	composer(),
	programs(),
	formats(),
	waits('docs/sampling-reference.md'),
	flags($ring),
	sources('docs/architecture.md'),
	options($readme),
	Docs\unlisted_files('tools'),
	servers('docs/field.md'),
	Docs\wrong_sums($field),
	Docs\unexplained_programs('docs/sampling-accuracy.md', file_get_contents('docs/sampling-accuracy.md'), $field),
	Docs\wrong_parts(contents('tools/field.sh', '.github/workflows/field.yml', 'CONTRIBUTING.md', 'docs/field.md'),
		array_keys(SUMS_LEGENDS)),
	Docs\wrong_minutes(file_get_contents('CONTRIBUTING.md'), contents('tools/check.sh', 'tools/test.sh')),
	...array_map(static fn (string $file) => Docs\wrong_quotes($file, file_get_contents($file), $field),
		[...$documents, 'CHANGELOG.md']),
	...array_map(figures(...), [...$documents, 'CHANGELOG.md']),
	...array_map(rules(...), [...$documents, ...$readmes, 'CHANGELOG.md']),
	...array_map(static fn (string $file) => names($file, $module), [...$documents, ...$readmes]),
	...array_map(Docs\wrong_links(...), [...$documents, ...$readmes, 'CHANGELOG.md']), // which may name what is gone
	...array_map(files(...), [...$documents, ...$readmes]),
	...array_map(script_options(...), [...$documents, ...$readmes]),
	...array_map(widths(...), [...$documents, ...$readmes, 'CHANGELOG.md']),
	...array_map($commands->check(...), [...$documents, ...$readmes]),
);
finish($wrong, $commands);

/** @param list<string> $wrong */
function finish(array $wrong, Docs\Commands $commands): never
{
	fwrite(STDERR, implode('', array_map(static fn (string $line) => "$line\n", $wrong)));
	echo 'note: ', $commands->note(), "\n";
	exit($wrong === [] ? 0 : 1);
}

/** @return array<string, string> by name */
function contents(string ...$files): array
{
	return array_map(file_get_contents(...), array_combine($files, $files));
}

/** The xhprof.so that this PHP has loaded. */
function module_file(): string
{
	preg_match('~\s(/\S*/xhprof\.so)$~m', (string) file_get_contents('/proc/self/maps'), $found);

	return $found[1] ?? throw new RuntimeException('xhprof is not loaded; start PHP with -d extension=.../xhprof.so');
}

/** The items of all lists whose code begins that way: "* `NAME`: TEXT", "* `NAME` (`VALUE`, `VALUE`): TEXT". */
function listed(string $markdown, string $begin): array
{
	$items = [];
	preg_match_all("/^\\* `({$begin}[^`]*)`(?: \\(((?:`[^`]*`|none)(?:, `[^`]*`)?)\\))?:/m", $markdown,
		$matches, PREG_SET_ORDER);
	foreach ($matches as $match) {
		$values = isset($match[2]) ? explode(', ', $match[2]) : [];
		$items[preg_replace('/\n\s*/', ' ', $match[1])] =
			array_map(static fn (string $value) => $value === 'none' ? '' : trim($value, '`'), $values);
	}

	return $items;
}

function different(string $file, string $what, array $documented, array $real): array
{
	$wrong = [];
	foreach (array_keys($documented + $real) as $name) {
		if (!isset($documented[$name])) {
			$wrong[] = "$file: the $what $name is missing";
		} elseif (!isset($real[$name])) {
			$wrong[] = "$file: there is no $what $name";
		} elseif ($documented[$name] !== $real[$name]) {
			$wrong[] = "$file: $what $name: says " . implode(', ', $documented[$name])
				. '; is ' . implode(', ', $real[$name]);
		}
	}

	return $wrong;
}

/** Signature to nothing more. */
function functions(ReflectionExtension $module): array
{
	return array_fill_keys(array_map(signature(...), $module->getFunctions()), []);
}

/**
 * The methods of a class by name, each with its signature, which names classes without our namespace, as their document
 * does.
 *
 * @param class-string $name
 */
function methods(string $name): array
{
	$signatures = [];
	$class = new ReflectionClass($name);
	foreach ($class->getMethods(ReflectionMethod::IS_PUBLIC) as $method) {
		$signatures[str_replace($class->getNamespaceName() . '\\', '', signature($method))] = [];
	}

	return $signatures;
}

function signature(ReflectionFunctionAbstract $function): string
{
	$parameters = array_map(static fn (ReflectionParameter $parameter) => ltrim($parameter->getType()
		. ($parameter->isVariadic() ? ' ...$' : ' $')) . $parameter->getName()
		. ($parameter->isDefaultValueAvailable()
			? ' = ' . ($parameter->getDefaultValue() === [] ? '[]'
				: strtolower(var_export($parameter->getDefaultValue(), true))) : ''),
		$function->getParameters());

	return $function->getName() . '(' . implode(', ', $parameters) . '): ' . $function->getReturnType();
}

/** Name to its value. */
function constants(ReflectionExtension $module): array
{
	return array_map(static fn (int $value) => [(string) $value], $module->getConstants());
}

/** Name to its default and where it may be set. The module must be loaded without a php.ini. */
function settings(ReflectionExtension $module): array
{
	$where = [INI_ALL => 'INI_ALL', INI_SYSTEM => 'INI_SYSTEM', INI_SYSTEM | INI_PERDIR => 'INI_PERDIR'];
	$settings = [];
	foreach (ini_get_all($module->getName()) as $name => $entry) {
		$settings[$name] = [(string) $entry['global_value'], $where[$entry['access']]];
	}

	return $settings;
}

function versions(string $readme, string $version): array
{
	preg_match('/^Version (\S+?)[.,;]?\s/m', $readme, $told);
	preg_match('/^## \[?([^\]\s]+)/m', file_get_contents('CHANGELOG.md'), $newest);
	preg_match('/const VERSION = \'(.+)\';/', file_get_contents('cli/src/Help/Reference.php'), $command);
	$wrong = [];
	foreach (['README.md' => $told[1] ?? 'none', 'CHANGELOG.md' => $newest[1] ?? 'none',
		'cli/src/Help/Reference.php' => $command[1] ?? 'none'] as $file => $said) {
		if ($said !== $version) {
			$wrong[] = "$file: says version $said; the module says $version";
		}
	}

	return $wrong;
}

/** What composer.json hands to ./configure must be there. Versions it takes from the tags. */
function composer(): array
{
	$composer = json_decode(file_get_contents('composer.json'), true, 16, JSON_THROW_ON_ERROR);
	$config = file_get_contents('config.m4');
	$wrong = isset($composer['version']) ? ['composer.json: a version belongs to the tag'] : [];
	foreach ($composer['php-ext']['configure-options'] as $option) {
		$argument = preg_replace('/^(enable|with)-/', '', $option['name']);
		if (!preg_match('/^PHP_ARG_(ENABLE|WITH)\(\[?' . preg_quote($argument) . '\b(?!-)/m', $config)) {
			$wrong[] = "composer.json: config.m4 has no --{$option['name']}";
		}
	}

	return $wrong;
}

/**
 * Overhead is said by the figures of one table: a link to it has one of them as its text, and what says one has a link.
 */
function figures(string $file): array
{
	preg_match('/^## In short$.*?^## /ms', file_get_contents('docs/overhead.md'), $section);
	preg_match_all('/^\|.*?\| ([^|]+) \|[^|]*\|$/m', $section[0] ?? '', $rows);
	$wrong = [];
	foreach (preg_split('/\n\n+|\n(?=\* )/', file_get_contents($file)) as $paragraph) {
		preg_match_all('~\[([^]]+)\]\([^)]*overhead\.md#in-short\)~', $paragraph, $quotes);
		foreach (array_diff(preg_replace('/\s+/', ' ', $quotes[1]), $rows[1]) as $figure) {
			$wrong[] = "$file: quotes $figure, which is not in docs/overhead.md";
		}
		$isSaid =
			preg_match('/costs? nothing measurable|\bcalls?\b[^.]*\b\d+ to \d+ ns\b|\b[1-9]\.\d+ to \d\.\d+ times\b/',
				$paragraph) === 1;
		if ($isSaid && $quotes[1] === [] && $file !== 'docs/overhead.md') {
			$wrong[] = "$file: says what xhprof costs without a link to docs/overhead.md#in-short: "
				. strtok($paragraph, "\n");
		}
	}

	return $wrong;
}

/** The short table and the picture have least, greatest and mean of the measured programs. */
function programs(): array
{
	$text = file_get_contents('docs/overhead.md');
	preg_match_all('/^\| (\S.*?) \| ((?:[\d.]+ \| ){5})([\d.]+) \|$/m', $text, $rows, PREG_SET_ORDER);
	$wrong = $ranges = [];
	foreach ($rows as [, $name, $values, $mean]) {
		$values = array_filter(explode(' | ', $values), static fn (string $value): bool => $value !== '');
		$ranges[$name] = [min($values) . ' to ' . max($values), $mean];
	}
	foreach (['calls recorded: programs' => '**xhprof**', 'CPU time and memory, too: programs' =>
		'**xhprof**, CPU and memory', 'a sample each ms: programs' => '**xhprof**, sample each ms'] as $what => $row) {
		[$range, $mean] = $ranges[$row] ?? ['', ''];
		if (!preg_match("/^\\| $what \\| × $range \\| .*mean × $mean \\|\$/m", $text)) {
			$wrong[] = "docs/overhead.md: \"$what\" in short is not × $range, mean × $mean";
		}
	}
	preg_match_all('/× ([\d.]+) \(([\d.]+ to [\d.]+)\)/', file_get_contents('docs/overhead.svg'),
		$shown, PREG_SET_ORDER);
	foreach ($shown as [$all, $mean, $range]) {
		if (!in_array([$range, $mean], $ranges, true)) {
			$wrong[] = "docs/overhead.svg: $all is not in docs/overhead.md";
		}
	}

	return $wrong;
}

/** All places that name formats know each: the first that does not is the next to edit. */
function formats(): array
{
	require_once dirname(__DIR__) . '/cli/autoload.php';
	preg_match_all('/^void (hp_format_\w+)\(/m', file_get_contents('format/write.h'), $writers);
	$table = file_get_contents('format/format.c');
	$wrong = [];
	foreach ($writers[1] as $writer) {
		if (!str_contains($table, "$writer}")) {
			$wrong[] = "format/format.c: the table lacks $writer(), which format/write.h declares";
		}
	}
	$help = XHProf\Cli\Help\Reference::commands()['convert']['options']['format']['text'];
	preg_match_all('/`([a-z-]+)`(?=[,;])/', $help, $listed);
	foreach (array_diff($listed[1], RunFormat::names()) as $format) {
		$wrong[] = "cli/src/Help/Reference.php: $format is no format";
	}
	foreach (preg_grep('/\.gz$/', RunFormat::names(), PREG_GREP_INVERT) as $format) {
		$places = [
			'cli/src/Help/Reference.php' => [$help, "`$format`"],
			'docs/formats.md' => [implode("\n", preg_grep('/^\* /', file('docs/formats.md'))), "`$format`"],
			'docs/cli-reference.md' => [strstr(file_get_contents('docs/cli-reference.md'), '<!-- Made by', true),
				'`' . RunFormat::ending($format) . '`'],
			'xhprof.stub.php' => [file_get_contents('xhprof.stub.php'),
				RunFormat::isWrittenHere($format) ? '' : "\"$format\""],
			'CHANGELOG.md' => [file_get_contents('CHANGELOG.md'), "`$format`"],
		];
		foreach ($places as $file => [$text, $wanted]) {
			if (!str_contains($text, $wanted)) {
				$wrong[] = "$file: says nothing of the format $format: no $wanted";
			}
		}
	}

	return $wrong;
}

/** The document has each name of a wait, and of work that is none. */
function waits(string $file): array
{
	$code = preg_replace('~/[*].*?[*]/~s', '', implode('', array_map(file_get_contents(...), glob('sampler/wait*.c'))));
	preg_match_all('/"([a-z][a-z_ ]*?) ?(?:%[^"]*)?"/', $code, $written);
	preg_match_all('/^# define HP_WAIT_\w+ "\{(.+)\}"/m', file_get_contents('sampler/wait.h'), $defined);
	$names = file_get_contents('profile/samples.h') . file_get_contents('profile/wait.h');
	preg_match_all('/^#define HP_PROFILE_\w+ "\{(.+)\}"/m', $names, $others);
	$text = preg_replace('/\s+/', ' ', file_get_contents($file));
	$wrong = [];
	foreach (array_diff(array_unique([...$written[1], ...$defined[1], ...$others[1]]), NO_WAITS) as $name) {
		if (preg_match('/`\{' . $name . '[ }]/', $text) !== 1) {
			$wrong[] = "$file: Waits lacks `{" . $name . '}`, which sampler/wait or profile/wait.h has';
		}
	}

	return $wrong;
}

/** The document has each flag of a ring's records. */
function flags(string $file): array
{
	preg_match('/^\} hp_live_kind;$(.*?)^typedef/ms', file_get_contents('live/format.h'), $code);
	preg_match_all('/^#define HP_LIVE_\w+ (\d+)u\b/m', $code[1] ?? '', $real);
	preg_match('/^\* \*\*Flags\*\*(.*?)^\* /ms', file_get_contents($file), $text);
	preg_match_all('/^  \* (\d+): /m', $text[1] ?? '', $documented);

	return $real[1] === [] ? ['live/format.h: no flags were found']
		: different($file, 'flag', array_fill_keys($documented[1], []), array_fill_keys($real[1], []));
}

/** The README lists each document, and a guide has each option beside the reference. */
function options(string $readme): array
{
	require_once dirname(__DIR__) . '/cli/autoload.php';
	preg_match_all('~\]\((docs/[\w-]+\.md)~', $readme, $listed);
	$guides = implode("\n", array_map(file_get_contents(...), ['README.md', ...Docs\guides($readme)]));

	return [
		...array_map(static fn (string $file) => "README.md: does not list $file",
			array_diff(glob('docs/*.md'), $listed[1])),
		...Docs\unexplained_options(XHProf\Cli\Help\Reference::commands(), $guides),
	];
}

/** The sources that a document names without an ending: `trace/graph`, `cli/src/Page`. */
function sources(string $file): array
{
	preg_match_all('~`((?:[a-z]+/)+\w+)`~', file_get_contents($file), $names);
	$missing = array_filter(array_unique($names[1]),
		static fn (string $name) => !file_exists($name) && glob("$name.*") === []);

	return array_map(static fn (string $name) => "$file: names $name, of which there is no file", $missing);
}

/** The first table of servers has each cell of the bench and no other, and the promises hold in each cell. */
function servers(string $file): array
{
	exec('bench/servers.sh --list', $cells);
	preg_match_all('~^\| (\w[\w-]*/\w+/\w+) \|((?:[^|\n]*\|)+)$~m', file_get_contents($file), $rows, PREG_SET_ORDER);
	$shown = array_column($rows, 1);
	$wrong = [
		...array_map(static fn (string $cell) => "$file: there is no cell $cell in bench/servers.sh",
			array_diff($shown, $cells)),
		...array_map(static fn (string $cell) => "$file: the cell $cell is missing", array_diff($cells, $shown)),
	];
	foreach ($rows as [, $cell, $columns]) {
		[$requests, $differ, $lost] = array_map(trim(...), explode('|', $columns));
		if ($requests !== '' && [$differ, $lost] !== ['0', '0']) {
			$wrong[] = "$file: $cell: $differ answers differ, $lost requests are lost";
		}
	}

	return $wrong;
}

/** So many rules are in the code. */
function rules(string $file): array
{
	require_once dirname(__DIR__) . '/cli/autoload.php';
	$count = count(XHProf\Cli\Advise\Rule\AllRules::all());
	preg_match_all('/\b(\d+) rules\b|"rules": (\d+)/', file_get_contents($file), $said, PREG_SET_ORDER);
	$wrong = array_filter($said, static fn (array $one): bool => (int) end($one) !== $count);

	return array_map(static fn (array $one): string => "$file: says \"$one[0]\"; xhprof advise has $count", $wrong);
}

/** Functions and settings of ours that a document mentions exist. */
function names(string $file, ReflectionExtension $module): array
{
	$text = file_get_contents($file);
	preg_match_all('/\bxhprof_[a-z_]+(?=\()/', $text, $functions);
	preg_match_all('/(?<!\.)\bxhprof\.(?!(?:c|h|so|stub|ini|php|gz|phar|deb)\b)[a-z_]+/', $text, $settings);
	$unknown = array_merge(
		array_diff($functions[0], array_keys($module->getFunctions()), ['xhprof_fake_clock_advance']),
		array_diff($settings[0], array_keys($module->getINIEntries())),
	);

	return array_map(static fn (string $name) => "$file: mentions $name, which does not exist",
		array_unique($unknown));
}

/**
 * Files that a document names in code, or in a block of code, exist: those that hold a promise, above all. A README may
 * name files of its own folder.
 */
function files(string $file): array
{
	$text = file_get_contents($file);
	$own = basename($file) === 'README.md' ? '|src|test|fixture|stubs|bin' : '';
	$folders = "(?:tests|tools|bench|examples$own)";
	preg_match_all("~`($folders/[\w./*-]+)~", $text, $names);
	preg_match_all('/^( *)(`{3,})(?!`).*?^\1\2$/ms', $text, $blocks);
	preg_match_all("~(?<![\w./$}-])($folders/[\w./*-]*[\w*])~", implode("\n", $blocks[0]), $shown);
	$missing = array_filter(array_unique([...$names[1], ...$shown[1]]), static fn (string $name) =>
		!str_contains($name, 'NAME') && glob(rtrim($name, '.')) === []
			&& glob(dirname($file) . '/' . rtrim($name, '.')) === []);

	return array_map(static fn (string $name) => "$file: names $name, which does not exist", $missing);
}

/** A script of ours that a document shows with an option knows that. ./configure knows those of tools/build.sh. */
function script_options(string $file): array
{
	$text = preg_replace('/\\\\\n\s*/', ' ', file_get_contents($file));
	preg_match_all('~\b((?:tools|bench)/[\w-]+\.(?:sh|php))((?: [^`\n#|>;&]*)?)~', $text, $calls, PREG_SET_ORDER);
	$wrong = [];
	foreach ($calls as [, $script, $words]) {
		preg_match_all('/(?<= )--([a-z][\w-]+)/', $words, $options);
		$more = $script === 'tools/build.sh' ? ['config.m4'] : glob('bench/*.inc');
		$source = implode("\n", array_map(file_get_contents(...), is_file($script) ? [$script, ...$more] : []));
		foreach ($source === '' ? [] : $options[1] as $option) {
			$known = preg_quote(preg_replace('/^enable-/', '', $option));
			if (preg_match("~(?<![\\w-])(?:--)?$known(?![\\w-])~", $source) !== 1) {
				$wrong[] = "$file: shows $script with --$option, which that does not know";
			}
		}
	}

	return $wrong;
}

/** Lines have at most 120 columns, but for rows of tables and blocks of code. */
function widths(string $file): array
{
	$wrong = [];
	$fence = '';
	foreach (file($file, FILE_IGNORE_NEW_LINES) as $i => $line) {
		if (preg_match('/^\s*(`{3,})/', $line, $found) === 1 && ($fence === '' || $found[1] === $fence)) {
			$fence = $fence === '' ? $found[1] : '';
		} elseif ($fence === '' && !str_starts_with($line, '|') && preg_match('/^.{121}/u', $line) === 1) {
			$wrong[] = "$file:" . ($i + 1) . ': has more than 120 columns';
		}
	}

	return $wrong;
}
