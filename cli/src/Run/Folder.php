<?php
declare(strict_types=1);

namespace XHProf\Cli\Run;

use XHProf\Cli\Problem;

/**
 * A folder of saved runs, such as xhprof.output_dir. A run has a file for each format; their names contain its
 * id. docs/production.md has their rule.
 *
 * @phpstan-type SavedFile array{name: string, kind: string, bytes: int, time: int}
 * @phpstan-type SavedRun array{run: string, about: string, time: int, bytes: int, files: list<SavedFile>}
 */
final class Folder
{
	public const RUN = '/^[0-9a-f]{16}$/D';

	/** NAME[~hash~wall].xhprof.EXTENSION and NAME[~hash~wall].SOURCE.xhprof */
	private const SAVED = '/^([\w-]*[0-9a-f]{16}[\w-]*)(?:~[0-9a-f]+~\d+)?\.(?|xhprof\.(.+)(?<!\.tmp)|[\w-]+\.(xhprof(?:\.gz)?))$/D';
	private const TEMPORARY = '/^\.xhprof-.*\.tmp$|^[\w-]*[0-9a-f]{16}[\w-]*(?:~[0-9a-f]+~\d+)?\.xhprof\..*\.tmp$/D';

	/** An older temporary file is left over from a process that was killed. */
	private const STALE_S = 600;

	/** Formats that can be read, the one that keeps most first. */
	private const READABLE = ['json.gz', 'json', 'xhgui.jsonl.gz', 'xhgui.jsonl', 'xhprof.gz', 'xhprof'];

	public function __construct(public readonly string $path)
	{
		if (!is_dir($path)) {
			throw new Problem("$path: no such folder");
		}
	}

	/** The folder of --dir, or that of php.ini. */
	public static function of(?string $given): self
	{
		$path = $given ?? (string) ini_get('xhprof.output_dir');

		return new self($path !== '' ? $path : throw new Problem('which folder?', 'name it, or set xhprof.output_dir in php.ini'));
	}

	/** A run's id stands for its file, a folder for that of its newest run. */
	public static function resolve(string $word, ?string $dir): string
	{
		if (preg_match(self::RUN, $word) === 1 && !file_exists($word)) {
			return self::of($dir)->file($word);
		}

		return is_dir($word) ? (new self(rtrim($word, '/') ?: '/'))->file() : $word;
	}

	/** @return list<SavedRun> the newest first */
	public function runs(): array
	{
		$runs = [];
		foreach ($this->names() as $name) {
			$file = "$this->path/$name";
			$status = @lstat($file);
			if (preg_match(self::SAVED, $name, $found) !== 1 || $status === false || !is_file($file) || is_link($file)) {
				continue;
			}
			$run = preg_match_all('/[0-9a-f]{16}/', $found[1], $ids) > 0 ? (string) end($ids[0]) : '';
			$runs[$run] ??= ['run' => $run, 'about' => '', 'time' => 0, 'bytes' => 0, 'files' => []];
			$runs[$run]['files'][] = ['name' => $name, 'kind' => $found[2], 'bytes' => $status['size'], 'time' => $status['mtime']];
			$about = (string) preg_replace(['/^\d{8}-\d{6}-/', "/-?$run/"], '', $found[1]);
			// RUN.SOURCE.xhprof says least of it.
			$runs[$run]['about'] = $about !== '' ? $about : ($runs[$run]['about'] ?: explode('.', $name)[1]);
			$runs[$run]['time'] = max($runs[$run]['time'], $status['mtime']);
			$runs[$run]['bytes'] += $status['size'];
		}
		usort($runs, static fn (array $a, array $b): int => [$b['time'], $b['files'][0]['name']] <=> [$a['time'], $a['files'][0]['name']]);

		return $runs;
	}

	/** The file of a run that can be read: of that id, or of the newest one. */
	public function file(?string $run = null): string
	{
		foreach ($this->runs() as $saved) {
			$kinds = array_column($saved['files'], 'name', 'kind');
			foreach ($run === null || $saved['run'] === $run ? self::READABLE : [] as $kind) {
				if (isset($kinds[$kind])) {
					return "$this->path/$kinds[$kind]";
				}
			}
		}
		throw new Problem("$this->path: " . ($run === null ? 'a folder without a run that can be read' : "there is no run $run that can be read"),
			'runs can be read as json, xhgui and xhprof; xhprof list DIR lists a folder');
	}

	/**
	 * Removes the oldest runs, as the extension does now and then after a save. The newest run stays.
	 *
	 * @param int $files at most so many, 0: any number; likewise the others
	 * @return list<SavedFile> those that were removed
	 */
	public function sweep(int $files, int $megabytes, int $days): array
	{
		$gone = $this->stale();
		$oldest = $days === 0 ? 0 : time() - $days * 86400;
		$count = $bytes = 0;
		foreach ($this->runs() as $i => $run) {
			$count += count($run['files']);
			$bytes += $run['bytes'];
			$isTooMuch = $i > 0 && (($files > 0 && $count > $files) || ($megabytes > 0 && $bytes > $megabytes << 20));
			if ($isTooMuch || $run['time'] < $oldest) {
				array_push($gone, ...$run['files']);
			}
		}

		return array_values(array_filter($gone, fn (array $file): bool => $this->isOurs($file['name']) && @unlink("$this->path/$file[name]")));
	}

	/** @return list<SavedFile> */
	private function stale(): array
	{
		$stale = [];
		foreach ($this->names() as $name) {
			$status = preg_match(self::TEMPORARY, $name) === 1 ? @lstat("$this->path/$name") : false;
			if ($status !== false && $status['mtime'] < time() - self::STALE_S && is_file("$this->path/$name")) {
				$stale[] = ['name' => $name, 'kind' => 'tmp', 'bytes' => $status['size'], 'time' => $status['mtime']];
			}
		}

		return $stale;
	}

	/** Of this user, as what tmpfile() makes is. */
	private function isOurs(string $name): bool
	{
		static $user = null;
		$own = $user === null ? tmpfile() : false;
		$user ??= $own === false ? -1 : fstat($own)['uid'] ?? -1;

		return @fileowner("$this->path/$name") === $user;
	}

	/** @return list<string> */
	private function names(): array
	{
		$names = @scandir($this->path);

		return $names !== false ? $names : throw new Problem("$this->path: not readable for you");
	}
}
