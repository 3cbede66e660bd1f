<?php
declare(strict_types=1);

namespace XHProf\Cli\Foreign;

use XHProf\Cli\Problem;

/** perftools.profiles.Profile, as `go tool pprof` reads it. */
final class Pprof
{
	/** Fields of Profile. */
	private const TYPE = 1;
	private const SAMPLE = 2;
	private const LOCATION = 4;
	private const FUNCTION = 5;
	private const STRING = 6;
	private const TIME_NS = 9;
	private const PERIOD_TYPE = 11;
	private const PERIOD = 12;
	private const DEFAULT_TYPE = 14;

	private const LAST_FIELD = 15;

	/** Fields of Sample. */
	private const SAMPLE_LOCATIONS = 1;
	private const SAMPLE_VALUES = 2;

	/** Fields of Location. */
	private const LOCATION_ADDRESS = 3;
	private const LOCATION_LINE = 4;

	private const SPAN_BITS = 31;
	private const SPAN_BYTES = 16;

	private readonly Protobuf $message;

	/** @var array<int, list<int>> by field: where each of its messages begins, above 31 bits of where it ends */
	private array $spans = [];

	/** @var array<int, int> by field, the last of each */
	private array $numbers = [];

	/** @var array<int, list<array{int, int}>> by id: functions and lines, the innermost first */
	private array $locations = [];

	private readonly Measures $measures;
	private readonly CallTree $tree;

	private function __construct(string $bytes, int $limit)
	{
		$this->message = new Protobuf($bytes);
		$this->collect($limit);
		$types = array_map($this->type(...), $this->spans[self::TYPE] ?? []);
		$default = $this->string($this->numbers[self::DEFAULT_TYPE] ?? 0, 'its default type');
		$this->measures = new Measures($types, array_flip(array_column($types, 0))[$default] ?? null);
		$this->tree = $this->measures->tree($limit);
	}

	private function collect(int $limit): void
	{
		$count = 0;
		foreach ($this->message->fields() as $field => $value) {
			if (is_int($value)) {
				$this->numbers[$field] = $value;
				continue;
			}
			$this->spans[$field][] = $value[0] << self::SPAN_BITS | $value[1];
			if (++$count * self::SPAN_BYTES > $limit || $value[1] >> self::SPAN_BITS > 0) {
				throw LoadLimit::exceeded();
			}
		}
	}

	/** @return array{int, int} */
	private static function span(int $packed): array
	{
		return [$packed >> self::SPAN_BITS, $packed & (1 << self::SPAN_BITS) - 1];
	}

	/** True of bytes that have its fields and no others. */
	public static function is(string $bytes): bool
	{
		$hasText = $hasType = false;
		try {
			foreach ((new Protobuf($bytes))->fields() as $field => $value) {
				if ($field < 1 || $field > self::LAST_FIELD) {
					return false;
				}
				$hasText = $hasText || $field === self::STRING;
				$hasType = $hasType || $field === self::TYPE;
			}
		} catch (Problem) {
			// It ends too early: what there is of it says what it is.
		}

		return $hasText && $hasType;
	}

	public static function json(string $bytes, int $limit): string
	{
		return (new self($bytes, $limit))->read();
	}

	private function read(): string
	{
		$this->readLocations($this->functions());
		$nodes = [];
		foreach ($this->spans[self::SAMPLE] ?? [] as $i => $span) {
			$this->readSample(self::span($span), $i, $nodes);
		}
		$head = $this->measures->head('pprof') + ['started_ns' => max(0, $this->numbers[self::TIME_NS] ?? 0)];
		$unit = isset($this->spans[self::PERIOD_TYPE])
			? Measures::TIMES[$this->type($this->spans[self::PERIOD_TYPE][0])[1]] ?? 0 : 0;

		return $this->tree->json($head + ($this->measures->isSampled
			? ['interval_ns' => max(0, Whole::scaled($this->numbers[self::PERIOD] ?? 0, $unit))] : []));
	}

	private function string(int $place, string $what): string
	{
		$strings = $this->spans[self::STRING] ?? [];
		if ($place === 0 && $strings === []) {
			return '';
		}

		return $this->message->text(self::span($strings[$place]
			?? throw new Problem("$what is the string $place, and the file has " . count($strings) . ' strings')));
	}

	/** @return array{string, string} of a ValueType */
	private function type(int $span): array
	{
		$numbers = $this->message->numbers(self::span($span));

		return [$this->string($numbers[1] ?? 0, 'a type of value'), $this->string($numbers[2] ?? 0, 'a unit')];
	}

	/** @return array<int, int> ids to numbers of the tree */
	private function functions(): array
	{
		$functions = [];
		foreach ($this->spans[self::FUNCTION] ?? [] as $span) {
			[1 => $id, 2 => $name, 3 => $system, 4 => $file, 5 => $line] = $this->message->numbers(self::span($span))
				+ [1 => 0, 2 => 0, 3 => 0, 4 => 0, 5 => 0];
			$what = "the function with the id $id";
			$text = $this->string($name, "the name of $what");
			$functions[$id] = $this->tree->functions
				->number($text !== '' ? $text : $this->string($system, "the name of $what"),
					$this->string($file, "the file of $what"), FunctionTable::line($line));
		}

		return $functions;
	}

	/** @param array<int, int> $functions */
	private function readLocations(array $functions): void
	{
		foreach ($this->spans[self::LOCATION] ?? [] as $span) {
			[$id, $address, $lines] = [0, 0, []];
			foreach ($this->message->fields(...self::span($span)) as $field => $value) {
				if ($field === self::LOCATION_LINE) {
					[1 => $function, 2 => $line] = $this->message->numbers($value) + [1 => 0, 2 => 0];
					$lines[] = [$functions[$function]
						?? throw new Problem("a location names the function $function, "
							. "which the file does not define"), $line];
				} elseif (is_int($value)) {
					[$id, $address] = [$field === 1 ? $value : $id,
						$field === self::LOCATION_ADDRESS ? $value : $address];
				}
			}
			$this->locations[$id] = $lines !== [] ? $lines
				: [[$this->tree->functions->number(sprintf('0x%x', $address)), 0]];
		}
	}

	/**
	 * @param array{int, int} $place
	 * @param array<string, int> $nodes of stacks that were read before
	 */
	private function readSample(array $place, int $number, array &$nodes): void
	{
		$ids = $values = [];
		foreach ($this->message->fields(...$place) as $field => $value) {
			if ($field === self::SAMPLE_LOCATIONS) {
				array_push($ids, ...$this->message->packed($value));
			} elseif ($field === self::SAMPLE_VALUES) {
				array_push($values, ...$this->message->packed($value));
			}
		}
		$key = implode(' ', $ids);
		$nodes[$key] ??= $this->node($ids, $number);
		$this->measures->add($this->tree, $nodes[$key], $values, "sample $number");
	}

	/** @param list<int> $ids the innermost first */
	private function node(array $ids, int $number): int
	{
		$node = CallTree::MAIN;
		$callLine = 0;
		for ($i = count($ids) - 1; $i >= 0; $i--) {
			$lines = $this->locations[$ids[$i]]
				?? throw new Problem("sample $number names the location $ids[$i], which the file does not define");
			foreach (array_reverse($lines) as [$function, $line]) {
				$node = $this->tree->node($node, $function, $this->measures->isSampled ? $line : $callLine);
				$callLine = $line;
			}
		}

		return $node;
	}
}
