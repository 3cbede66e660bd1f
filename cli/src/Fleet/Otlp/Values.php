<?php
declare(strict_types=1);

namespace XHProf\Cli\Fleet\Otlp;

/** A Profile of OTLP: one value of many samples. */
final class Values
{
	/** @var array<string, array<int, int>> by attributes and by stack */
	private array $values = [];

	/**
	 * @param string $type a ValueType
	 * @param string $periodType likewise
	 */
	public function __construct(private readonly string $type, private readonly string $periodType, private readonly int $period)
	{
	}

	/** @param string $attributes places, separated by commas */
	public function add(int $stack, string $attributes, int $value): void
	{
		if ($value > 0) {
			$this->values[$attributes][$stack] = min($this->values[$attributes][$stack] ?? 0, PHP_INT_MAX - $value) + $value;
		}
	}

	/**
	 * Numbers of 64 bits are strings in OTLP's JSON, and ids hexadecimal.
	 *
	 * @param string $id of 32 digits
	 * @return string "" if there is no value
	 */
	public function message(int $from, int $until, string $id): string
	{
		$samples = [];
		foreach ($this->values as $attributes => $values) {
			foreach ($values as $stack => $value) {
				$samples[] = "{\"stackIndex\":$stack,\"attributeIndices\":[$attributes],\"values\":[\"$value\"]}";
			}
		}

		return $samples === [] ? '' : "{\"sampleType\":$this->type,\"samples\":[" . implode(',', $samples)
			. '],"timeUnixNano":"' . $from * 1_000_000_000 . '","durationNano":"' . ($until - $from) * 1_000_000_000
			. "\",\"periodType\":$this->periodType,\"period\":\"$this->period\",\"profileId\":\"$id\"}";
	}
}
