<?php
declare(strict_types=1);

namespace XHProf\Fleet\Otlp;

use XHProf\Cli\Bytes\Varint;


/** A Profile of OTLP: one type of value, for many samples. */
final class Values
{
	/** @var array<string, array<int, int>> by the other fields of Sample, and by stack */
	private array $values = [];

	/**
	 * @param array{string, string} $type name and unit
	 * @param array{string, string} $periodType name and unit
	 */
	public function __construct(private readonly array $type, private readonly array $periodType,
		private readonly int $period)
	{
	}

	/** @param string $about fields of a Sample: its attributes and its link */
	public function add(int $stack, string $about, int $value): void
	{
		if ($value > 0) {
			$this->values[$about][$stack] = min($this->values[$about][$stack] ?? 0, PHP_INT_MAX - $value) + $value;
		}
	}

	/**
	 * @param string $id 16 bytes
	 * @return WireMessage|null null if there is no value
	 */
	public function message(Dictionary $dictionary, int $from, int $until, string $id): ?WireMessage
	{
		if ($this->values === []) {
			return null;
		}
		$message = (new WireMessage())->entry(1, $dictionary->type(...$this->type));
		foreach ($this->values as $about => $values) {
			foreach ($values as $stack => $value) {
				$message->entry(2,
					(new WireMessage())->number(1, $stack)->append($about)->bytes(4, Varint::of($value)));
			}
		}

		return $message->fixed64(3, $from * 1_000_000_000)->number(4, ($until - $from) * 1_000_000_000)
			->entry(5, $dictionary->type(...$this->periodType))->number(6, $this->period)->bytes(7, $id);
	}
}
