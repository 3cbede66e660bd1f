<?php
declare(strict_types=1);

namespace XHProf\Fleet\Otlp;

use XHProf\Cli\Bytes\Varint;
use XHProf\Cli\Bytes\WireType;


/**
 * A message of protocol buffers, written field by field. If they are written in the order of their numbers, the bytes
 * are those of protoc: zeros and empty texts are left out.
 */
final class WireMessage
{
	private string $bytes = '';

	/** @param int $value 0 or more */
	public function number(int $field, int $value): self
	{
		$this->bytes .= $value === 0 ? '' : WireType::tag($field, WireType::VARINT) . Varint::of($value);

		return $this;
	}

	public function fixed64(int $field, int $value): self
	{
		$this->bytes .= $value === 0 ? '' : WireType::tag($field, WireType::FIXED64) . pack('P', $value);

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
		$this->bytes .= WireType::tag($field, WireType::BYTES) . Varint::of(strlen($bytes)) . $bytes;

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
		return implode('', array_map(Varint::of(...), $numbers));
	}
}
