<?php
declare(strict_types=1);

namespace XHProf\Cli\Foreign;

/**
 * A thread of a profile of Firefox: tables of functions and stacks, samples that name these, and markers. Times are in
 * milliseconds.
 */
final class FirefoxThread
{
	/** Indexes into FirefoxText::CATEGORIES. */
	private const USER = 1;
	private const INTERNAL = 2;

	/** The type of all markers, which their schema refers to. */
	public const MARKER = 'xhprof';

	/** The phase of a marker that has a start and an end. */
	private const INTERVAL = 1;

	/** @var array<array-key, int> */
	private array $strings = [];

	/** @var array<string, int> functions, which are frames as well, by name and file */
	private array $functions = [];

	/** @var list<array{int, int|null, int|null, int}> name, file, line and category */
	private array $rows = [];

	/** @var array<string, int> by the stack of the caller and the function */
	private array $stacks = [];

	/** @var list<int|null> */
	private array $prefixes = [];

	/** @var list<int> */
	private array $frames = [];

	/** @var array{stack: list<int>, time: list<float>, weight: list<float>} */
	private array $samples = ['stack' => [], 'time' => [], 'weight' => []];

	/** @var array{name: list<int>, startTime: list<float>, endTime: list<float>, data: list<array<string, string>>} */
	private array $markers = ['name' => [], 'startTime' => [], 'endTime' => [], 'data' => []];

	public function __construct(private readonly string $name, private readonly int $number)
	{
	}

	/** @param string $name UTF-8 */
	public function stack(?int $caller, string $name, ?string $file, int $line): int
	{
		$function = $this->functions["$name\0$file"] ??= $this->add($name, $file, $line);
		$key = "$caller:$function";
		if (!isset($this->stacks[$key])) {
			$this->stacks[$key] = count($this->frames);
			$this->prefixes[] = $caller;
			$this->frames[] = $function;
		}

		return $this->stacks[$key];
	}

	private function add(string $name, ?string $file, int $line): int
	{
		$this->rows[] = [$this->string($name), $file === null ? null : $this->string($file), $line > 0 ? $line : null,
			$file === null ? self::INTERNAL : self::USER];

		return count($this->rows) - 1;
	}

	private function string(string $text): int
	{
		return $this->strings[$text] ??= count($this->strings);
	}

	public function sample(int $stack, float $from, float $until): void
	{
		if ($until > $from) {
			$this->samples['stack'][] = $stack;
			$this->samples['time'][] = round($from, 6);
			$this->samples['weight'][] = round($until - $from, 6);
		}
	}

	/** A sample that stands for no time has only a weight. */
	public function point(int $stack, float $at, float $weight): void
	{
		$this->samples['stack'][] = $stack;
		$this->samples['time'][] = round($at, 6);
		$this->samples['weight'][] = round($weight, 6);
	}

	/** Sorts the samples by time, which puts points between the others. */
	public function sort(): void
	{
		array_multisort($this->samples['time'], SORT_ASC, SORT_NUMERIC, array_keys($this->samples['time']),
			$this->samples['stack'], $this->samples['weight']);
	}

	/** @param string $text UTF-8 */
	public function marker(string $name, string $text, float $from, float $until): void
	{
		$this->markers['name'][] = $this->string($name);
		$this->markers['startTime'][] = round($from, 6);
		$this->markers['endTime'][] = round($until, 6);
		$this->markers['data'][] = ['type' => self::MARKER, 'text' => $text];
	}

	/** @return array<string, mixed> */
	public function data(): array
	{
		[$samples, $markers] = [count($this->samples['stack']), count($this->markers['name'])];

		return ['processType' => 'default', 'processStartupTime' => 0, 'processShutdownTime' => null,
			'registerTime' => 0, 'unregisterTime' => null, 'pausedRanges' => [],
			'name' => $this->name, 'isMainThread' => $this->number === 1,
			'pid' => '1', 'tid' => $this->number, 'showMarkersInTimeline' => true,
			'samples' => $this->samples + ['weightType' => 'tracing-ms', 'length' => $samples],
			'markers' => $this->markers + ['phase' => array_fill(0, $markers, self::INTERVAL),
				'category' => array_fill(0, $markers, 0), 'length' => $markers],
			'stackTable' => ['frame' => $this->frames, 'prefix' => $this->prefixes, 'length' => count($this->frames)]]
			+ $this->functionTables()
			+ ['resourceTable' => ['length' => 0, 'lib' => [], 'name' => [], 'host' => [], 'type' => []],
				'nativeSymbols' => ['libIndex' => [], 'address' => [], 'name' => [], 'functionSize' => [],
					'length' => 0], 'stringArray' => array_map(strval(...), array_keys($this->strings))];
	}

	/** @return array<string, array<string, mixed>> */
	private function functionTables(): array
	{
		$count = count($this->rows);
		$all = static fn (int|bool|null $value): array => array_fill(0, $count, $value);

		return [
			'frameTable' => ['address' => $all(-1), 'inlineDepth' => $all(0),
				'category' => array_column($this->rows, 3), 'subcategory' => $all(0),
				'func' => array_keys($this->rows), 'nativeSymbol' => $all(null), 'innerWindowID' => $all(null),
				'line' => $all(null), 'column' => $all(null), 'length' => $count],
			'funcTable' => ['name' => array_column($this->rows, 0), 'isJS' => $all(false),
				'relevantForJS' => $all(false), 'resource' => $all(-1), 'fileName' => array_column($this->rows, 1),
				'lineNumber' => array_column($this->rows, 2), 'columnNumber' => $all(null), 'length' => $count],
		];
	}
}
