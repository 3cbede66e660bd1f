<?php
declare(strict_types=1);

namespace XHProf\Cli\Foreign;

use XHProf\Cli\JsonName;

/** Numbers the functions in a file of another tool. */
final class FunctionTable
{
	/** The number of main(), the first one. */
	public const MAIN = 0;

	/** The names that xhprof and other tools give to the whole program. */
	private const MAINS = ['main()' => true, '{main}' => true, '(root)' => true];

	/** @var array<string, int> by name, file and line */
	private array $numbers = [];

	/** @var list<string> */
	private array $names = ['main()'];

	/** @var list<string> "" if it is unknown */
	private array $files = [''];

	/** @var array<int, int> */
	private array $lines = [0];

	/** @param int $line of the declaration; 0: unknown */
	public function number(string $name, string $file = '', int $line = 0): int
	{
		if (isset(self::MAINS[$name])) {
			$this->files[self::MAIN] = $this->files[self::MAIN] ?: self::clean($file);

			return self::MAIN;
		}
		$key = "$name\0$file\0$line";
		if (!isset($this->numbers[$key])) {
			$this->numbers[$key] = count($this->names);
			$this->names[] = $name === '' ? '(unknown)' : str_replace('==>', '= =>', self::clean($name));
			$this->files[] = self::clean($file);
			$this->lines[] = self::line($line);
		}

		return $this->numbers[$key];
	}

	/** Sets the line of the declaration, unless it is known. */
	public function place(int $function, int $line): void
	{
		$this->lines[$function] = $this->lines[$function] ?: self::line($line);
	}

	/** A line that a run can have; 0 for others. */
	public static function line(int $line): int
	{
		return $line > 0 && $line < 0x7FFFFFFF ? $line : 0;
	}

	private static function clean(string $text): string
	{
		return str_replace("\0", ' ', $text);
	}

	/** @return array{name: list<mixed>, file: list<mixed>, line: array<int, int>} the table of json */
	public function columns(): array
	{
		$names = array_map(JsonName::of(...), $this->uniqueNames());
		$files = array_map(static fn (string $file): string|array|null => $file === '' ? null : JsonName::of($file),
			$this->files);

		return ['name' => $names, 'file' => $files, 'line' => $this->lines];
	}

	/**
	 * The names. If several functions have the same one, it gets their file and line.
	 *
	 * @return list<string>
	 */
	private function uniqueNames(): array
	{
		$counts = array_count_values($this->names);
		$names = $used = $numbers = [];
		foreach ($this->names as $i => $name) {
			if ($counts[$name] > 1) {
				$name .= ' ' . basename($this->files[$i]) . ':' . $this->lines[$i];
			}
			for ($unique = $name; isset($used[$unique]); $unique = "$name #$numbers[$name]") {
				$numbers[$name] = ($numbers[$name] ?? 1) + 1;
			}
			$used[$unique] = true;
			$names[] = $unique;
		}

		return $names;
	}
}
