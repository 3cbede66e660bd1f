<?php
declare(strict_types=1);

namespace XHProf\Cli\Process;

use XHProf\Cli\Problem;

/**
 * Files of this tool that another PHP reads. If the tool is a phar they are copied, because that PHP may lack the
 * extension phar.
 */
final class OwnFile
{
	private const ALIAS = 'xhprof.phar';

	/**
	 * prelude.php, the auto_prepend_file of a profiled script, or outside.php, which reads processes from outside. A
	 * copy goes into the folder, which belongs to the caller.
	 */
	public static function of(string $name, string $folder): string
	{
		return self::phar() === '' ? self::root() . "/$name"
			: self::write("$folder/$name", (string) file_get_contents(self::root() . "/$name"));
	}

	/** The router of PHP's own web server. A copy and its folder are removed when this process ends. */
	public static function router(): string
	{
		if (self::phar() === '') {
			return self::root() . '/serve.php';
		}
		return self::write(self::folder() . '/serve.php', '<?php Phar::loadPhar(' . var_export(self::phar(), true)
			. ', ' . var_export(self::ALIAS, true) . "); return require 'phar://" . self::ALIAS . "/cli/serve.php';\n");
	}

	/** A folder that only this user can read. It is removed with its files when this process ends. */
	public static function folder(): string
	{
		$folder = SafeFolder::make('xhprof-serve-');
		register_shutdown_function(static fn () => SafeFolder::remove($folder));

		return $folder;
	}

	/** The phar that this tool is in, whatever its name; "": it is in none. */
	private static function phar(): string
	{
		return class_exists(\Phar::class, false) ? \Phar::running(false) : '';
	}

	private static function root(): string
	{
		return dirname(__DIR__, 2);
	}

	private static function write(string $file, string $text): string
	{
		if (@file_put_contents($file, $text) !== strlen($text)) {
			throw new Problem("could not write $file");
		}

		return $file;
	}
}
