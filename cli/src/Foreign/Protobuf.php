<?php
declare(strict_types=1);

namespace XHProf\Cli\Foreign;

use XHProf\Cli\Bytes\Varint;
use XHProf\Cli\Bytes\WireType;
use XHProf\Cli\Problem;

/**
 * The fields of a protocol buffers message: the bytes of a file between two places. The file is not trusted.
 *
 * @api
 */
final class Protobuf
{
	/** @param string $bytes of the whole file: all places are in it */
	public function __construct(private readonly string $bytes)
	{
	}

	/**
	 * Each field of a message: its number, and either the number that it holds, or the start and the end of its bytes.
	 *
	 * @param int|null $until the place behind the message; null: it ends with the file
	 * @return \Generator<int, int|array{int, int}> which throws a Problem where the message is damaged
	 */
	public function fields(int $from = 0, ?int $until = null): \Generator
	{
		$until ??= strlen($this->bytes);
		for ($at = $from; $at < $until;) {
			$begin = $at;
			[$field, $type] = WireType::parts($this->varint($at, $until));
			$value = match ($type) {
				WireType::VARINT => $this->varint($at, $until),
				WireType::FIXED64 => $this->fixed($at, $until, 8, 'P'),
				WireType::FIXED32 => $this->fixed($at, $until, 4, 'V'),
				WireType::BYTES => $this->span($at, $until),
				default => throw new Problem("byte $begin: no field of a protocol buffer begins here"),
			};
			yield $field => $value;
		}
	}

	/**
	 * All fields that hold numbers; if a field is repeated, the last one counts.
	 *
	 * @param array{int, int}|int $message
	 * @return array<int, int>
	 * @throws Problem if the message is damaged
	 */
	public function numbers(array|int $message): array
	{
		$numbers = [];
		[$from, $until] = self::place($message);
		foreach ($this->fields($from, $until) as $field => $value) {
			if (is_int($value)) {
				$numbers[$field] = $value;
			}
		}

		return $numbers;
	}

	/**
	 * The numbers in a field, which may be packed: one or many.
	 *
	 * @param array{int, int}|int $value
	 * @return list<int>
	 * @throws Problem if they are damaged
	 */
	public function packed(array|int $value): array
	{
		if (is_int($value)) {
			return [$value];
		}
		[$at, $until] = $value;
		$numbers = [];
		while ($at < $until) {
			$numbers[] = $this->varint($at, $until);
		}

		return $numbers;
	}

	/**
	 * The bytes of a field.
	 *
	 * @param array{int, int}|int $value
	 * @throws Problem as place() does
	 */
	public function text(array|int $value): string
	{
		[$from, $until] = self::place($value);

		return substr($this->bytes, $from, $until - $from);
	}

	/**
	 * The place of a field's bytes.
	 *
	 * @param array{int, int}|int $value
	 * @return array{int, int}
	 * @throws Problem if it holds a number instead: then the file is damaged
	 */
	public static function place(array|int $value): array
	{
		return is_array($value) ? $value
			: throw new Problem("a field holds the number $value where the format requires bytes");
	}

	private function varint(int &$at, int $until): int
	{
		return Varint::read($this->bytes, $at, $until)
			?? throw new Problem($at < $until ? "byte $at: a number is longer than " . Varint::MOST_BYTES . ' bytes'
				: "byte $at: the file, or a part of it, ends within a number");
	}

	private function fixed(int &$at, int $until, int $bytes, string $format): int
	{
		if ($until - $at < $bytes) {
			throw new Problem("byte $at: the file, or a part of it, ends within a number");
		}
		$at += $bytes;
		$number = unpack($format, $this->bytes, $at - $bytes);

		return is_array($number) && is_int($number[1]) ? $number[1] : 0;
	}

	/** @return array{int, int} */
	private function span(int &$at, int $until): array
	{
		$length = $this->varint($at, $until);
		if ($length < 0 || $length > $until - $at) {
			throw new Problem(
				"byte $at: a field of $length bytes ends beyond the file, or beyond the part that it is in");
		}
		$from = $at;
		$at += $length;

		return [$from, $at];
	}
}
