<?php
declare(strict_types=1);

namespace XHProf\Fleet\Otlp;

/** The tags of a series as attributes, and the trace and span that they name. */
final class Tags
{
	/**
	 * Our names must not be names to which others give a meaning: Pyroscope, for example, takes an attribute
	 * "service.name" of a sample for the service.
	 */
	private const PREFIX = 'tag.';

	/** @var array<string, string> */
	public readonly array $attributes;

	/** 16 bytes; "": none. */
	public readonly string $trace;

	/** 8 bytes; "": none. */
	public readonly string $span;

	/** @param array<array-key, string> $tags */
	public function __construct(array $tags)
	{
		$this->trace = self::id($tags['trace_id'] ?? '', 16);
		$this->span = $this->trace === '' ? '' : self::id($tags['span_id'] ?? '', 8);
		$tags = array_diff_key($tags, array_filter(['trace_id' => $this->trace, 'span_id' => $this->span]));
		$attributes = [];
		foreach ($tags as $key => $value) {
			// Pyroscope refuses the whole message for a name with other characters.
			$name = $unused = self::PREFIX . preg_replace('/[^\w.]/', '_', (string) $key);
			for ($i = 2; isset($attributes[$unused]); $i++) {
				$unused = "{$name}_$i";
			}
			$attributes[$unused] = $value;
		}
		$this->attributes = $attributes;
	}

	/** @return string "" if it is no id; zeros are none */
	private static function id(string $text, int $bytes): string
	{
		$isId = preg_match('/^[0-9a-f]{' . 2 * $bytes . '}$/iD', $text) === 1 && trim($text, '0') !== '';

		return $isId ? (string) hex2bin($text) : '';
	}
}
