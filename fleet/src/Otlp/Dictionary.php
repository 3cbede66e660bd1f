<?php
declare(strict_types=1);

namespace XHProf\Fleet\Otlp;

use XHProf\Cli\Bytes\Varint;
use XHProf\Cli\JsonName;

/**
 * The tables of an OTLP message, which all its profiles share. Entry 0 of each table is empty and stands for "none".
 */
final class Dictionary
{
	/** Numbers of the fields of ProfilesDictionary. */
	private const MAPPING = 1;
	private const LOCATION = 2;
	private const FUNCTION = 3;
	private const LINK = 4;
	private const STRING = 5;
	private const ATTRIBUTE = 6;
	private const STACK = 7;

	private const NO_TRACE = "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0";
	private const NO_SPAN = "\0\0\0\0\0\0\0\0";

	/** @var array<int, array<array-key, int>> the place of each entry, by field */
	private array $tables = [];

	/** @var array<string, int> places by name, file and line */
	private array $functions = [];

	public function __construct()
	{
		foreach ([self::MAPPING, self::LOCATION, self::FUNCTION, self::STRING, self::ATTRIBUTE,
			self::STACK] as $table) {
			$this->place($table, '');
		}
		// Readers expect ids of their full length.
		$this->link(self::NO_TRACE, self::NO_SPAN);
	}

	private function place(int $table, string $entry): int
	{
		return $this->tables[$table][$entry] ??= count($this->tables[$table] ?? []);
	}

	/** @param string $text may have any bytes: a text that is not UTF-8 is read as Latin-1 */
	private function string(string $text): int
	{
		return $this->place(self::STRING, JsonName::text($text));
	}

	/** A ValueType. */
	public function type(string $name, string $unit): string
	{
		return (new WireMessage())->number(1, $this->string($name))->number(2, $this->string($unit))->text();
	}

	public function attribute(string $key, string $value): int
	{
		$entry = (new WireMessage())->number(1, $this->string($key))->entry(2, self::any($value));

		return $this->place(self::ATTRIBUTE, $entry->text());
	}

	/** An AnyValue. */
	public static function any(string $value): string
	{
		return (new WireMessage())->entry(1, JsonName::text($value))->text();
	}

	/**
	 * @param string $trace 16 bytes
	 * @param string $span 8 bytes; "": none
	 */
	public function link(string $trace, string $span): int
	{
		return $this->place(self::LINK,
			(new WireMessage())->bytes(1, $trace)->bytes(2, $span === '' ? self::NO_SPAN : $span)->text());
	}

	/** @param int $line of the declaration; 0: unknown */
	public function function(string $name, string $file, int $line): int
	{
		return $this->functions["$name\0$file\0$line"] ??= $this->newFunction($name, $file, $line);
	}

	private function newFunction(string $name, string $file, int $line): int
	{
		$text = $this->string($name);
		$entry = (new WireMessage())->number(1, $text)->number(2, $text)
			->number(3, $this->string($file))->number(4, $line);

		return $this->place(self::FUNCTION, $entry->text());
	}

	/** @param int $line the line that was running, or that made the next call; 0: unknown */
	public function location(int $function, int $line): int
	{
		$entry = (new WireMessage())->entry(3, (new WireMessage())->number(1, $function)->number(2, $line))
			->bytes(4, Varint::of($this->attribute('profile.frame.type', 'php')));

		return $this->place(self::LOCATION, $entry->text());
	}

	/** @param string $locations packed, the innermost first */
	public function stack(string $locations): int
	{
		return $this->place(self::STACK, (new WireMessage())->bytes(1, $locations)->text());
	}

	/** The message with all entries so far. */
	public function message(): WireMessage
	{
		$message = new WireMessage();
		ksort($this->tables);
		foreach ($this->tables as $table => $entries) {
			foreach ($entries as $entry => $place) {
				$message->entry($table, (string) $entry);
			}
		}

		return $message;
	}
}
