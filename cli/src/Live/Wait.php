<?php
declare(strict_types=1);

namespace XHProf\Cli\Live;

use XHProf\Profile;

/**
 * What a process is doing at a stack: by whether it had the CPU, and by the internal function that it is in.
 *
 * @phpstan-type Frame array{function: string, file: string|null, line: int|null}
 */
final class Wait
{
	/** Also of what opens a file or a URL, as XHProf\Profile::sends() knows. */
	private const STREAM = ['stream', 'waits for a file or a socket'];

	/** Names, the first that fits; what they are, and how people say it. */
	private const KINDS = [
		['/^(u?sleep|time_nanosleep|time_sleep_until|Swoole\\\\Coroutine::sleep)$/i', 'sleep', 'sleeps'],
		['/^(flock|SplFileObject::flock|sem_acquire|shm_\w+|dba_open)$/i', 'lock', 'waits for a lock'],
		['/^(pcntl_wait(pid)?|proc_close|pclose|exec|shell_exec|system|passthru)$/i', 'child', 'waits for another process'],
		['/^(PDO\w*|mysqli\w*|mysql_\w+|pg_\w+|oci_\w+|odbc_\w+|sqlsrv_\w+|SQLite3\w*|Redis\w*|Memcached?|MongoDB)(::|\b)/i', 'database',
			'waits for a database'],
		['/^(curl_\w+|get_headers|socket_\w+|gethostbyname\w*|dns_\w+|checkdnsrr|fsockopen|pfsockopen|'
			. 'stream_socket_\w+|Soap\w+::.*|ftp_\w+|imap_\w+|ldap_\w+|mail)$/i', 'network', 'waits for the network'],
		['/^(stream_select|msg_receive|pcntl_sigwaitinfo|pcntl_sigtimedwait)$/i', 'event', 'waits for an event'],
		['/^(session_start|session_\w+)$/i', 'session', 'waits for its session'],
		['/^(f(read|gets|getc|getcsv|write|puts|flush|close|passthru|sync)|stream_\w+|readline|unlink|rename|'
			. 'SplFileObject::\w+)$/i', ...self::STREAM],
	];

	/** The sampler's name for a thread that wants to run and does not. */
	public const FOR_CPU = 'wait for CPU';

	/** As it follows "waits for". */
	public static function thing(string $wait): string
	{
		return $wait === self::FOR_CPU ? 'a CPU' : $wait;
	}

	/**
	 * @param list<Frame> $frames innermost first
	 * @param list<string> $flags
	 * @param string|null $wait what it sleeps in, as the kernel says
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
		[$kind, $text] = self::kind($innermost['function']) ?? ['other', null];
		if ($wait !== null && $kind !== 'sleep') {
			return ['kind' => $kind, 'text' => "waits for $wait in $innermost[function]()"];
		}

		return ['kind' => $kind, 'text' => ($text === null ? 'waits in' : "$text:") . " $innermost[function]()"];
	}

	/** @return array{string, string}|null what an internal function does that waits, and how people say it */
	private static function kind(string $function): ?array
	{
		foreach (self::KINDS as [$names, $kind, $text]) {
			if (preg_match($names, $function) === 1) {
				return [$kind, $text];
			}
		}

		// They ask a server if they are given a URL, and else open a file: a stack has no arguments.
		return (Profile::sends("$function#")['kind'] ?? '') === 'http' ? self::STREAM : null;
	}
}
