<?php
/**
 * Checks the layers of the classes of the command, cli/src, by the table in CONTRIBUTING.md, and of the fleet,
 * fleet/src, by that in fleet/README.md: a class uses those of its own folder and of lower layers. The command never
 * uses the fleet, and the fleet only what its table lists of the command. No classes use one another in a circle, and
 * no two have the same short name. What has one home, by FUNCTIONS and HOMES, stands in no other class. Something uses
 * each class, and a test names it.
 *
 * Lines of PHP have at most 120 columns, of which a tab takes 4: those of PHP files, and of the code in phpt files.
 * Longer may be what is no code: what a test expects, its title, and a literal of several lines, which may be a page,
 * a program or a request. Functions of the command, the fleet, integrations and tools have less than 40 lines of code.
 *
 *     php tools/lint-cli.php
 *
 * Part of tools/lint.sh. Prints each offence; silent when there is none.
 */

declare(strict_types=1);

namespace Lint;

/** The namespace of each building. The class "cli/Saved/Folder" is in cli/src/Saved/Folder.php. */
const BUILDINGS = ['cli' => 'XHProf\\Cli\\', 'fleet' => 'XHProf\\Fleet\\'];

/** The document that has the table of a building. */
const TABLES = ['cli' => 'CONTRIBUTING.md', 'fleet' => 'fleet/README.md'];

/**
 * Functions of PHP that only these classes may call, or those of these folders. The others use what is named last. Who
 * has a good reason to be one more is added here.
 */
const FUNCTIONS = [
	['file_put_contents', 'cli/Command/CurlCommand cli/Process/OwnFile cli/Process/RunRequest fleet/Saved/Quarantine',
		'Process/AtomicFile writes files whole, and through no symlink'],
	['rename tempnam link symlink copy', 'cli/Command/CurlCommand cli/Process/AtomicFile fleet/Agent/SpoolFolder
		fleet/Saved/Quarantine', 'Process/AtomicFile writes files whole, and through no symlink'],
	['chmod chown chgrp umask fsync', 'cli/Process/', 'Process/AtomicFile and SafeFolder set modes'],
	['opendir scandir glob', 'cli/Doctor/ cli/Input/RunFinder cli/Live/ cli/Process/ cli/Saved/Folder
		fleet/Agent/SpoolFolder', 'Process/Glob and Saved/Folder list folders'],
	['exec passthru system popen shell_exec proc_open pcntl_fork pcntl_exec', 'cli/Process/ cli/Terminal/
		cli/Doctor/Machine cli/Mcp/ToolProcess cli/Live/Outside cli/Command/ServeCommand', 'Process/Child starts them'],
	['escapeshellarg escapeshellcmd', 'cli/Process/ cli/Terminal/Screen', 'Process/CommandLine quotes words'],
	['posix_kill pcntl_signal pcntl_async_signals pcntl_alarm', 'cli/Process/ cli/Terminal/Screen cli/Mcp/Server
		cli/Serve/Site cli/Command/LiveCommand', 'Process/Signals handles them'],
	['posix_getuid posix_geteuid getmyuid get_current_user posix_getpwuid posix_getgrgid', 'cli/Process/User
		cli/Live/Access', 'Process/User knows who this is'],
	['inet_pton inet_ntop gethostbyname gethostbynamel dns_get_record', 'cli/Live/Sockets cli/Live/Connection',
		'Live/Sockets reads addresses'],
	['curl_init curl_exec curl_multi_init fsockopen pfsockopen stream_socket_client stream_context_create get_headers',
		'fleet/Http/HttpClient', 'fleet/Http sends requests'],
	['print_r var_dump printf vprintf fprintf vfprintf print readfile', '', 'Terminal/Output and Terminal write'],
	['number_format', 'cli/Terminal/Units cli/View/StatView',
		'Terminal/Units writes numbers for people'],
	['mb_strlen mb_strwidth mb_strimwidth mb_substr iconv_strlen grapheme_strlen', 'cli/Terminal/Text',
		'Terminal/Text counts and cuts cells'],
	['levenshtein similar_text soundex metaphone', 'cli/Terminal/Text cli/Comparison/Matching cli/Run/RunFile',
		'Terminal/Text finds the nearest word'],
	['strtotime mktime gmmktime date_create date_parse checkdate', 'cli/Terminal/TimeExpression fleet/Agent/Outcome',
		'Terminal/TimeExpression reads times'],
	['htmlspecialchars htmlentities', 'cli/Serve/Html fleet/Agent/Labels', 'Serve/Html escapes texts'],
	['unserialize', 'cli/Foreign/PairsFile cli/Serve/RunTable fleet/Agent/BatchFile fleet/Agent/Ledger',
		'Foreign/PairsFile reads classic arrays'],
	['gzdecode gzinflate gzuncompress gzopen gzfile readgzfile inflate_init', 'cli/Foreign/Packed cli/Page/RunPart
		fleet/Agent/BatchFile', 'Foreign/Packed unpacks what may be hostile'],
	['pack unpack', 'cli/Foreign/Protobuf cli/Live/Sockets fleet/ClickHouse/ fleet/Otlp/WireMessage
		fleet/Saved/TakenRuns fleet/Store/RowBinary', 'Bytes/ and those that know a format of bytes have them'],
	['random_bytes random_int mt_rand rand uniqid lcg_value', 'cli/Command/OpenCommand cli/Command/ServeCommand
		cli/Process/ fleet/Agent/Agent fleet/Agent/Backoff', 'Process/SafeFolder and AtomicFile make names'],
	['md5 sha1 crc32 md5_file sha1_file', '', 'hash() by xxh64 or sha256 makes ids'],
	['sqrt stats_standard_deviation', 'cli/Statistics/ fleet/Shift/Contrast', 'Statistics/ has deviations and errors'],
];

/**
 * What only these classes or folders may have in a line of code, as a pattern, and what the others use. FORMATS stands
 * for the formats of format/format.c, ENDINGS for those that alone are an ending which no script has.
 */
const HOMES = [
	['/\b(str_contains|str_starts_with|str_ends_with|strstr|explode|preg_\w+)\(.*getMessage\(|getMessage\(\) [!=]==/',
		'cli/Application cli/Problem fleet/Serve/StorePages',
		'an error has a code, which says which it is, and Problem::reason() cuts'],
	['/max_load_bytes allows/', '', 'XHProf\Profile::TOO_LARGE_REASON is the sentence'],
	['/\bRing::open\(/', 'cli/Live/Rings fleet/Agent/RingCursor', 'Live/Rings opens rings, and says why it cannot'],
	["/'lease_ms'/", 'cli/Live/Lease', 'Live/Lease makes the message'],
	['~["\']/proc/|/proc/\$~', 'cli/Doctor/ cli/Live/ cli/Process/ cli/Command/RunCommand',
		'Process/ProcStat and Live/ read processes'],
	['/[\'"]\.(ENDINGS|jsonl|pb|trace|firefox|cpuprofile)(\.jsonl?)?(\.gz)?[\'"]/', 'cli/Run/RunFile fleet/Agent/Version
		fleet/Destination/FileDestination', 'RunFile::ending() and formatOf() know endings'],
	['/([\'"](FORMATS)(\.gz)?[\'"], *){2}/',
		'fleet/Destination/FileDestination', 'XHProf\Profile::formats() has the formats'],
	['/%[.\d]+f ?%%|100 \*[^;]*[\'"] ?%[\'"]/', 'cli/Terminal/Units cli/Serve/Curve cli/Serve/GroupTable
		fleet/Serve/StorePage',
		'Units::percent() writes percentages'],
	['/%[.\d]*[dfs] ?([num]?s|min|h|[KMG]i?B)\b|\/ 1e\d\b[^;]*[\'"] ?([num]?s|min)\b/', 'cli/Command/RunCommand',
				'Units::time() and bytes() write them'],
	['/[\'"]([KMG]i?B|[num]s)[\'"] =>|[*\/] (1024|1_?000_?000)\b/', 'cli/Terminal/ cli/Foreign/
		cli/Comparison/Threshold', 'Terminal/Units and Duration have the units'],
	['/\\\\(e|033|x1[bB])\[/', 'cli/Terminal/ cli/Command/', 'Terminal::paint() has colours'],
	['/\bSTD(OUT|ERR)\b|^\s*echo\b|php:..(output|stdout|stderr)/', 'cli/Application cli/Terminal/ cli/Command/
		cli/Live/Absence cli/Live/Databases cli/Run/RunFile cli/Serve/Reply fleet/Command/', 'Terminal/Output writes'],
	['/fopen\([^,]+, [\'"][xwca]/', 'cli/Process/AtomicFile cli/Serve/Reply fleet/Agent/SpoolFolder fleet/Saved/',
		'Process/AtomicFile writes files whole'],
	['/(SELECT|INSERT|UPDATE|DELETE)[\'"]?[|,] *[\'"]?(SELECT|INSERT|UPDATE|DELETE|REPLACE)/i', 'cli/Advise/Effects
		cli/Advise/Rule/DuplicateQuery', 'Advise/Effects knows what statements do'],
	['/\b(CREATE TABLE|INSERT INTO|GROUP BY|ORDER BY)\b/', 'cli/Heap/ cli/Page/HeapPart
		fleet/ClickHouse/ fleet/Store/', 'Heap/ and fleet/Store/ ask databases'],
	['/[\'"](PDO|PDOStatement|mysqli|Redis|Memcached|curl|pg)(::|_)(query|exec|execute|prepare|get|set|multi_exec)\b/',
		'cli/Breakdown/Queries', 'XHProf\Profile::sends() knows what sends'],
	['/\b(?<f>PDO(Statement)?|mysqli|pg_\w+|Redis|Memcached?|curl_\w+|u?sleep|flock|sem_acquire|f(open|read|gets|write)'
		. '|file_(get|put)_contents|unlink|rename|shell_exec|passthru|proc_open|popen|stream_select|fsockopen|mail)\b'
		. '[^|\'"]{0,20}(\||[\'"], *[\'"])\(?(?&f)\b/', 'cli/Advise/Call cli/Breakdown/Queries cli/Process/RunRequest',
		'XHProf\Profile::outside() knows what waits and what changes something, and sends() what sends'],
	['/(preg_\w+|str_\w+_with)\([^\'"]*[\'"][^\'"]*(_ns\b|_bytes\b|own_)/', 'cli/Metric/
		cli/Comparison/Threshold cli/View/RunView',
		'Metric/ has the columns of rows'],
	['/ini_get\(.xhprof\.output_dir.\).*sys_get_temp_dir/', 'cli/Run/RunFile', 'RunFile::newName() makes it'],
	['/&amp;|&lt;|&quot;/', 'cli/Serve/Html cli/View/DiffMarkdown', 'Serve/Html escapes texts'],
	["/'schema' =>/", 'cli/Terminal/Json cli/Page/Page cli/Run/SetFile fleet/Agent/State',
		'Terminal/Json begins what --json prints'],
	['/\((ns\|)?(us\|)?ms\|/', 'cli/Terminal/Duration', 'Terminal/Duration reads times with units'],
	['/explode\([\'"]==>|strpos\(.*[\'"]==>/', 'cli/Advise/Recording cli/Comparison/FunctionShapes',
		'those two read pairs()'],
	['/\[(0-9a-f|a-f0-9|\\\\da-f)\]\{(16|32)\}/', 'cli/Saved/Folder cli/Process/TraceParent cli/Command/CurlCommand
		fleet/Saved/TakenRuns', 'Saved/Folder knows ids of runs, TraceParent those of traces'],
	['/intdiv\(count\(\S+\)( - 1)?, 2\)|count\(\$\w+\)( - 1\))? \/ 2\b/', 'cli/Statistics/
		fleet/Shift/Shifts fleet/Store/Comparison', 'Bootstrap::median() has medians'],
	['/\b(1\.9(6|59)|2\.5(7|8)|1\.64)\d*/', 'cli/Statistics/', 'Statistics/ has intervals'],
	['/\[0\] <= 0(\.0)? && \S+\[1\] >= 0|FALSE_PART \* /', 'cli/Statistics/Noise', 'decides which changes are noise'],
	['/intdiv\(\S+, \$runs\)/', 'cli/Statistics/Average', 'rounds averages of runs'],
	['/0x7F\b.*(<<|0x80)|<< 3 \| |>> 3 &/', 'cli/Bytes/', 'has varints and tags of protocol buffers'],
];

/** The lists of the classes of a folder that nothing else names. */
const LISTS = ['cli/Advise/Rule' => 'cli/src/Advise/Rule/AllRules.php lists the rules'];

/** What uses classes from outside of the folders src of both. */
const USERS = ['cli/*.php', 'cli/bin/*', 'fleet/*.php', 'integrations/*/src/*.php'];

/** No test names these, but each runs in tests of commands: open, and those of the fleet. */
const NAMED_NOWHERE = ['cli/Process/Browser', 'fleet/Command/CommandTable', 'fleet/FleetPackage', 'fleet/FleetStore'];

/** The columns of a line of PHP. */
const MOST = 120;

/** Lines of code between the braces of a function, without blank ones and comments. */
const MOST_LINES = 39;

/** The sections of a phpt file that are PHP. */
const CODE = ['FILE', 'SKIPIF', 'CLEAN'];

chdir(dirname(__DIR__));

$layers = array_merge(...array_map(layers(...), array_keys(TABLES), TABLES));
$classes = array_merge(...array_map(classes(...), array_keys(BUILDINGS)));
$uses = array_map(uses(...), array_combine($classes, $classes));
echo implode('', array_map(static fn (string $offence): string => "$offence\n",
	[...homeless($classes, $layers), ...namesakes($classes), ...upward($uses, $layers),
		...across($uses), ...circles($uses), ...unused($uses), ...untested($classes), ...wide(),
		...array_merge(...array_map(doubles(...), $classes))]));

/** @return array<string, int> each folder, or class at the root, "cli/Run", to its layer */
function layers(string $building, string $document): array
{
	$layers = [];
	foreach (rows($document) as [, $layer, $folders]) {
		foreach (is_numeric($layer) ? explode(' ', $folders) : [] as $folder) {
			$layers["$building/$folder"] = (int) $layer;
		}
	}

	return $layers;
}

/** @return list<array{string, string, string}> rows of a table of folders: "4  Serve View   " */
function rows(string $document): array
{
	preg_match_all('~^ *(\d+|cli)  ([A-Z]\S*(?: [A-Z]\S*)*)   ~m', (string) file_get_contents($document),
		$rows, PREG_SET_ORDER);

	return $rows;
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

/** @return list<string> */
function doubles(string $class): array
{
	$offences = [];
	$words = format_words();
	foreach ([[FUNCTIONS, [T_COMMENT, T_DOC_COMMENT, T_CONSTANT_ENCAPSED_STRING, T_ENCAPSED_AND_WHITESPACE]],
		[HOMES, [T_COMMENT, T_DOC_COMMENT]]] as [$rows, $ignored]) {
		$lines = lines($class, $ignored);
		foreach ($rows as [$what, $homes, $instead]) {
			$pattern = $what[0] === '/' || $what[0] === '~' ? strtr($what, $words)
				: '/(?<![\w>:$]|function |new )(' . strtr($what, ' ', '|') . ')\(/i';
			foreach (is_home($class, $homes) ? [] : preg_grep($pattern, $lines) as $i => $line) {
				preg_match($pattern, $line, $found);
				$offences[] = file_of($class) . ':' . $i + 1 . ": \"$found[0]\" has another home: $instead";
			}
		}
	}

	return $offences;
}

/** @return array<string, string> what FORMATS and ENDINGS stand for, as alternatives */
function format_words(): array
{
	static $words = [];
	if ($words === []) {
		preg_match_all('/^\t\{"([a-z-]+)", "([a-z-]+)(?:\.[a-z.]+)?", (?:"([a-z-]+)")?/m',
			(string) file_get_contents('format/format.c'), $rows);
		if ($rows[1] === []) {
			throw new \RuntimeException('format/format.c: its table is not as format_words() reads it');
		}
		$endings = array_diff(array_filter([...$rows[2], ...$rows[3]]), ['html', 'log']);
		$words = ['FORMATS' => implode('|', $rows[1]), 'ENDINGS' => implode('|', array_unique($endings))];
	}

	return $words;
}

/** @param string $homes classes and folders */
function is_home(string $class, string $homes): bool
{
	$names = preg_split('/\s+/', $homes, -1, PREG_SPLIT_NO_EMPTY) ?: [];
	$fitting = array_filter($names, static fn (string $home): bool => $class === $home
		|| (str_ends_with($home, '/') && str_starts_with($class, $home)));

	return $fitting !== [];
}

/**
 * @param list<int> $ignored tokens whose text is left out
 * @return list<string>
 */
function lines(string $class, array $ignored): array
{
	return explode("\n", implode('', array_map(static fn (\PhpToken $token): string => $token->is($ignored)
		? str_repeat("\n", substr_count($token->text, "\n")) : $token->text,
		\PhpToken::tokenize((string) file_get_contents(file_of($class))))));
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
 * Uses of another building.
 *
 * @param array<string, array<string, int>> $uses
 * @return list<string>
 */
function across(array $uses): array
{
	$offences = [];
	$open = [];
	foreach (rows(TABLES['fleet']) as [, $name, $folders]) {
		$open = $name === 'cli' ? [...$open, ...explode(' ', $folders)] : $open;
	}
	$unused = array_flip($open);
	foreach ($uses as $class => $used) {
		foreach ($used as $other => $line) {
			if (building($other) === building($class)) {
				continue;
			}
			$names = [substr(home($other), strlen('cli/')), substr($other, strlen('cli/'))];
			$unused = array_diff_key($unused, array_flip($names));
			if (building($class) === 'cli') {
				$offences[] = file_of($class)
					. ":$line: uses $other: the command knows a Package/Package, not the fleet";
			} elseif (array_intersect($names, $open) === []) {
				$offences[] = file_of($class)
					. ":$line: uses $other, which is not among what fleet/README.md lists of cli/";
			}
		}
	}

	return [...$offences, ...array_map(static fn (string $name): string => TABLES['fleet']
		. ": lists $name of cli/, which no class of fleet/ uses", array_keys($unused))];
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
	$tests = [];
	foreach (new \RecursiveIteratorIterator(
		new \RecursiveDirectoryIterator('tests', \FilesystemIterator::SKIP_DOTS)) as $path => $file) {
		if (in_array($file->getExtension(), ['phpt', 'inc', 'php'], true)) {
			$tests[] = $path;
		}
	}
	$words = words($tests);
	$rest = array_filter($classes,
		static fn (string $class): bool => !isset($words[basename($class)]) && !in_array($class, NAMED_NOWHERE, true));

	return array_map(static fn (string $class): string => file_of($class)
		. ': no test names it; its unit goes to tests/' . building($class) . '/unit/'
		. (home($class) === 'cli/Advise/Rule' ? 'rules.phpt' : ''), array_values($rest));
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
	$wide = [];
	exec("git ls-files --cached --others --exclude-standard -- '*.php' '*.inc' '*.phpt' cli/bin fleet/bin 2>/dev/null",
		$files);
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

/** @return array<int, int> lines of code of each function that has a body, also of closures, by its first line */
function functions(string $code): array
{
	$counts = $open = $last = [];
	$waits = null; // the line of a function whose body has not begun
	$depth = 0;
	foreach (\PhpToken::tokenize($code) as $token) {
		$waits = $token->is(T_FUNCTION) ? $token->line : ($token->text === ';' ? null : $waits);
		$depth -= $token->text === '}' ? 1 : 0;
		unset($open[$depth]);
		foreach ($token->isIgnorable() ? [] : $open as $line) {
			$end = $token->line + substr_count($token->text, "\n");
			$counts[$line] = ($counts[$line] ?? 0) + $end - max($last[$line] ?? 0, $token->line - 1);
			$last[$line] = $end;
		}
		if ($token->is(['{', T_CURLY_OPEN, T_DOLLAR_OPEN_CURLY_BRACES])) {
			$open += $waits === null ? [] : [$depth => $waits];
			$waits = null;
			$depth++;
		}
	}

	return $counts;
}
