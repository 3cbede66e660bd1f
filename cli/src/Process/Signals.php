<?php
declare(strict_types=1);

namespace XHProf\Cli\Process;

/**
 * Signals that ask a command to end.
 *
 * @api
 */
final class Signals
{
	/**
	 * Calls a function for each of these signals, between two instructions. A signal also ends sleeping early.
	 *
	 * @param \Closure(int): void $end gets the signal's number
	 * @return bool false: this PHP lacks pcntl, and each ends the command at once
	 */
	public static function catchEnd(\Closure $end): bool
	{
		if (!function_exists('pcntl_signal')) {
			return false;
		}
		pcntl_async_signals(true);
		foreach ([SIGINT, SIGTERM, SIGHUP] as $signal) {
			pcntl_signal($signal, $end);
		}

		return true;
	}
}
