<?php
declare(strict_types=1);

namespace XHProf\Fleet\Store;

use XHProf\Cli\Bytes\Varint;
use XHProf\Cli\Problem;

/** Reads ClickHouse's format RowBinary, a value at a time. */
final class RowBinary
{
	private int $at = 0;

	/** @var array<string, string> all strings so far, so that equal ones share their memory */
	private array $known = [];

	public function __construct(private readonly string $bytes)
	{
	}

	public function isEnd(): bool
	{
		return $this->at >= strlen($this->bytes);
	}

	/**
	 * Reads a UInt64 of at most 63 bits. A hash has 64: its bits are returned as they are, perhaps as a negative
	 * number.
	 */
	public function int(): int
	{
		$value = unpack('P', substr($this->bytes, $this->at, 8) . "\0\0\0\0\0\0\0\0");
		$this->at += 8;

		// @phpstan-ignore return.type (P is an int)
		return $this->at <= strlen($this->bytes) ? $value[1] ?? 0 : throw self::cut();
	}

	/** Reads a sum. If 63 bits cannot hold it, PHP_INT_MAX is returned. */
	public function sum(): int
	{
		$value = $this->int();

		return $value < 0 ? PHP_INT_MAX : $value;
	}

	public function string(): string
	{
		$length = $this->length();
		$text = substr($this->bytes, $this->at, $length);
		$this->at += strlen($text);

		return strlen($text) === $length ? $this->known[$text] ??= $text : throw self::cut();
	}

	/** @return list<string> */
	public function strings(): array
	{
		$strings = [];
		for ($left = $this->length(); $left > 0; $left--) {
			$strings[] = $this->string();
		}

		return $strings;
	}

	private function length(): int
	{
		$length = Varint::read($this->bytes, $this->at, strlen($this->bytes));

		return $length !== null && $length >= 0 ? $length : throw self::cut();
	}

	private static function cut(): Problem
	{
		return new Problem('the answer of the store is incomplete', 'try again; the log of the server may say more');
	}
}
