<?php
declare(strict_types=1);

namespace XHProf\Cli\Store;

/** Where the functions of a store's stacks are, as they were seen last. */
final class Functions
{
	/** The names of a query, with their quotes: it takes 256 KiB. */
	private const BYTES = 100_000;

	/** @param \Closure(string): string $query */
	public function __construct(private readonly \Closure $query)
	{
	}

	/**
	 * @param list<array{frames: list<string>}> $stacks
	 * @return array<array-key, array{file: string, line: int}> by name, of those that the store knows
	 */
	public function of(Selection $selection, array $stacks): array
	{
		if ($this->rows("SELECT toUInt64(count()) FROM system.tables WHERE database = currentDatabase() AND name = 'functions'")->int() === 0) {
			return []; // an older agent's tables
		}
		$names = [];
		foreach ($stacks as $stack) {
			$names += array_fill_keys($stack['frames'], true);
		}
		$places = [];
		foreach (self::lists(array_keys($names)) as $list) {
			$rows = $this->rows('SELECT function, argMax(file, seen), toUInt64(argMax(line, seen)) FROM functions WHERE ' . Where::services($selection)
				. " AND function IN ($list) GROUP BY function");
			while (!$rows->isEnd()) {
				[$name, $file, $line] = [$rows->string(), $rows->string(), $rows->int()];
				$places[$name] = ['file' => $file, 'line' => $line];
			}
		}

		return $places;
	}

	/**
	 * @param list<array-key> $names
	 * @return \Generator<string> as literals
	 */
	private static function lists(array $names): \Generator
	{
		$list = '';
		foreach ($names as $name) {
			$list .= ($list === '' ? '' : ',') . Sql::quote((string) $name);
			if (strlen($list) > self::BYTES) {
				yield $list;
				$list = '';
			}
		}
		if ($list !== '') {
			yield $list;
		}
	}

	private function rows(string $sql): RowBinary
	{
		return new RowBinary(($this->query)("$sql FORMAT RowBinary"));
	}
}
