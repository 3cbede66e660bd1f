<?php
declare(strict_types=1);

namespace XHProf\Cli\Advise;

use XHProf\Profile;

/**
 * Calls that ask another process: a database, a cache, a server. Each waits for the answer, so that their number
 * matters more than their time here.
 */
final class Sending
{
	/** As people write them. */
	private const KINDS = ['sql' => 'SQL', 'http' => 'HTTP', 'redis' => 'Redis', 'memcached' => 'Memcached'];

	/** @return 'SQL'|'HTTP'|'Redis'|'Memcached'|null null: it asks nobody */
	public static function kind(Call $call): ?string
	{
		$sent = Profile::sends($call->function . ($call->text === null ? '' : "#$call->text"));

		return $sent === null ? null : self::KINDS[$sent['kind']];
	}

	/** The text of the run, which has no values, and of a URL its parameters neither; null: not known. */
	public static function text(Call $call): ?string
	{
		if ($call->text === null || $call->text === '(other)' || preg_match('~^https?://~i', $call->text) !== 1) {
			return $call->text === '(other)' ? null : $call->text;
		}

		// A "?" behind "/" is a part of the path that was a value.
		return (string) preg_replace('~(?:(?<!/)\?|(?<=/)\?(?![/.]|$)).*$~Ds', '', $call->text);
	}

	/** True if the run has SQL, but no text of it. */
	public static function isMute(Recording $run): bool
	{
		$hasSql = false;
		foreach ($run->calls as $call) {
			if (self::kind($call) === 'SQL') {
				$hasSql = true;
				if ($call->text !== null) {
					return false;
				}
			}
		}

		return $hasSql;
	}

	/**
	 * The calls that send the same text on the same way through the program.
	 *
	 * @return list<SentText>
	 */
	public static function repetitions(Recording $run): array
	{
		$groups = [];
		foreach ($run->calls as $call) {
			$kind = self::kind($call);
			$text = $kind === null ? null : self::text($call);
			if ($kind !== null && $text !== null) {
				$groups["$kind $text\0" . $call->way()][] = $call;
			}
			$call->sent = $kind === null ? 0 : $call->calls;
		}
		foreach (array_reverse($run->calls) as $call) {
			if ($call->caller !== null) {
				$call->caller->sent += $call->sent;
			}
		}

		return array_values(array_map(static fn (array $calls): SentText => new SentText((string) self::kind($calls[0]),
			(string) self::text($calls[0]), $calls), $groups));
	}
}
