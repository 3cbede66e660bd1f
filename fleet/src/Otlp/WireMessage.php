<?php
declare(strict_types=1);

namespace XHProf\Fleet\Otlp;

use XHProf\Fleet\Agent\Leb128;

/**
 * A message of protocol buffers, written field by field. If they are written in the order of their numbers, the bytes
 * are those of protoc: zeros and empty texts are left out.
 */
final class WireMessage
{
	private const VARINT = 0;
	private const FIXED64 = 1;
	private const BYTES = 2;

	private string $bytes = '';

	/** @param int $value 0 or more */
	public function number(int $field, int $value): self
	{
		$this->bytes .= $value === 0 ? '' : self::tag($field, self::VARINT) . Leb128::of($value);

		return $this;
	}

	public function fixed64(int $field, int $value): self
	{
		$this->bytes .= $value === 0 ? '' : self::tag($field, self::FIXED64) . pack('P', $value);

		return $this;
	}

	/** Writes a string, bytes, or packed numbers; nothing if they are empty. */
	public function bytes(int $field, string $value): self
	{
		return $value === '' ? $this : $this->entry($field, $value);
	}

	/** Writes a message or an entry of a list, even if it is empty. */
	public function entry(int $field, string|self $value): self
	{
		$bytes = is_string($value) ? $value : $value->bytes;
		$this->bytes .= self::tag($field, self::BYTES) . Leb128::of(strlen($bytes)) . $bytes;

		return $this;
	}

	/** Adds fields that are encoded already. */
	public function append(string $fields): self
	{
		$this->bytes .= $fields;

		return $this;
	}

	public function text(): string
	{
		return $this->bytes;
	}

	/** @param list<int> $numbers */
	public static function packed(array $numbers): string
	{
		return implode('', array_map(Leb128::of(...), $numbers));
	}

	private static function tag(int $field, int $type): string
	{
		return Leb128::of($field << 3 | $type);
	}
}
