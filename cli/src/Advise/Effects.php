<?php
declare(strict_types=1);

namespace XHProf\Cli\Advise;

/**
 * The effects that a run had outside its process, as far as its calls show them. Running the program again repeats
 * them. No other class asks which functions change something; which of them send SQL, the extension knows.
 */
final class Effects
{
	private const FUNCTIONS = '/^(file_put_contents|fputcsv|ftruncate|unlink|rename|copy'
		. '|move_uploaded_file|mkdir|rmdir|touch|chmod|chown|symlink|link|mail|mb_send_mail|imap_mail'
		. '|ftp_put|ftp_delete|exec|shell_exec|system|passthru|proc_open|popen'
		. '|msg_send|curl_exec|curl_multi_exec|SoapClient::\w+|AMQP\w+::(publish|ack)'
		. '|Redis\w*::(set\w*|[mgh]set\w*|del|unlink|incr\w*|decr\w*|hincr\w*|hdel|append|b?[lr]pop\w*|[lr]push\w*|sadd'
		. '|srem|spop|zadd|zrem\w*|zpop\w*|xadd|xack|publish|expire\w*|flush\w*))$/Di';

	private const MOST = 3;

	/** @return list<string> "UPDATE jobs", "mail()", the most frequent first */
	public static function of(Recording $run): array
	{
		$counts = [];
		foreach ($run->calls as $call) {
			$name = self::name($call);
			if ($name !== null) {
				$counts[$name] = ($counts[$name] ?? 0) + $call->calls;
			}
		}
		arsort($counts);

		return array_keys($counts);
	}

	/** A caution to read before a command runs the program again; null: none is needed. */
	public static function caution(Recording $run): ?string
	{
		$effects = self::of($run);
		if ($effects === []) {
			return $run->isSampled
				? 'the command runs the program again, and samples do not show all that it changes: '
					. 'run it where that does no harm'
				: null;
		}
		$named = array_slice($effects, 0, self::MOST);
		if (count($effects) > count($named)) {
			$named[] = 'others';
		}

		return 'the command runs the program again, including ' . implode(', ', $named)
			. ': run it where that does no harm';
	}

	/** The effect of a call; null: nobody else can see one. */
	private static function name(Call $call): ?string
	{
		if (preg_match(self::FUNCTIONS, $call->function) === 1) {
			return "$call->function()";
		}
		$text = Sending::kind($call) === 'SQL' ? Sending::text($call) : null;
		if ($text === null || preg_match('/\b(insert\s+(?:ignore\s+)?into|replace\s+into|merge\s+into'
			. '|(?<!\bfor\s)(?<!\bkey\s)update|delete\s+from|truncate(?:\s+table)?|(?:create|alter|drop)\s+table)'
			. '(?:\s+if\s+(?:not\s+)?exists)?\s+([\w.`"\[\]]+)/i', $text, $found) !== 1) {
			return null;
		}

		return strtoupper((string) preg_replace('/\s+/', ' ', $found[1])) . ' '
			. preg_replace('/[^\w.]/', '', $found[2]);
	}
}
