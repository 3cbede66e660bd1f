<?php
declare(strict_types=1);

namespace XHProf\Cli\Fleet\Otlp;

use XHProf\Cli\JsonName;

/** The tables of an OTLP message, which all its profiles share. In each the place 0 is an empty entry and stands for none. */
final class Dictionary
{
	/** A link to no span: ids of zeros, of the length that readers expect. */
	private const NO_LINK = '{"traceId":"00000000000000000000000000000000","spanId":"0000000000000000"}';

	/** @var array<string, int> */
	private array $strings = ['' => 0];

	/** @var array<string, int> the place of a function, which is its location's as well, by name */
	private array $functions = [];

	/** @var list<string> */
	private array $functionTable = ['{}'];

	/** @var list<string> */
	private array $locationTable = ['{}'];

	/** @var array<string, int> by entry */
	private array $attributes = ['{}' => 0];

	/** @var array<string, int> by entry; none is of a stack without frames */
	private array $stacks = ['{}' => 0];

	/** @param string $text of any bytes: what is not UTF-8 is read as Latin-1 */
	public function string(string $text): int
	{
		return $this->strings[JsonName::text($text)] ??= count($this->strings);
	}

	/** A ValueType. */
	public function type(string $name, string $unit): string
	{
		return self::entry(['typeStrindex' => $this->string($name), 'unitStrindex' => $this->string($unit)]);
	}

	public function attribute(string $key, string $value): int
	{
		$entry = self::entry(['keyStrindex' => $this->string($key), 'value' => ['stringValue' => JsonName::text($value)]]);

		return $this->attributes[$entry] ??= count($this->attributes);
	}

	/**
	 * @param list<string> $frames the outermost first
	 * @param array<string, array{file: string|null, line: int|null}> $declared where functions are
	 */
	public function stack(array $frames, array $declared): int
	{
		$places = [];
		for ($i = count($frames) - 1; $i >= 0; $i--) {
			$places[] = $this->functions[$frames[$i]]
				?? $this->location($frames[$i], $declared[$frames[$i]] ?? ['file' => null, 'line' => null]);
		}

		return $this->stacks['{"locationIndices":[' . implode(',', $places) . ']}'] ??= count($this->stacks);
	}

	/** @param array{file: string|null, line: int|null} $declared */
	private function location(string $name, array $declared): int
	{
		$place = count($this->functionTable);
		$text = $this->string($name);
		$this->functionTable[] = self::entry(['nameStrindex' => $text, 'systemNameStrindex' => $text,
			'filenameStrindex' => $this->string($declared['file'] ?? ''), 'startLine' => (string) ($declared['line'] ?? 0)]);
		$this->locationTable[] = self::entry(['lines' => [['functionIndex' => $place]],
			'attributeIndices' => [$this->attribute('profile.frame.type', 'php')]]);

		return $this->functions[$name] = $place;
	}

	/** All of it so far. */
	public function message(): string
	{
		$strings = array_map(strval(...), array_keys($this->strings));

		return '{"mappingTable":[{}],"locationTable":[' . implode(',', $this->locationTable)
			. '],"functionTable":[' . implode(',', $this->functionTable) . '],"linkTable":[' . self::NO_LINK
			. '],"stringTable":' . self::entry($strings) . ',"attributeTable":[' . implode(',', array_keys($this->attributes))
			. '],"stackTable":[' . implode(',', array_keys($this->stacks)) . ']}';
	}

	/** @param array<mixed> $fields */
	public static function entry(array $fields): string
	{
		return json_encode($fields, JSON_THROW_ON_ERROR | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE);
	}
}
