<?php
declare(strict_types=1);

namespace XHProf\Cli\Fleet\Otlp;

use XHProf\Cli\Fleet\Protobuf;

/** The tables of an OTLP message, which all its profiles share. In each the place 0 is an empty entry and stands for none. */
final class Dictionary
{
	/** Fields of ProfilesDictionary. */
	private const MAPPING = 1;
	private const LOCATION = 2;
	private const FUNCTION = 3;
	private const LINK = 4;
	private const STRING = 5;
	private const ATTRIBUTE = 6;
	private const STACK = 7;

	/** A link to no span: ids of zeros, of the length that readers expect. */
	private const NO_LINK = "\x0A\x10\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x12\x08\0\0\0\0\0\0\0\0";

	/** @var array<string, int> */
	private array $strings = ['' => 0];

	/** @var array<string, string> the place of a function, which is its location's as well, as a number of a message, by name */
	private array $functions = [];

	/** @var array<string, int> by message */
	private array $attributes = ['' => 0];

	/** @var array<string, int> by message; none is of a stack without frames */
	private array $stacks = ['' => 0];

	/** The tables of functions and of locations. */
	private string $messages;

	public function __construct()
	{
		$this->messages = Protobuf::bytes(self::FUNCTION, '') . Protobuf::bytes(self::LOCATION, '');
	}

	public function string(string $text): int
	{
		return $this->strings[$text] ??= count($this->strings);
	}

	/** A ValueType. */
	public function type(string $name, string $unit): string
	{
		return Protobuf::number(1, $this->string($name)) . Protobuf::number(2, $this->string($unit));
	}

	public function attribute(string $key, string $value): int
	{
		$message = Protobuf::number(1, $this->string(Protobuf::text($key))) . Protobuf::bytes(2, Protobuf::bytes(1, Protobuf::text($value)));

		return $this->attributes[$message] ??= count($this->attributes);
	}

	/**
	 * @param list<string> $frames the outermost first
	 * @param array<string, array{file: string|null, line: int|null}> $declared where functions are
	 */
	public function stack(array $frames, array $declared): int
	{
		$places = '';
		for ($i = count($frames) - 1; $i >= 0; $i--) {
			$places .= $this->functions[$frames[$i]] ?? $this->location($frames[$i], $declared[$frames[$i]] ?? ['file' => null, 'line' => null]);
		}

		return $this->stacks[Protobuf::bytes(1, $places)] ??= count($this->stacks);
	}

	/** @param array{file: string|null, line: int|null} $declared */
	private function location(string $name, array $declared): string
	{
		$place = count($this->functions) + 1;
		$language = $this->attribute('profile.frame.type', 'php');
		$text = $this->string(Protobuf::text($name));
		$file = $this->string(Protobuf::text($declared['file'] ?? ''));
		$this->messages .= Protobuf::bytes(self::FUNCTION, Protobuf::number(1, $text) . Protobuf::number(2, $text) . Protobuf::number(3, $file)
			. Protobuf::number(4, $declared['line'] ?? 0)) . Protobuf::bytes(self::LOCATION, Protobuf::bytes(3, Protobuf::number(1, $place))
			. Protobuf::packed(4, [$language]));

		return $this->functions[$name] = Protobuf::varint($place);
	}

	/** All of it so far. */
	public function message(): string
	{
		$text = Protobuf::bytes(self::MAPPING, '') . $this->messages . Protobuf::bytes(self::LINK, self::NO_LINK);
		foreach ([self::STRING => $this->strings, self::ATTRIBUTE => $this->attributes, self::STACK => $this->stacks] as $field => $table) {
			foreach ($table as $entry => $place) {
				$text .= Protobuf::bytes($field, (string) $entry);
			}
		}

		return $text;
	}
}
