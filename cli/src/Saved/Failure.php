<?php
declare(strict_types=1);

namespace XHProf\Cli\Saved;

/**
 * Why a request failed, as request/failure.c saved it.
 */
final class Failure
{
	/** The names of signals that end a process after its run is saved. */
	private const SIGNALS = [2 => 'SIGINT', 15 => 'SIGTERM'];

	/** @param bool $isFull with the folder of the file */
	public static function text(mixed $failure, bool $isFull = false): ?string
	{
		if (!is_array($failure)) {
			return null;
		}
		$place = is_string($failure['file'] ?? null) && is_int($failure['line'] ?? null)
			? ' at ' . ($isFull ? $failure['file'] : basename($failure['file'])) . ":$failure[line]" : '';

		return match ($failure['kind'] ?? null) {
			'exception' => 'uncaught ' . self::word($failure, 'class', 'exception') . $place,
			'error' => self::word($failure, 'error', 'error') . $place,
			'memory_limit' => "memory_limit hit$place",
			'time_limit' => "max_execution_time hit$place",
			'signal' => self::signal($failure['signal'] ?? null),
			default => null, // the program ended by itself, which the status says
		};
	}

	/** @param array<mixed> $failure */
	private static function word(array $failure, string $key, string $default): string
	{
		return is_string($failure[$key] ?? null) ? $failure[$key] : $default;
	}

	private static function signal(mixed $number): ?string
	{
		return is_int($number) ? self::SIGNALS[$number] ?? "signal $number" : null;
	}
}
