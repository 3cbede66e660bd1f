<?php
/**
 * Profiles whole requests without a change to the program, as the file that PHP runs before each script:
 *
 *     auto_prepend_file = /usr/share/xhprof/auto_prepend.php
 *     xhprof.output_dir = /var/lib/xhprof
 *
 * Each run becomes a file <run>.<source>.xhprof there, which xhprof_lib and its like list. It is readable by
 * its owner alone, appears when all of it is there, and holds names of functions and numbers, nothing of the
 * request. Copy this file to say which requests, or what is measured. Without any file of PHP: xhprof.auto,
 * docs/production.md.
 */

declare(strict_types=1);

namespace XHProf;

final class AutoPrepend
{
	/** One request of how many. */
	private const ONE_IN = 1;

	private const FLAGS = \XHPROF_FLAGS_CPU | \XHPROF_FLAGS_MEMORY;

	/** The second part of the name of files: letters, digits, "_" and "-". */
	private const SOURCE = 'xhprof';

	/** Functions that the program registers when it shuts down are part of it, to this depth. */
	private const SHUTDOWN_ROUNDS = 4;

	/** Names of what is called here while the profile runs. */
	private const OURS = [self::class . '::next', self::class . '::finish', self::class . '::__destruct',
		'xhprof_info', 'xhprof_pause', 'xhprof_resume', 'xhprof_stop'];

	/** Without all of these, which disable_functions may have taken away, nothing is profiled. */
	private const NEEDED = ['ini_get', 'is_dir', 'is_link', 'random_bytes', 'register_shutdown_function',
		'restore_error_handler', 'set_error_handler', 'umask', 'uniqid', 'xhprof_enable', 'xhprof_info', 'xhprof_pause',
		'xhprof_resume', 'xhprof_stop'];

	/** For the case that a shutdown function calls exit(), which leaves out those behind it. */
	private static ?self $guard = null;

	private static string $folder;

	private static int $rounds = 0;

	/** Which requests are profiled. */
	private static function isWanted(): bool
	{
		// Not mt_rand(), whose numbers may be what the program counts on.
		return \random_int(1, self::ONE_IN) === 1;
	}

	private static function isPossible(): bool
	{
		foreach (self::NEEDED as $name) {
			if (!\function_exists($name)) {
				self::say("php.ini disables $name by disable_functions");
				return false;
			}
		}
		return true;
	}

	public static function start(): void
	{
		if (!\extension_loaded('xhprof') || !self::isPossible() || \xhprof_info()['running'] || !self::isWanted()) {
			return;
		}
		// As it is in php.ini: the program may change it.
		self::$folder = (string) \ini_get('xhprof.output_dir');
		self::$guard = new self();
		\register_shutdown_function([self::class, 'next']);
		@\xhprof_enable(self::FLAGS, ['ignored_functions' => self::OURS]);
	}

	/** Goes behind all that has been registered meanwhile. */
	public static function next(): void
	{
		if (self::$rounds++ === self::SHUTDOWN_ROUNDS) {
			self::finish();
			return;
		}
		$is_paused = \xhprof_pause();
		\register_shutdown_function([self::class, 'next']);
		if ($is_paused) {
			\xhprof_resume();
		}
	}

	public function __destruct()
	{
		self::finish();
	}

	private static function finish(): void
	{
		if (self::$guard === null) {
			return;
		}
		$profile = \xhprof_stop(); // of a child that the program forked, too: it has a run of its own
		self::$guard = null;
		if ($profile === null) {
			return; // the program has stopped it
		}
		// The program may have run into one of these, and may not let us.
		if (\function_exists('ini_set')) {
			\ini_set('memory_limit', '-1');
			\ini_set('max_execution_time', '0');
		}
		$problem = self::save($profile);
		if ($problem !== null) {
			self::say($problem);
		}
	}

	private static function say(string $problem): void
	{
		if (\function_exists('error_log')) {
			\error_log('xhprof: ' . \preg_replace('/[\x00-\x1f\x7f]/', ' ', $problem));
		}
	}

	private static function save(Profile $profile): ?string
	{
		$folder = \rtrim(self::$folder, '/');
		if ($folder === '' || $folder[0] !== '/' && !\preg_match('~^[a-z]:[\\\\/]~i', $folder)) {
			return 'xhprof.output_dir must be an absolute path';
		}
		// The program's handler of errors is not for ours.
		\set_error_handler(static fn (): bool => true);
		$mask = \umask(0077);
		try {
			if (\is_link($folder)) {
				return "$folder is a symbolic link";
			}
			if (!\is_dir($folder)) {
				return "$folder is not a folder";
			}
			// xhprof_lib takes names of runs that are hexadecimal numbers.
			$run = \uniqid() . \bin2hex(\random_bytes(4));
			$profile->export('xhprof', "$folder/$run." . self::SOURCE . '.xhprof');
			return null;
		} catch (\Throwable $error) {
			return $error->getMessage();
		} finally {
			\umask($mask);
			\restore_error_handler();
		}
	}
}

AutoPrepend::start();
