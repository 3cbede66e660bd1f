<?php
declare(strict_types=1);

namespace XHProf\Cli\Code;

use XHProf\Cli\Problem;
use XHProf\Cli\Process\Reach;

/** The files that a run names, each read once. */
final class Files
{
	/** @var array<string, File> */
	private array $files = [];

	/** @var array<string, string> folders of the run, to where they are here */
	private array $folders = [];

	/**
	 * @param list<string> $maps "FROM=TO", as of --map
	 * @param float $started of the run, Unix time
	 * @param Reach|null $reach of files that may be shown; null: all
	 */
	public function __construct(array $maps, private readonly float $started, private readonly ?Reach $reach = null)
	{
		foreach ($maps as $map) {
			$parts = explode('=', $map, 2);
			if (!isset($parts[1]) || $parts[0] === '' || $parts[1] === '') {
				throw new Problem("--map $map: not FROM=TO", 'as in --map /var/www/app=/home/me/app');
			}
			$this->folders[rtrim($parts[0], '/') . '/'] = rtrim($parts[1], '/') . '/';
		}
	}

	public function of(string $name): File
	{
		return $this->files[$name] ??= new File($name, $this->place($name), $this->started, $this->reach);
	}

	private function place(string $name): string
	{
		foreach ($this->folders as $from => $to) {
			if (str_starts_with($name, $from)) {
				return $to . substr($name, strlen($from));
			}
		}

		return $name;
	}
}
