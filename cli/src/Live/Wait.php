<?php
declare(strict_types=1);

namespace XHProf\Cli\Live;

use XHProf\Profile;

/**
 * Describes what a process is doing, from its stack: from whether it had the CPU, and from the internal function that
 * it is in. Its list is longer than that of XHProf\Profile::sends(), as connecting, fetching and locking send no query;
 * a test, tests/cli/unit/live.phpt, asks it about each function of that one.
 *
 * @phpstan-type Frame array{function: string, file: string|null, line: int|null}
 */
final class Wait
{
	/** Also for functions that open a file or a URL, according to XHProf\Profile::sends(). */
	private const STREAM = ['stream', 'waits for a file or a socket'];

	/**
	 * A pattern of function names, the kind of wait, and its text for people. The first pattern that matches counts.
	 */
	private const KINDS = [
		['/^(u?sleep|time_nanosleep|time_sleep_until|Swoole\\\\Coroutine::sleep)$/i', 'sleep', 'sleeps'],
		['/^(flock|SplFileObject::flock|sem_acquire|shm_\w+|dba_open)$/i', 'lock', 'waits for a lock'],
		['/^(pcntl_wait(pid)?|proc_close|pclose|exec|shell_exec|system|passthru)$/i', 'child',
			'waits for another process'],
		['/^(PDO\w*|mysqli\w*|mysql_\w+|pg_\w+|oci_\w+|odbc_\w+|sqlsrv_\w+|SQLite3\w*|Redis\w*|Memcached?'
			. '|MongoDB)(::|\b)/i', 'database', 'waits for a database'],
		['/^(curl_\w+|get_headers|socket_\w+|gethostbyname\w*|dns_\w+|checkdnsrr|fsockopen|pfsockopen|'
			. 'stream_socket_\w+|Soap\w+::.*|ftp_\w+|imap_\w+|ldap_\w+|mail)$/i', 'network', 'waits for the network'],
		['/^(stream_select|msg_receive|pcntl_sigwaitinfo|pcntl_sigtimedwait)$/i', 'event', 'waits for an event'],
		['/^(session_start|session_\w+)$/i', 'session', 'waits for its session'],
		['/^(f(read|gets|getc|getcsv|write|puts|flush|close|passthru|sync)|stream_\w+|readline|unlink|rename|'
			. 'SplFileObject::\w+)$/i', ...self::STREAM],
	];

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
		[$kind, $text] = self::kind($innermost['function']) ?? ['other', null];
		if ($wait !== null && $kind !== 'sleep') {
			return ['kind' => $kind, 'text' => "waits for $wait in $innermost[function]()"];
		}

		return ['kind' => $kind, 'text' => ($text === null ? 'waits in' : "$text:") . " $innermost[function]()"];
	}

	/** @return array{string, string}|null the kind of wait in an internal function, and its text for people */
	private static function kind(string $function): ?array
	{
		foreach (self::KINDS as [$names, $kind, $text]) {
			if (preg_match($names, $function) === 1) {
				return [$kind, $text];
			}
		}

		// These functions ask a server if they are given a URL, and otherwise open a file. A stack has no arguments to
		// tell which.
		return (Profile::sends("$function#")['kind'] ?? '') === 'http' ? self::STREAM : null;
	}
}
