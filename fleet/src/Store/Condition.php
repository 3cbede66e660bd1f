<?php
declare(strict_types=1);

namespace XHProf\Fleet\Store;

/** A condition on a label: it has one of several values, or none of them. */
final class Condition
{
	/**
	 * @param string $label "host", or the key of a tag
	 * @param non-empty-list<string> $values "*" in them stands for any text
	 */
	public function __construct(
		public readonly string $label,
		public readonly bool $isTag,
		public readonly bool $isNot,
		public readonly array $values,
	) {
	}

	/** As in a URL, but readable: "host!=web-1,web-2". */
	public function text(): string
	{
		return $this->label . ($this->isNot ? '!=' : '=') . implode(',', $this->values);
	}

	/** True for a condition that a label has one value, which is no pattern. */
	public function isPlain(): bool
	{
		return !$this->isNot && count($this->values) === 1 && !str_contains($this->values[0], '*');
	}
}
