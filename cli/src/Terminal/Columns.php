<?php
declare(strict_types=1);

namespace XHProf\Cli\Terminal;

/**
 * The columns in front of a table's names. In a narrow terminal, the least important numbers are left out, so that
 * names stay readable.
 */
final class Columns
{
	/** The cells with which a name can be told from others. */
	public const NAME = 28;

	/** The cells between the numbers and the name. */
	private const GAP = 2;

	/** The cells that are left for the name. */
	public readonly int $free;

	/**
	 * @param array<string, array{string, int}> $columns title and cells by key, in order
	 * @param list<string> $drop keys, the one that says least first
	 * @param list<string> $names those that are shown
	 * @param int $most cells that a name needs, however long it is
	 */
	public function __construct(private array $columns, array $drop, int $width, array $names, int $most = self::NAME)
	{
		$needed = min($most, max([0, ...array_map(strlen(...), $names)]));
		foreach ($drop as $key) {
			if ($width - $this->cells() >= $needed) {
				break;
			}
			unset($this->columns[$key]);
		}
		$this->free = $width - $this->cells();
	}

	public function has(string $key): bool
	{
		return isset($this->columns[$key]);
	}

	/** The cells of all columns and the gap. */
	public function cells(): int
	{
		return array_sum(array_column($this->columns, 1)) + self::GAP;
	}

	/** @param array<string, string> $texts by key; those of columns that are gone are left out */
	public function line(array $texts): string
	{
		$line = '';
		foreach ($this->columns as $key => [, $cells]) {
			$line .= Text::right($texts[$key] ?? '', $cells);
		}

		return $line . str_repeat(' ', self::GAP);
	}

	public function heading(): string
	{
		return $this->line(array_map(static fn (array $column): string => $column[0], $this->columns));
	}
}
