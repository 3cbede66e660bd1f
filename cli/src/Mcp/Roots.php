<?php
declare(strict_types=1);

namespace XHProf\Cli\Mcp;

use XHProf\Cli\Problem;
use XHProf\Cli\Process\Reach;

/**
 * The folders that the server was started for. It runs scripts only there, and reads runs there and where runs are
 * saved.
 */
final class Roots
{
	/** The places of scripts, and of sources that are shown. */
	private readonly Reach $folders;

	/** The same places, and the place where runs are saved. */
	public readonly Reach $reach;

	/**
	 * @param list<string> $folders none: the current folder
	 * @param string $saved where runs are saved, as for Reach
	 */
	public function __construct(array $folders, private readonly string $saved)
	{
		$real = array_map(static fn (string $folder): string => is_dir($folder) ? (string) realpath($folder)
			: throw new Problem("$folder: no such folder", 'xhprof mcp [FOLDER...]'), $folders ?: ['.']);
		$this->folders = new Reach($real);
		$this->reach = new Reach([...$real, $saved]);
	}

	/** @return string the script's real path */
	public function script(string $script): string
	{
		$isElsewhere = false;
		foreach ([$script,
			...array_map(static fn (string $folder): string => "$folder/$script", $this->folders->places)] as $path) {
			if (is_file($path) && $this->folders->has($path)) {
				return (string) realpath($path);
			}
			$isElsewhere = $isElsewhere || is_file($path);
		}
		throw $isElsewhere ? $this->folders->problem($script)
			: new Problem("$script: no such file", 'name a script below ' . implode(', ', $this->folders->places));
	}

	/**
	 * @return string a file or folder of runs, a pattern of files, or a run's id; the command checks each file that it
	 *     opens
	 */
	public function runs(string $name): string
	{
		if (preg_match('~^[\w.]+(\+\w+)?:~', $name) === 1) {
			throw new Problem("$name: this server does not read stores", 'name a file, a folder or a run\'s id');
		}
		$isPattern = strpbrk($name, '*?[') !== false && !file_exists($name);
		if (!str_contains($name, '/') && !file_exists($name) && !$isPattern) {
			// The name is a file's or a run's id, as `list` prints it.
			$file = (str_ends_with($this->saved, '*') ? dirname($this->saved) : $this->saved) . "/$name";

			return is_file($file) ? $file : $name;
		}
		// For a pattern, the folder in front of it is checked.
		if (!$this->reach->has($isPattern ? dirname(substr($name, 0, strcspn($name, '*?[')) . 'x') : $name)) {
			throw $this->folders->problem($name);
		}

		return $name;
	}
}
