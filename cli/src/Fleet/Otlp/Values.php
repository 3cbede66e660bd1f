<?php
declare(strict_types=1);

namespace XHProf\Cli\Fleet\Otlp;

use XHProf\Cli\Fleet\Protobuf;

/** A Profile of OTLP: one value of many samples. */
final class Values
{
	/** @var array<string, array<int, int>> by attributes, as a packed field, and by stack */
	private array $values = [];

	/**
	 * @param string $type a ValueType
	 * @param string $periodType likewise
	 */
	public function __construct(private readonly string $type, private readonly string $periodType, private readonly int $period)
	{
	}

	/** @param string $attributes a packed field, or "" */
	public function add(int $stack, string $attributes, int $value): void
	{
		if ($value > 0) {
			$this->values[$attributes][$stack] = min($this->values[$attributes][$stack] ?? 0, PHP_INT_MAX - $value) + $value;
		}
	}

	/**
	 * @param string $id of 16 bytes
	 * @return string "" if there is no value
	 */
	public function message(int $from, int $until, string $id): string
	{
		$samples = '';
		foreach ($this->values as $attributes => $values) {
			foreach ($values as $stack => $value) {
				$samples .= Protobuf::bytes(2, Protobuf::number(1, $stack) . $attributes . Protobuf::packed(4, [$value]));
			}
		}

		return $samples === '' ? '' : Protobuf::bytes(1, $this->type) . $samples . Protobuf::fixed64(3, $from * 1_000_000_000)
			. Protobuf::number(4, ($until - $from) * 1_000_000_000) . Protobuf::bytes(5, $this->periodType) . Protobuf::number(6, $this->period)
			. Protobuf::bytes(7, $id);
	}
}
