<?php
declare(strict_types=1);

namespace XHProf\Cli\Foreign;

use XHProf\Cli\Problem;

/**
 * Callgrind files, including Xdebug's cachegrind.out.…: functions, their own costs, and their calls, without call
 * paths.
 */
final class Callgrind
{
	/** The start of such a file, after empty lines and comments. */
	private const START =
		'/^(?:\s*\n|#.*\n)*(?:# callgrind format|(?:version|creator|pid|cmd|part|desc|positions|event|events): ?\S)/';

	/** Lines with a key, in the head and in the body. */
	private const HEADER = '/^([a-z]+):\s*(.*)$/D';
	private const BODY = '/^([a-z]+)=\s*(.*)$/D';

	/** A name, "(12) name", or only the number of a name that the file has given before. */
	private const NAME = '/^\((\d+)\)(?:\s+(.*))?$/D';

	private const COSTS = '/^(?:[+*-]|0x|\d)/';

	/** The table of names that each key uses. */
	private const TABLES = ['fl' => 'file', 'fi' => 'file', 'fe' => 'file', 'cfi' => 'file', 'cfl' => 'file',
		'jfi' => 'file', 'fn' => 'function', 'cfn' => 'function', 'jfn' => 'function'];

	private const INTERNAL = 'php:internal';
	private const INTERNAL_NAME = 'php::';

	/** @var array<string, string> names by table and number */
	private array $names = [];

	/**
	 * @var array<array-key, array{int, int}> functions of callgrind itself, by the word that stands for them: lines of
	 *     inlined files leave out theirs
	 */
	private array $functions = [];

	private string $creator = '';
	private int $positions = 1;
	private readonly CallgrindEvents $events;
	private readonly CallGraph $graph;

	/** The file of the functions that follow, and the file of the next callee; "" means the same file. */
	private string $file = '';
	private string $calleeFile = '';

	/** @var array{int, int}|null the function that lines are about, and its level of recursion */
	private ?array $function = null;

	/** @var array{int, int}|null the next callee */
	private ?array $callee = null;

	/** @var int|null how often; the next line has the costs */
	private ?int $calls = null;

	private function __construct(int $limit)
	{
		$this->events = new CallgrindEvents();
		$this->graph = new CallGraph($limit);
	}

	public static function is(string $text): bool
	{
		return preg_match(self::START, substr($text, 0, 4096)) === 1;
	}

	public static function json(string $text, int $limit): string
	{
		$file = new self($limit);
		foreach (FoldedStacks::lines($text) as $number => $line) {
			try {
				$file->readLine(trim($line));
			} catch (Problem $problem) {
				throw new Problem("line $number: {$problem->getMessage()}", $problem->advice);
			}
		}

		return $file->graph->json(['mode' => 'hier', 'read' => ['format' => 'callgrind',
			'lacks' => ['call paths', ...$file->events->lacks()]]], $file->events->columns());
	}

	private function readLine(string $line): void
	{
		if ($line === '' || $line[0] === '#') {
			return;
		}
		if (preg_match(self::COSTS, $line) === 1) {
			$this->readCosts($line);
		} elseif (preg_match(self::BODY, $line, $found) === 1) {
			$this->readKey($found[1], $found[2]);
		} elseif (preg_match(self::HEADER, $line, $found) === 1) {
			$this->readHeader($found[1], $found[2]);
		} else {
			throw new Problem('neither costs nor "key=" nor "key:"');
		}
	}

	private function readHeader(string $key, string $value): void
	{
		if ($key === 'creator') {
			$this->creator = (string) strtok($value, ' -');
		} elseif ($key === 'positions') {
			$this->positions = max(1, count(self::words($value)));
		} elseif ($key === 'event' || $key === 'events') {
			$key === 'event' ? $this->events->describe($value) : $this->events->set(self::words($value));
		}
	}

	private function readKey(string $key, string $value): void
	{
		if ($key === 'calls') {
			$words = self::words($value);
			$this->calls = self::number($words[0] ?? '');
			$line = count($words) > 1 ? end($words) : '';
			if ($this->callee !== null && preg_match('/^\d{1,9}$/D', $line) === 1) {
				$this->graph->functions->place($this->callee[0], (int) $line);
			}
			return;
		}
		$table = self::TABLES[$key] ?? null;
		if ($table === null) {
			return; // objects, counts of jumps
		}
		$name = $this->name($table, $value);
		match ($key) {
			'fl' => $this->file = $name,
			'cfi', 'cfl' => $this->calleeFile = $name,
			'fn' => [$this->function, $this->callee, $this->calls] = [$this->functionOf($value, $name, $this->file),
				null, null],
			'cfn' => $this->callee = $this->functionOf($value, $name,
				$this->calleeFile !== '' ? $this->calleeFile : $this->file),
			default => null, // the file of inlined code; where a jump goes
		};
	}

	private function name(string $table, string $value): string
	{
		if (preg_match(self::NAME, $value, $found) !== 1) {
			return $value;
		}
		if (isset($found[2])) {
			$this->names["$table $found[1]"] = $found[2];
		}

		return $this->names["$table $found[1]"] ?? throw new Problem("the $table ($found[1]) was not named before");
	}

	/**
	 * @param string $word as it stands in the file
	 * @return array{int, int}
	 */
	private function functionOf(string $word, string $name, string $file): array
	{
		if ($this->creator === 'callgrind' && preg_match(self::NAME, $word, $found) === 1) {
			return $this->functions[$found[1]] ??= [$this->graph->functions->number($name, $file), 0];
		}
		$level = 0;
		if ($this->creator === 'xhprof' && preg_match('/^(.+)@(\d{1,9})$/D', $name, $found) === 1) {
			[$name, $level] = [$found[1], (int) $found[2]];
		}
		if ($file === self::INTERNAL) {
			$file = '';
			$name = str_starts_with($name, self::INTERNAL_NAME) ? substr($name, strlen(self::INTERNAL_NAME)) : $name;
		}
		$name = $this->creator === 'xdebug' ? (string) preg_replace('/^([\w\\\\]+)->/', '$1::', $name) : $name;

		return [$this->graph->functions->number($name, $file), $level];
	}

	private function readCosts(string $line): void
	{
		$words = self::words($line);
		if ($this->function === null) {
			throw new Problem('costs before the first line "fn="');
		}
		if ($this->events->isEmpty()) {
			throw new Problem('costs without a line "events:" before');
		}
		$costs = $this->events->values(array_map(self::number(...), array_slice($words, $this->positions)));
		if ($this->calls === null) {
			$this->graph->addOwn($this->function, $costs);
			$this->placeOwn($words[$this->positions - 1] ?? '');
			return;
		}
		$this->graph->addCalls($this->function,
			$this->callee ?? throw new Problem('calls without a callee: no line "cfn=" before'), $this->calls, $costs);
		[$this->calls, $this->callee, $this->calleeFile] = [null, null, ''];
	}

	/** Own costs of xhprof are at the line of the declaration. */
	private function placeOwn(string $line): void
	{
		if ($this->creator === 'xhprof' && $this->function !== null && preg_match('/^\d{1,9}$/D', $line) === 1) {
			$this->graph->functions->place($this->function[0], (int) $line);
		}
	}

	/** @return list<string> */
	private static function words(string $text): array
	{
		return preg_split('/\s+/', $text, -1, PREG_SPLIT_NO_EMPTY) ?: [];
	}

	private static function number(string $word): int
	{
		return preg_match('/^-?\d{1,18}$/D', $word) === 1 ? (int) $word
			: throw new Problem('"' . substr($word, 0, 40) . '" is not a whole number of at most 18 digits');
	}
}
