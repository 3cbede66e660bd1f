<?php
declare(strict_types=1);

namespace XHProf\Cli\Advise;

/**
 * Calls that ask another process: a database, a cache, a server. Each waits for the answer, so that their number matters
 * more than their time here.
 */
final class Sending
{
	/** Functions whose text is what they send, by kind. */
	private const FUNCTIONS = [
		'SQL' => '/^(PDO::(query|exec)|PDOStatement::execute|mysqli?_(real_|multi_|execute_)?query|mysqli::(real_|multi_|execute_)?(query)|mysqli_stmt(_|::)execute'
			. '|SQLite3::(query|querySingle|exec)|SQLite3Stmt::execute|pg_(send_)?(query|query_params|execute))$/Di',
		'HTTP' => '/^(curl_exec|curl_multi_(exec|add_handle)|file_get_contents|fopen|SoapClient::\w+)$/D',
		'Redis' => '/^(Redis(Cluster|Array)?::(?!__|p?connect|auth|select|multi|exec|pipeline|close|setOption)\w+|Predis\\\\Client::__call)$/D',
		'Memcached' => '/^Memcached?::(get|set|add|replace|delete|increment|decrement|append|prepend)(Multi|ByKey)*$/D',
	];

	/** @return 'SQL'|'HTTP'|'Redis'|'Memcached'|null null: it asks nobody */
	public static function kind(Call $call): ?string
	{
		foreach (self::FUNCTIONS as $kind => $pattern) {
			if (preg_match($pattern, $call->function) === 1 && ($kind !== 'HTTP' || $call->text === null || preg_match('~^https?://~i', $call->text) === 1)) {
				return $kind;
			}
		}

		return null;
	}

	/** What it sends without its values; null: not known. Numbers and ids in the path of a URL are values: a run has "?" for them, or itself. */
	public static function text(Call $call): ?string
	{
		if ($call->text === null || $call->text === '(other)') {
			return null;
		}
		if (preg_match('~^https?://~i', $call->text) !== 1) {
			return trim((string) preg_replace('/\s+/', ' ', $call->text));
		}

		return (string) preg_replace(['~(?:(?<!/)\?|(?<=/)\?(?![/.]|$)|#).*$~Ds', '~(?<=[^/]/)(\d+|[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{16,})(?=[/.]|$)~Di'], ['', '?'], $call->text);
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

		return array_values(array_map(static fn (array $calls): SentText => new SentText((string) self::kind($calls[0]), (string) self::text($calls[0]), $calls), $groups));
	}
}
