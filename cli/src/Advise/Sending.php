<?php
declare(strict_types=1);

namespace XHProf\Cli\Advise;

use XHProf\Profile;

/**
 * Calls that send a request to another process: a database, a cache, a server. Each waits for an answer, so their
 * number matters more than their time on this machine.
 */
final class Sending
{
	/** The kinds of XHProf\Profile::sends(), in the order of a list, to their names for people. */
	public const KINDS = ['sql' => 'SQL', 'redis' => 'Redis', 'memcached' => 'Memcached', 'http' => 'HTTP'];

	/** @return key-of<self::KINDS>|null null: it asks nobody */
	public static function kind(Call $call): ?string
	{
		return Profile::sends($call->function . ($call->text === null ? '' : "#$call->text"))['kind'] ?? null;
	}

	/** The text as the run has it: without values, and a URL without its parameters. Null: not known. */
	public static function text(Call $call): ?string
	{
		if ($call->text === null || $call->text === '(other)' || preg_match('~^https?://~i', $call->text) !== 1) {
			return $call->text === '(other)' ? null : $call->text;
		}

		// A "?" after "/" is a part of the path that was a value.
		return (string) preg_replace('~(?:(?<!/)\?|(?<=/)\?(?![/.]|$)).*$~Ds', '', $call->text);
	}

	/** True if the run has SQL calls, but none of their texts. */
	public static function isMute(Recording $run): bool
	{
		$hasSql = false;
		foreach ($run->calls as $call) {
			if (self::kind($call) === 'sql') {
				$hasSql = true;
				if ($call->text !== null) {
					return false;
				}
			}
		}

		return $hasSql;
	}

	/**
	 * Groups the calls that send the same text on the same call path.
	 *
	 * @return list<SentText>
	 */
	public static function repetitions(Recording $run): array
	{
		$sent = $groups = [];
		foreach ($run->calls as $call) {
			$kind = self::kind($call);
			$text = $kind === null ? null : self::text($call);
			if ($kind !== null && $text !== null) {
				$key = "$kind $text\0" . $call->way();
				$sent[$key] = [$kind, $text];
				$groups[$key][] = $call;
			}
			$call->sent = $kind === null ? 0 : $call->calls;
		}
		foreach (array_reverse($run->calls) as $call) {
			if ($call->caller !== null) {
				$call->caller->sent += $call->sent;
			}
		}

		return array_map(static fn (array $one, array $calls): SentText => new SentText($one[0], $one[1], $calls),
			$sent, $groups);
	}
}
