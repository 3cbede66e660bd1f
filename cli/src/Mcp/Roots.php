<?php
declare(strict_types=1);

namespace XHProf\Cli\Mcp;

use XHProf\Cli\Problem;

/** The folders that the server was started for: it runs no script elsewhere, and reads runs there and where runs are saved. */
final class Roots
{
	/** @var non-empty-list<string> */
	public readonly array $folders;

	/**
	 * @param list<string> $folders none: the current folder
	 * @param list<string> $saved where runs are saved
	 */
	public function __construct(array $folders, private readonly array $saved)
	{
		$real = [];
		foreach ($folders === [] ? ['.'] : $folders as $folder) {
			$real[] = is_dir($folder) ? (string) realpath($folder) : throw new Problem("$folder: no such folder", 'xhprof mcp [FOLDER...]');
		}
		$this->folders = $real;
	}

	/** @return string the script's real path */
	public function script(string $script): string
	{
		foreach ([$script, ...array_map(static fn (string $folder): string => "$folder/$script", $this->folders)] as $path) {
			if (is_file($path)) {
				return $this->inside($path, $this->folders) ? (string) realpath($path)
					: throw new Problem("$script is outside of the folders of this server: " . implode(', ', $this->folders), 'xhprof mcp FOLDER names others');
			}
		}
		throw new Problem("$script: no such file", 'name a script below ' . implode(', ', $this->folders));
	}

	/** @return string a file or folder of runs, a pattern of files, or a run's id */
	public function runs(string $name): string
	{
		if (preg_match('~^\w+(\+\w+)?://~', $name) === 1) {
			throw new Problem("$name: this server reads no stores", 'name a file, a folder or a run\'s id');
		}
		// Of a pattern the folder in front of it.
		$path = strpbrk($name, '*?[') === false ? $name : dirname(substr($name, 0, strcspn($name, '*?[')) . 'x');
		if (!str_contains($name, '/') && !file_exists($name)) {
			// As `list` names files, or a run's id.
			return array_values(array_filter(array_map(static fn (string $folder): string => "$folder/$name", $this->saved), is_file(...)))[0] ?? $name;
		}
		if (!$this->inside($path, [...$this->folders, ...$this->saved])) {
			throw new Problem("$name is outside of the folders of this server: " . implode(', ', $this->folders), 'xhprof mcp FOLDER names others');
		}

		return $name;
	}

	/** @param list<string> $folders */
	private function inside(string $path, array $folders): bool
	{
		$real = realpath($path);
		foreach ($folders as $folder) {
			$folder = realpath($folder);
			if ($real !== false && $folder !== false && ($real === $folder || str_starts_with($real, rtrim($folder, '/') . '/'))) {
				return true;
			}
		}

		return false;
	}
}
