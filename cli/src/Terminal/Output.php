<?php
declare(strict_types=1);

namespace XHProf\Cli\Terminal;

use XHProf\Cli\Problem;
use XHProf\Profile;

/**
 * The standard output, which gets the result of a command. It is an error if it does not take all of it, unless its
 * reader has closed it, as "head" does.
 *
 * @api
 */
final class Output
{
	/** PHP has no other way to tell: "fwrite(): Write of 9 bytes failed with errno=32 Broken pipe". */
	private const NOTICE = '/ errno=(\d+) (.*)$/';
	private const BROKEN_PIPE = 32;

	/**
	 * Writes all of a text, however slow the reader is.
	 *
	 * @return bool false: the reader has closed it
	 * @throws Problem if it could not be written, as on a full disk
	 */
	public static function write(string $text): bool
	{
		error_clear_last();
		while ($text !== '' && ($written = @fwrite(STDOUT, $text)) !== false) {
			$text = substr($text, $written);
			self::waitFor($text);
		}
		if ($text !== '' || !@fflush(STDOUT)) {
			self::explain(new Problem('the standard output could not be written completely'));

			return false;
		}

		return true;
	}

	/**
	 * Writes a run, as write() does.
	 *
	 * @throws Problem as write() does
	 * @throws \RuntimeException as Profile::export() does for what is not the output's fault
	 */
	public static function export(Profile $profile, string $format): void
	{
		error_clear_last();
		try {
			@$profile->export($format, STDOUT);
		} catch (\RuntimeException $e) {
			self::explain($e);
		}
	}

	/** Waits until more can be written: a stream that does not block takes nothing while its reader is slow. */
	private static function waitFor(string $rest): void
	{
		$none = [];
		$streams = [STDOUT];
		if ($rest !== '') {
			@stream_select($none, $streams, $none, 1);
		}
	}

	private static function explain(\Exception $otherwise): void
	{
		if (preg_match(self::NOTICE, error_get_last()['message'] ?? '', $found) !== 1) {
			throw $otherwise;
		}
		if ((int) $found[1] !== self::BROKEN_PIPE) {
			throw new Problem("could not write to the standard output: $found[2]");
		}
	}
}
