<?php
declare(strict_types=1);

namespace XHProf\Cli\Advise;

use XHProf\Profile;

/**
 * The effects that a run had outside its process, as far as its calls show them. Running the program again repeats
 * them. XHProf\Profile::outside() knows which functions change something, and Statement which statements do.
 */
final class Effects
{
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
		if (Profile::outside($call->function)['changes']) {
			return "$call->function()";
		}
		$text = Sending::kind($call) === 'sql' ? Sending::text($call) : null;

		return $text === null ? null : Statement::change($text);
	}
}
