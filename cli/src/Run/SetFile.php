<?php
declare(strict_types=1);

namespace XHProf\Cli\Run;

use XHProf\Cli\Foreign\LoadLimit;
use XHProf\Cli\Foreign\PairsFile;
use XHProf\Cli\JsonName;
use XHProf\Cli\Problem;
use XHProf\Cli\Process\AtomicFile;
use XHProf\Cli\Process\Reach;
use XHProf\Profile;

/**
 * Sets of runs in files, as xhprof run --repeat writes them. docs/formats.md describes their keys. The sum of the runs,
 * "merged", is the last member, after a line break, in the format json: it is cut out, and the extension parses it.
 *
 * @api
 * @phpstan-import-type Values from RunSet
 */
final class SetFile
{
	private const START = '{"schema":"xhprof-set"';
	private const MERGED = ",\n\"merged\":";
	private const VERSION = 1;

	/** True if the file, which may be packed by gzip, begins like a set. */
	public static function is(string $file): bool
	{
		return is_file($file) && PairsFile::text(Reach::need($file), strlen(self::START)) === self::START;
	}

	/** The ending of the files that save() writes. */
	public static function ending(): string
	{
		return function_exists('gzencode') ? '.set.json.gz' : '.set.json';
	}

	/**
	 * Writes a set to a file, as AtomicFile does; one that ends in .gz is packed.
	 *
	 * @param list<string> $command whose runs they are
	 * @throws Problem if it cannot be written
	 */
	public static function save(RunSet $set, array $command, string $file): void
	{
		$data = $set->data();
		$functions = ['name' => array_map(static fn (int|string $name): string|array => JsonName::of((string) $name),
			array_keys($data['functions'])), 'values' => array_values($data['functions'])];
		$head = json_encode(['schema' => 'xhprof-set', 'version' => self::VERSION,
			'generator' => 'xhprof ' . phpversion('xhprof'), 'command' => array_map(JsonName::of(...), $command),
			'count' => $data['count'], 'totals' => $data['totals'], 'functions' => $functions],
			JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_THROW_ON_ERROR);
		$text = substr($head, 0, -1) . self::MERGED . trim((string) $set->profile()->export('json')) . "}\n";
		if (str_ends_with($file, '.gz')) {
			$text = function_exists('gzencode') ? (string) gzencode($text, 6)
				: throw new Problem('this PHP has no zlib', 'give a file name that ends in .json');
		}
		AtomicFile::write($file, $text);
	}

	/** @throws Problem if the file is no set, or damaged */
	public static function load(string $file): RunSet
	{
		[$head, $merged] = self::parts($file);
		$data = json_decode($head, true, 8);
		if (!is_array($data) || ($data['version'] ?? null) !== self::VERSION) {
			throw self::damaged($file, is_array($data) && is_int($data['version'] ?? null)
				? "it is a set of version $data[version], which this xhprof does not know" : 'it is damaged');
		}
		$count = $data['count'] ?? 0;
		$table = is_array($data['functions'] ?? null) ? $data['functions'] : [];
		$columns = is_array($table['values'] ?? null) ? $table['values'] : [];
		$functions = [];
		foreach (is_array($table['name'] ?? null) ? $table['name'] : [] as $i => $name) {
			$functions[JsonName::read($name)] = self::values($file, $columns[$i] ?? null, $count);
		}
		if (!is_int($count) || $count < 1 || !isset($functions['main()'])) {
			throw self::damaged($file, 'it has no runs');
		}

		return RunSet::ofValues(self::profileOf($file, $merged), $count,
			self::values($file, $data['totals'] ?? null, $count), $functions);
	}

	/**
	 * All runs of the set merged into one.
	 *
	 * @throws Problem if the file is no set, or damaged
	 */
	public static function profile(string $file): Profile
	{
		return self::profileOf($file, self::parts($file)[1]);
	}

	private static function profileOf(string $file, string $merged): Profile
	{
		try {
			return Profile::parse($merged);
		} catch (\ValueError) {
			throw self::damaged($file, 'the sum of its runs is damaged');
		}
	}

	/** @return array{string, string} the JSON without the sum, and the sum */
	private static function parts(string $file): array
	{
		$text = PairsFile::text(Reach::need($file), LoadLimit::bytes());
		$place = strpos($text, self::MERGED);
		if ($place === false || !str_ends_with($text, "}}\n")) {
			throw self::damaged($file, 'it is damaged or incomplete');
		}

		return [substr($text, 0, $place) . '}', substr($text, $place + strlen(self::MERGED), -2)];
	}

	/** @return Values */
	private static function values(string $file, mixed $columns, mixed $count): array
	{
		$values = [];
		foreach (is_array($columns) ? $columns : [] as $key => $column) {
			$isGood = is_array($column) && count($column) === $count && array_filter($column, is_int(...)) === $column
				&& array_is_list($column);
			$values[(string) $key] = $isGood ? $column
				: throw self::damaged($file, "\"$key\" does not have a number for each run");
		}

		return $values;
	}

	private static function damaged(string $file, string $why): Problem
	{
		return new Problem("$file cannot be read as a set of runs: $why",
			'xhprof run --repeat 20 -- SCRIPT makes one');
	}
}
