<?php
/**
 * Runs the commands that documents show, and compares what they print. For check-docs.php.
 *
 * A fenced block says by its first line what becomes of it:
 *
 *     ```console               run: each line behind "$ ", and what stands below is what it prints
 *     ```console needs=REASON  a session that is not run; one of NEEDS says why
 *     ```sh                    commands without output: not run, but xhprof's own must have these options
 *     ```                      no session: a "$ " in it is an error
 *
 * All blocks of a document share a folder, with examples/ in it.
 * `<!-- run: COMMAND -->` prepares something there that readers do not see; there $XHPROF_TOP is the checkout. A php
 * block whose first line is `<?php // NAME` is a file there.
 *
 * A line "..." stands for any lines. Times, sizes, percentages and other decimals, dates and ids may differ; counts
 * may not. A command must succeed, unless the next one shows its status by `echo $?`.
 */

declare(strict_types=1);

namespace Docs;

use XHProf\Cli\Help\Reference;

require_once __DIR__ . '/../cli/autoload.php';

/** Why a session is not run here. A PHP extension's name is a reason, too: it is run where that is loaded or can be. */
const NEEDS = ['root', 'network', 'server', 'terminal', 'application', 'minutes', 'threads', 'php-8.4'];

/** A number as our tools print it, with a sign or the mark of noise. */
const NUMBER = '[-+~]*\d[\d,]*(?:\.\d+)?';

/** Patterns of what varies between runs and machines, to their placeholders. */
const UNSTABLE = [
	'/\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?(?: UTC)?)?|\b\d\d-\d\d \d\d:\d\d:\d\d|\b\d\d:\d\d:\d\d\b/' =>
		'<date>',
	'/\b[0-9a-f]{16}\b/' => '<id>',
	'/\b(wt|cpu|mu|pmu)("?\]? ?(?::|=>) ?)-?\d+/' => '$1$2<value>', // of the classic array
	'/^\d[\d,]* -> \d[\d,]* values$/' => '<values>', // PHP's own among them
	'/\bPHP \d+\.\d+[\w.+~-]*/' => 'PHP <version>',
	'/(?<![\w.])' . NUMBER . ' ?(?:ns|us|µs|ms|s|min|h)\b/u' => '<time>',
	'/(?<![\w.])' . NUMBER . ' ?(?:B|KiB|MiB|GiB)\b/' => '<size>',
	'/(?<![\w.])' . NUMBER . ' ?%/' => '<percent>',
	'/(?<![\w.])(?:[-+~]*\d[\d,]*\.\d+|100)(?![\w.])/' => '<number>', // of a column in percent
	'/ {2,}/' => ' ',
];

/** One fenced block. */
final class Block
{
	/** @param list<string> $lines without the fences */
	public function __construct(
		public readonly string $language,
		public readonly ?string $needs,
		public readonly int $line,
		public readonly array $lines,
	) {
	}

	/**
	 * @return list<array{command: string, output: list<string>}> the commands of a session, and what it says they print
	 */
	public function commands(): array
	{
		$commands = [];
		$isOpen = false;
		foreach ($this->lines as $line) {
			if ($isOpen) {
				$commands[count($commands) - 1]['command'] .= "\n$line";
			} elseif (str_starts_with($line, '$ ')) {
				$commands[] = ['command' => substr($line, 2), 'output' => []];
			} elseif ($commands !== []) {
				$commands[count($commands) - 1]['output'][] = $line;
			}
			$isOpen = str_ends_with($line, '\\') && ($isOpen || str_starts_with($line, '$ '));
		}

		return $commands;
	}
}

/** The commands of documents: what is wrong with them, and how many were run. */
final class Commands
{
	private int $run = 0;

	/** @var array<string, int> reason to how many */
	private array $notRun = [];

	/** @param bool $isUpdate write into the documents what the commands print */
	public function __construct(private readonly string $module, private readonly bool $isUpdate)
	{
	}

	/** @return list<string> what is wrong in this document */
	public function check(string $file): array
	{
		$text = (string) file_get_contents($file);
		$blocks = blocks($text);
		$wrong = [];
		foreach ($blocks as $block) {
			array_push($wrong, ...$this->form($file, $block));
		}
		array_push($wrong, ...unknown_options($file, $text));
		$sessions = array_filter($blocks, fn (Block $block): bool => $this->isRun($block));
		foreach ($sessions as $block) {
			$this->run += count($block->commands());
		}

		return [...$wrong, ...($sessions === [] ? [] : $this->sessions($file, $blocks, $sessions))];
	}

	/**
	 * All that a document runs, from an empty folder on.
	 *
	 * @param list<Block> $blocks
	 * @param array<int, Block> $sessions those of them that are run
	 * @return list<string> what differs
	 */
	private function sessions(string $file, array $blocks, array $sessions): array
	{
		$folder = new Folder($this->module);
		$wrong = [];
		foreach ($blocks as $block) {
			if ($block->language === 'run') {
				$folder->run([implode("\n", $block->lines)]);
			} elseif ($block->language === 'php'
				&& preg_match('~^<\?php // ([\w./-]+\.php)$~', $block->lines[0] ?? '', $match)) {
				$folder->write($match[1], implode("\n", $block->lines) . "\n");
			} elseif (in_array($block, $sessions, true)) {
				array_push($wrong, ...$this->session($file, $block, $folder));
			}
		}

		return $wrong;
	}

	/** How much was run, and what was not. */
	public function note(): string
	{
		ksort($this->notRun);
		$reasons = array_map(static fn (string $why, int $count): string => "$count $why",
			array_keys($this->notRun), $this->notRun);

		return "$this->run commands of documents run"
			. ($reasons === [] ? '' : '; not run: ' . implode(', ', $reasons));
	}

	private function isRun(Block $block): bool
	{
		return $block->language === 'console' && ($block->needs === null || extension_file($block->needs) !== null);
	}

	/** @return list<string> */
	private function form(string $file, Block $block): array
	{
		$place = "$file:$block->line";
		if ($block->language === '' && preg_grep('/^\$ /', $block->lines) !== []) {
			return ["$place: a session is a block of ```console, which is run"];
		}
		if ($block->language !== 'console') {
			return [];
		}
		if ($block->needs !== null && !in_array($block->needs, NEEDS, true)
			&& !preg_match('/^[a-z]+\d?$/', $block->needs)) {
			return ["$place: needs=$block->needs is none of " . implode(', ', NEEDS)];
		}
		if ($this->isRun($block)) {
			return $block->commands() === []
				? ["$place: a console block without a command: lines begin with \"$ \""] : [];
		}
		$this->notRun[(string) $block->needs] = ($this->notRun[(string) $block->needs] ?? 0)
			+ count($block->commands());

		return [];
	}

	/** @return list<string> */
	private function session(string $file, Block $block, Folder $folder): array
	{
		$commands = $block->commands();
		$results = $folder->run(array_column($commands, 'command'));
		$wrong = [];
		$printed = [];
		foreach ($commands as $i => ['command' => $command, 'output' => $output]) {
			['output' => $real, 'status' => $status] = $results[$i];
			array_push($printed, "\$ $command", ...($real === [''] ? [] : $real));
			if (!agrees($output, $real, str_contains($command, ' --limit '))) {
				$wrong[] = "$file:$block->line: \$ $command\n  prints\n    " . implode("\n    ", $real)
					. "\n  and not\n    " . implode("\n    ", $output);
			}
			if ($status !== 0 && !str_contains($commands[$i + 1]['command'] ?? '', '$?')) {
				$wrong[] = "$file:$block->line: \$ $command\n  ends with status $status";
			}
		}
		if ($this->isUpdate && !in_array('...', $block->lines, true)) { // all, so that the numbers are those of one run
			$old = "\n" . implode("\n", $block->lines) . "\n```";
			file_put_contents($file,
				str_replace($old, "\n" . implode("\n", $printed) . "\n```", (string) file_get_contents($file)));
		}

		return $wrong;
	}
}

/** Where the commands of one document run. */
final class Folder
{
	private readonly string $path;

	/** The tool of this checkout and this PHP with the module, by the names that documents use. */
	public function __construct(string $module)
	{
		$top = dirname(__DIR__);
		$this->path = sys_get_temp_dir() . '/xhprof-docs-' . getmypid() . '-' . bin2hex(random_bytes(4));
		mkdir("$this->path/.bin", 0700, true);
		mkdir("$this->path/.tmp");
		symlink("$top/cli", "$this->path/cli");
		// A copy, whose place is cut out of what is printed.
		exec('cp -R ' . escapeshellarg("$top/examples") . ' ' . escapeshellarg("$this->path/examples"));
		$php = escapeshellarg(PHP_BINARY) . ' -n -d extension=' . escapeshellarg($module);
		foreach (['tokenizer', 'sqlite3', 'pcntl', 'posix'] as $extension) {
			$shared = extension_file($extension);
			$php .= $shared === null || $shared === '' ? '' : " -d extension=$extension";
		}
		$this->program('php', "$php \"\$@\"");
		$this->program('xhprof', "$php $top/cli/bin/xhprof \"\$@\"");
	}

	public function __destruct()
	{
		exec('rm -rf ' . escapeshellarg($this->path));
	}

	public function write(string $name, string $content): void
	{
		@mkdir(dirname("$this->path/$name"), 0700, true);
		file_put_contents("$this->path/$name", $content);
	}

	/**
	 * In one shell, so that $? and variables are those of the command before.
	 *
	 * @param list<string> $commands
	 * @return list<array{output: list<string>, status: int}>
	 */
	public function run(array $commands): array
	{
		$mark = bin2hex(random_bytes(8));
		$script = '';
		foreach ($commands as $command) {
			$script .= "$command\n__status=\$?; printf '\\n$mark %d\\n' \$__status; (exit \$__status)\n";
		}
		$pipes = [];
		$process = proc_open(['bash', '-c', $script], [['file', '/dev/null', 'r'], ['pipe', 'w'], ['redirect', 1]],
			$pipes, $this->path, ['PATH' => "$this->path/.bin:" . getenv('PATH'), 'HOME' => $this->path,
				'TMPDIR' => "$this->path/.tmp", 'XHPROF_TOP' => dirname(__DIR__), 'COLUMNS' => '80', 'NO_COLOR' => '1',
				'LC_ALL' => 'C.UTF-8', 'TZ' => 'UTC']);
		$text = str_replace(["$this->path/.tmp/", "$this->path/"], ['/tmp/', ''],
			(string) stream_get_contents($pipes[1]));
		proc_close($process);
		$parts = preg_split("/\n$mark (\d+)\n/", $text, -1, PREG_SPLIT_DELIM_CAPTURE);
		$results = [];
		foreach (array_keys($commands) as $i) {
			$output = explode("\n", $parts[2 * $i] ?? '');
			$results[] = ['output' => trimmed($output), 'status' => (int) ($parts[2 * $i + 1] ?? 255)];
		}

		return $results;
	}

	private function program(string $name, string $command): void
	{
		file_put_contents("$this->path/.bin/$name", "#!/bin/sh\nexec $command\n");
		chmod("$this->path/.bin/$name", 0755);
	}
}

/** @return list<Block> also the hidden commands, as of the language "run" */
function blocks(string $markdown): array
{
	$blocks = [];
	$open = null;
	foreach (explode("\n", $markdown) as $i => $line) {
		if ($open !== null && rtrim($line) === '```') {
			$blocks[] = new Block($open['language'], $open['needs'], $open['line'], $open['lines']);
			$open = null;
		} elseif ($open !== null) {
			$open['lines'][] = $line;
		} elseif (preg_match('/^```(\w*)(?: needs=([\w.-]+))?/', $line, $match)) {
			$open = ['language' => $match[1], 'needs' => $match[2] ?? null, 'line' => $i + 1, 'lines' => []];
		} elseif (preg_match('/^<!-- run: (.*) -->$/', $line, $match)) {
			$blocks[] = new Block('run', null, $i + 1, [$match[1]]);
		}
	}

	return $blocks;
}

/** Its file if it is shared, '' if it is loaded or built in, null if this PHP does not have it. */
function extension_file(string $name): ?string
{
	$file = PHP_EXTENSION_DIR . "/$name." . PHP_SHLIB_SUFFIX;

	return extension_loaded($name) ? '' : (is_file($file) ? $file : null);
}

/**
 * @param list<string> $lines
 * @return list<string> without blank lines at both ends
 */
function trimmed(array $lines): array
{
	return explode("\n", preg_replace('/^(?:[ \t]*\n)+|\s+$/', '', implode("\n", $lines)));
}

/** A line with all that varies replaced. */
function stable(string $line): string
{
	return rtrim((string) preg_replace(array_keys(UNSTABLE), array_values(UNSTABLE), $line));
}

/**
 * Does what a document says agree with what a command printed? Rows with a time may have another order, as they are
 * sorted by it: a busy machine turns them round. With --limit it has other rows then, of which only the number is sure.
 *
 * @param list<string> $said
 * @param list<string> $printed
 */
function agrees(array $said, array $printed, bool $isLimited): bool
{
	[$said, $printed] = [array_map(stable(...), trimmed($said)), array_map(stable(...), trimmed($printed))];
	if ($isLimited) {
		[$said, $printed] = [with_any_functions($said), with_any_functions($printed)];
	}

	return preg_match(pattern($said), implode("\n", $printed) . "\n") === 1
		|| preg_match(pattern(with_sorted_rows($said)), implode("\n", with_sorted_rows($printed)) . "\n") === 1;
}

/** @param list<string> $lines that are stable */
function pattern(array $lines): string
{
	$pattern = '';
	foreach ($lines as $line) {
		$pattern .= $line === '...' ? '(?:[^\n]*\n)*?' : preg_quote($line, '/') . '\n';
	}

	return "/\\A$pattern\\z/u";
}

/**
 * @param list<string> $lines that are stable
 * @return list<string>
 */
function with_sorted_rows(array $lines): array
{
	$sorted = $rows = [];
	foreach ([...$lines, ''] as $line) {
		if (str_contains($line, '<time>')) {
			$rows[] = $line;
		} else {
			sort($rows, SORT_STRING);
			array_push($sorted, ...$rows, ...[$line]);
			$rows = [];
		}
	}

	return array_slice($sorted, 0, -1);
}

/**
 * @param list<string> $lines that are stable
 * @return list<string> in tables of functions each row the same
 */
function with_any_functions(array $lines): array
{
	$isTable = false;
	foreach ($lines as &$line) {
		$line = $isTable && str_contains($line, '<time>') ? '<row>' : $line;
		$isTable = $line === '<row>' || str_ends_with($line, ' function');
	}

	return $lines;
}

/**
 * Commands of ours that a document names, run or not, have the options that it gives them.
 *
 * @return list<string>
 */
function unknown_options(string $file, string $text): array
{
	// A newline behind a backslash does not end a command; in a paragraph the backquote does.
	preg_match_all('/(?<![\w.\/-])(?:cli\/bin\/)?xhprof ([a-z]+)((?:\\\\\n|[^`\n#|])*)/', $text,
		$found, PREG_SET_ORDER);
	$wrong = [];
	foreach ($found as [, $command, $rest]) {
		if (!preg_match('/(?:^|\s)--[a-z]/', $rest)) {
			continue;
		}
		$known = Reference::commands()[$command] ?? null;
		if ($known === null) {
			$wrong[] = "$file: unknown command xhprof $command";
			continue;
		}
		// what follows -- is the script's own
		$rest = (string) preg_replace('/\s--(?:\s.*)?$|\'[^\']*\'|"[^"]*"/s', ' ', $rest);
		preg_match_all('/(?<=\s)--([a-z][a-z-]*)/', $rest, $options);
		foreach (array_diff($options[1], array_keys($known['options'] + $known['more']), ['help', 'all']) as $option) {
			$wrong[] = "$file: xhprof $command has no --$option";
		}
	}

	return $wrong;
}
