<?php
declare(strict_types=1);

namespace XHProf\Cli\Foreign;

use XHProf\Cli\Problem;

/**
 * Converts ProfilesData of OTLP from protocol buffers to the arrays that JSON would have, with the fields that a run
 * needs.
 */
final class OtlpMessage
{
	/**
	 * @var array<string, array<int, array{string, string}>> fields by message: keys in JSON, and kinds; "[]" is a list
	 */
	private const MESSAGES = [
		'file' => [1 => ['resourceProfiles', 'resource[]'], 2 => ['dictionary', 'dictionary']],
		'resource' => [2 => ['scopeProfiles', 'scope[]']],
		'scope' => [2 => ['profiles', 'profile[]']],
		'profile' => [1 => ['sampleType', 'type'], 2 => ['samples', 'sample[]'], 3 => ['timeUnixNano', 'number'],
			6 => ['period', 'number']],
		'type' => [1 => ['typeStrindex', 'number'], 2 => ['unitStrindex', 'number']],
		'sample' => [1 => ['stackIndex', 'number'], 4 => ['values', 'packed']],
		'dictionary' => [2 => ['locationTable', 'location[]'], 3 => ['functionTable', 'function[]'],
			5 => ['stringTable', 'text[]'], 7 => ['stackTable', 'stack[]']],
		'location' => [2 => ['address', 'number'], 3 => ['lines', 'line[]']],
		'line' => [1 => ['functionIndex', 'number'], 2 => ['line', 'number']],
		'function' => [1 => ['nameStrindex', 'number'], 3 => ['filenameStrindex', 'number'],
			4 => ['startLine', 'number']],
		'stack' => [1 => ['locationIndices', 'packed']],
	];

	/** The memory charged for a message: at least that of an array. */
	private const MESSAGE_BYTES = 400;

	private readonly Protobuf $message;

	private function __construct(string $bytes, private int $leftBytes)
	{
		$this->message = new Protobuf($bytes);
	}

	/** True if the bytes have both fields of the message and no others. */
	public static function is(string $bytes): bool
	{
		$fields = [];
		try {
			foreach ((new Protobuf($bytes))->fields() as $field => $value) {
				if (!isset(self::MESSAGES['file'][$field]) || is_int($value)) {
					return false;
				}
				$fields[$field] = true;
			}
		} catch (Problem) {
			return isset($fields[1]); // it ends too early
		}

		return count($fields) === 2;
	}

	/** @return array<mixed> as OtlpProfiles::json() takes it */
	public static function file(string $bytes, int $limit): array
	{
		return (new self($bytes, $limit))->read('file', [0, strlen($bytes)]);
	}

	/**
	 * @param array{int, int} $place
	 * @return array<string, mixed>
	 */
	private function read(string $kind, array $place): array
	{
		$this->leftBytes = LoadLimit::left($this->leftBytes, self::MESSAGE_BYTES);
		$lists = $members = [];
		foreach ($this->message->fields(...$place) as $field => $value) {
			[$key, $type] = self::MESSAGES[$kind][$field] ?? ['', ''];
			if ($type === 'packed') {
				$lists[$key] = [...$lists[$key] ?? [], ...$this->message->packed($value)];
			} elseif (str_ends_with($type, '[]')) {
				$lists[$key][] = $this->value(substr($type, 0, -2), $value);
			} elseif ($type !== '') {
				$members[$key] = $this->value($type, $value);
			}
		}

		return $lists + $members;
	}

	/** @param array{int, int}|int $value */
	private function value(string $type, array|int $value): mixed
	{
		return match ($type) {
			'number' => $value,
			'text' => $this->message->text($value),
			default => $this->read($type, Protobuf::place($value)),
		};
	}
}
