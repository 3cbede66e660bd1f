<?php
declare(strict_types=1);

namespace XHProf\Cli\Process;

use XHProf\Cli\Problem;

/** The request to the PHP that runs a script: it says what to record. cli/prelude.php reads it there. */
final class RunRequest
{
	/**
	 * The command that runs these words with this PHP according to the request.
	 *
	 * @param string $dir a folder of ours, for copies and problems
	 * @param array<string, mixed> $request
	 * @param list<string> $words
	 * @param array<string, string> $lists settings that are lists, and what comes before their values
	 * @return non-empty-list<string>
	 */
	public static function command(string $dir, array $request, array $words, array $lists = []): array
	{
		foreach (['file_get_contents', 'file_put_contents', 'get_cfg_var', 'umask', 'unserialize'] as $name) {
			if (!function_exists($name)) {
				throw Php::lacks($name); // the other PHP cannot say so: it reads its request by these
			}
		}
		$request += ['problem' => "$dir/problem", 'next' => (string) ini_get('auto_prepend_file')];

		$file = "$dir/order" . count(Glob::in($dir, 'order*'));
		// JSON cannot be used, because the names of files and functions may hold any byte.
		if (@file_put_contents($file, serialize($request)) === false) {
			throw new Problem("could not write $file");
		}

		return [PHP_BINARY, ...Php::options(), ...self::settings($lists), '-d',
			'auto_prepend_file=' . OwnFile::of('prelude.php', $dir), '-d', "xhprof.run=$file", ...$words];
	}

	/**
	 * @param array<string, string> $lists
	 * @return list<string>
	 */
	private static function settings(array $lists): array
	{
		$options = [];
		foreach (array_filter($lists, static fn (string $list): bool => $list !== '') as $name => $list) {
			array_push($options, '-d',
				$name . '="' . strtr(trim($list . ',' . ini_get($name), ','), ['"' => '']) . '"');
		}

		return $options;
	}

	/** Must be called before a command is run again, so that processes of the previous run do not count. */
	public static function forgetProcesses(string $dir): void
	{
		array_map('unlink', Glob::in($dir, '*.chain'));
	}

	/**
	 * Removes "php" from the words, because many people type "php SCRIPT". The PHP of this tool runs the script.
	 *
	 * @param list<string> $words
	 * @return list<string>
	 */
	public static function withoutPhp(array $words, string $command): array
	{
		$name = $words[0] ?? '';
		if (preg_match('~^(.*/)?php[\d.]*$~D', $name, $found) !== 1 || (!isset($found[1]) && is_file($name))) {
			return $words;
		}
		$folders = isset($found[1]) ? ['']
			: array_map(static fn (string $folder): string => "$folder/", explode(':', (string) getenv('PATH')));
		$paths = array_filter(array_map(static fn (string $folder): string => $folder . $name, $folders), is_file(...));
		$path = reset($paths);
		if ($path === false ? $name !== 'php' : realpath($path) !== realpath(PHP_BINARY)) {
			throw new Problem("$name is not the PHP of this tool, " . PHP_BINARY,
				CommandLine::of([$name, Php::script(), $command, '--', ...array_slice($words, 1)]));
		}

		return array_slice($words, 1);
	}

	/**
	 * @param list<string> $words
	 * @return non-empty-list<string> a script that is there, and its arguments
	 */
	public static function script(array $words, string $command): array
	{
		$words = self::withoutPhp($words, $command);
		if ($words === []) {
			throw new Problem('no script given', "xhprof $command [OPTION...] -- SCRIPT [ARGUMENT...]");
		}
		if (!str_starts_with($words[0], '-') && !is_file($words[0])) {
			throw new Problem("{$words[0]}: no such script",
				'give a PHP file, which options of PHP may precede: -- -d memory_limit=1G SCRIPT');
		}

		return $words;
	}
}
