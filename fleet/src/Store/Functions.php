<?php
declare(strict_types=1);

namespace XHProf\Fleet\Store;

/** The places of the functions in a store's stacks, as they were last seen. */
final class Functions
{
	/** The most bytes of the names in a query, with their quotes: a server takes 256 KiB. */
	private const BYTES = 100_000;

	/** @param \Closure(string): RowBinary $rows of a query */
	public function __construct(private readonly \Closure $rows)
	{
	}

	/**
	 * @param list<array{frames: list<string>}> $stacks
	 * @return array<array-key, array{file: string, line: int}> by name, for functions whose place the store knows
	 */
	public function of(Selection $selection, array $stacks): array
	{
		$names = [];
		foreach ($stacks as $stack) {
			$names += array_fill_keys($stack['frames'], true);
		}
		$places = [];
		foreach (self::lists(array_keys($names)) as $list) {
			$rows = ($this->rows)('SELECT function, argMax(file, seen), toUInt64(argMax(line, seen)) FROM functions '
				. 'WHERE ' . Where::services($selection) . " AND function IN ($list) GROUP BY function");
			while (!$rows->isEnd()) {
				[$name, $file, $line] = [$rows->string(), $rows->string(), $rows->int()];
				$places[$name] = ['file' => $file, 'line' => $line];
			}
		}

		return $places;
	}

	/**
	 * @param list<array-key> $names
	 * @return \Generator<string> lists of literals
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
}
