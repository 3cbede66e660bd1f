<?php
declare(strict_types=1);

namespace XHProf\Cli\Live;

use XHProf\Profile;

/**
 * Describes what a process is doing, from its stack: from whether it had the CPU, and from the internal function that
 * it is in. XHProf\Profile::outside() knows what that function waits for.
 *
 * @phpstan-type Frame array{function: string, file: string|null, line: int|null}
 */
final class Wait
{
	/** The text for people of each kind of wait. */
	private const TEXTS = ['sleep' => 'sleeps', 'lock' => 'waits for a lock', 'child' => 'waits for another process',
		'database' => 'waits for a database', 'network' => 'waits for the network', 'event' => 'waits for an event',
		'session' => 'waits for its session', 'stream' => 'waits for a file or a socket'];

	/** The sampler's name for the wait of a thread that is ready to run but has no CPU. */
	public const FOR_CPU = 'wait for CPU';

	/** The wait as it reads after "waits for". */
	public static function thing(string $wait): string
	{
		return $wait === self::FOR_CPU ? 'a CPU' : $wait;
	}

	/**
	 * @param list<Frame> $frames innermost first
	 * @param list<string> $flags
	 * @param string|null $wait what it sleeps in, according to the kernel
	 * @return array{kind: string, text: string}
	 */
	public static function of(array $frames, array $flags, ?string $wait = null): array
	{
		if (in_array('waits_for_cpu', $flags, true) || $wait === self::FOR_CPU) {
			return ['kind' => 'cpu', 'text' => 'waits for a CPU'];
		}
		if (!in_array('off_cpu', $flags, true)) {
			return ['kind' => 'runs', 'text' => 'computes'];
		}
		$innermost = $frames[0] ?? null;
		if ($innermost === null || $innermost['file'] !== null) {
			return ['kind' => 'system', 'text' => $wait === null ? 'waits in the system' : "waits for $wait"];
		}
		$kind = Profile::outside($innermost['function'])['waits_for'];
		if ($wait !== null && $kind !== 'sleep') {
			return ['kind' => $kind ?? 'other', 'text' => "waits for $wait in $innermost[function]()"];
		}

		return ['kind' => $kind ?? 'other',
			'text' => ($kind === null ? 'waits in' : self::TEXTS[$kind] . ':') . " $innermost[function]()"];
	}
}
