<?php
declare(strict_types=1);

namespace XHProf\Cli\Breakdown;

/**
 * A query: all calls of a run with the same text.
 *
 * @phpstan-type Caller array{function: string, file: string|null, line: int|null, calls: int, wall_ns: int}
 */
final class Query
{
	/** The end of a text that base/sql.c has cut off. */
	private const CUT = '…';

	public int $calls = 0;
	public int $wallNs = 0;

	/** The time of the longest call; null: unknown. */
	public ?int $longestNs = null;

	/** @var array<string, int> calls by the function that sent the query, without text: "PDO::query" */
	public array $functions = [];

	/** @var list<QueryPath> */
	public array $paths = [];

	public function __construct(
		/** As XHProf\Profile::sends() has it. */
		public readonly string $kind,
		public readonly string $text,
	) {
	}

	public function add(string $function, int $calls, int $wallNs, ?int $longestNs, QueryPath $path): void
	{
		$this->calls += $calls;
		$this->wallNs += $wallNs;
		$this->longestNs = $longestNs === null ? $this->longestNs : max($longestNs, $this->longestNs ?? 0);
		$this->functions[$function] = ($this->functions[$function] ?? 0) + $calls;
		$path->calls += $calls;
		$path->wallNs += $wallNs;
		$this->paths[] = $path;
	}

	public function isCut(): bool
	{
		return str_ends_with($this->text, self::CUT);
	}

	/** The number of statements in one call: a text of SQL may have several. */
	public function statements(): int
	{
		if ($this->kind !== 'sql') {
			return 1;
		}
		$parts = explode(';', (string) preg_replace('/`[^`]*`|"[^"]*"/', '', $this->text));

		return max(1, count(array_filter($parts, static fn (string $part): bool => trim($part) !== '')));
	}

	/**
	 * The callers, which are the first functions outside the library; the one with most calls first.
	 *
	 * @return non-empty-list<Caller>
	 */
	public function callers(): array
	{
		$callers = [];
		foreach ($this->paths as $path) {
			$caller = $callers[$path->function] ??= ['function' => $path->function, 'file' => $path->file,
				'line' => $path->line, 'calls' => 0, 'wall_ns' => 0];
			$callers[$path->function] = ['calls' => $caller['calls'] + $path->calls,
				'wall_ns' => $caller['wall_ns'] + $path->wallNs] + $caller;
		}
		usort($callers, static fn (array $a, array $b): int => [$b['calls'], $b['wall_ns'], $a['function']]
			<=> [$a['calls'], $a['wall_ns'], $b['function']]);

		return $callers; // @phpstan-ignore return.type (a query has a path)
	}

	/**
	 * For programs.
	 *
	 * @return array{kind: string, text: string, is_cut: bool, statements: int, calls: int, wall_ns: int,
	 *     longest_ns: int|null, functions: array<string, int>, callers: non-empty-list<Caller>}
	 */
	public function data(): array
	{
		return ['kind' => $this->kind, 'text' => $this->text, 'is_cut' => $this->isCut(),
			'statements' => $this->statements(), 'calls' => $this->calls, 'wall_ns' => $this->wallNs,
			'longest_ns' => $this->longestNs, 'functions' => $this->functions, 'callers' => $this->callers()];
	}
}
