<?php
declare(strict_types=1);

namespace XHProf\Cli\Saved;

use XHProf\Cli\Foreign\PairsFile;
use XHProf\Cli\Problem;
use XHProf\Cli\Process\OpenFolder;
use XHProf\Cli\Process\Reach;
use XHProf\Cli\Process\RegularFile;
use XHProf\Cli\Process\User;
use XHProf\Profile;

use function is_array, is_int, is_string; // imported functions are faster, as one notices with 100,000 files

/**
 * A folder of saved runs, such as xhprof.output_dir. A run has a file for each format, and their names contain its id.
 * docs/production.md describes the names.
 *
 * @api
 * @phpstan-type SavedFile array{name: string, kind: string, bytes: int, time: int}
 * @phpstan-type SavedRun array{run: string, time: int, bytes: int, files: non-empty-list<SavedFile>,
 *     value?: int|false}
 * @phpstan-type Facts array{method: ?string, uri: ?string, status: ?int, failure: ?string, wall_ns: ?int, cpu_ns: ?int,
 *     peak_bytes: ?int, peak_is_growth: bool, memory_bytes: ?int, calls: ?int, mode: ?string, host: ?string,
 *     trace: ?string, started_ns: ?int, damaged: bool}
 */
final class Folder
{
	/** The id of a run: 16 hexadecimal digits. */
	public const RUN = '/^[0-9a-f]{16}$/D';

	/** NAME[~hash~wall].xhprof.EXTENSION and NAME[~hash~wall].SOURCE.xhprof. As a rule, NAME ends with the id. */
	private const SAVED = '/^((?:[\w-]*(?<![0-9a-f]))?([0-9a-f]{16})|[\w-]*[0-9a-f]{16}[\w-]*)(?:~[0-9a-f]+~\d+)?\.(?'
		. '|xhprof\.(.+)(?<!\.tmp)|[\w-]+\.(xhprof(?:\.gz)?))$/D';
	private const TEMPORARY = '/^\.xhprof-.*\.tmp$|^[\w-]*[0-9a-f]{16}[\w-]*(?:~[0-9a-f]+~\d+)?\.xhprof\..*\.tmp$/D';

	/** A temporary file older than this was left by a process that was killed. */
	private const STALE_S = 600;

	/** The keys in the first line of a JSON file that a list needs. */
	public const HEAD = ['version', 'mode', 'started_ns', 'total.calls', 'total.wall_ns',
		'total.cpu_ns', 'total.memory_bytes', 'total.peak_bytes', 'meta.url', 'meta.xhprof.method',
		'meta.xhprof.status', 'meta.xhprof.failure', 'meta.xhprof.wall_ns', 'meta.xhprof.peak_bytes',
		'meta.xhprof.host', 'meta.xhprof.trace', 'meta.xhprof.tags'];

	/** @var list<string>|null see readable() */
	private static ?array $readable = null;

	/** The number of files, folders and symlinks that are no runs, in the last call of runs(). */
	public int $foreign = 0;

	/** @throws Problem if there is no such folder, or this user may not read it */
	public function __construct(public readonly string $path)
	{
		if (!is_dir($path)) {
			throw new Problem("$path: no such folder");
		}
		if (!is_readable($path)) {
			throw new Problem("$path: no permission to read it");
		}
		Reach::need($path);
	}

	/**
	 * The runs that the extension saved, and other files that can be read as runs, such as those of xhprof run.
	 *
	 * @param bool $isOurs without those other files, which no sweep removes
	 * @param (callable(array<mixed>|null $head): (int|false))|null $look gets the first line of each JSON file,
	 *     null if it is damaged; its answer becomes the "value". No more system calls are made for such a file, as they
	 *     would take as long again
	 * @param int $since Unix time; older files are not opened
	 * @return list<SavedRun> the newest first
	 */
	public function runs(bool $isOurs = false, ?callable $look = null, int $since = 0): array
	{
		$runs = $times = [];
		$this->foreign = -2; // "." and ".."
		foreach ($this->names() as $name) {
			$saved = self::saved($name);
			[$run, $kind] = [$saved['run'] ?? $name, $saved['kind'] ?? ($isOurs ? null : $this->kindOf($name))];
			$isJson = $look !== null && ($kind === 'json.gz' || $kind === 'json');
			$head = $isJson && $since === 0 ? Profile::head("$this->path/$name", self::HEAD) : null;
			$status = $head['file'] ?? ($kind === null ? null : $this->status($name));
			if ($status === null || $kind === null) {
				$this->foreign++;
				continue;
			}
			[$bytes, $time] = [$status['bytes'], $status['time']];
			$times[$run] = max($times[$run] ?? 0, $time);
			$runs[$run]['run'] = (string) $run;
			$runs[$run]['time'] = $times[$run];
			$runs[$run]['bytes'] = ($runs[$run]['bytes'] ?? 0) + $bytes;
			$runs[$run]['files'][] = ['name' => $name, 'kind' => $kind, 'bytes' => $bytes, 'time' => $time];
			if ($isJson && $time >= $since) {
				$runs[$run]['value'] = $look($head ?? Profile::head("$this->path/$name", self::HEAD));
			}
		}
		arsort($times);

		$sorted = [];
		foreach ($times as $run => $time) {
			$sorted[] = $runs[$run];
		}

		return $sorted;
	}

	/**
	 * Reads the kind of a file, and its first line.
	 *
	 * @return array{run: string, kind: string, bytes: int, time: int, isJson: bool, head: array<mixed>|null}|null null:
	 *     it is no run
	 */
	public function inspect(string $name): ?array
	{
		$saved = self::saved($name);
		$kind = $saved['kind'] ?? $this->kindOf($name);
		$isJson = $kind === 'json.gz' || $kind === 'json';
		$head = $isJson ? Profile::head("$this->path/$name", self::HEAD) : null;
		$status = $head['file'] ?? ($kind === null ? null : $this->status($name));
		$head ??= $status !== null && ($kind === 'xhprof' || $kind === 'xhprof.gz')
			? PairsFile::head("$this->path/$name") : null;

		return $status === null || $kind === null ? null
			: ['run' => $saved['run'] ?? $name, 'kind' => $kind, 'bytes' => $status['bytes'], 'time' => $status['time'],
				'isJson' => $isJson, 'head' => $head];
	}

	/** @return array{bytes: int, time: int}|null null: it is not a regular file */
	public function status(string $name): ?array
	{
		$status = @lstat("$this->path/$name");

		return $status === false || !RegularFile::is($status) ? null
			: ['bytes' => $status['size'], 'time' => $status['mtime']];
	}

	/** The last group of 16 hexadecimal digits in a name; "": there is none. */
	private static function idIn(string $stem): string
	{
		return preg_match_all('/[0-9a-f]{16}/', $stem, $ids) > 0 ? (string) end($ids[0]) : '';
	}

	/**
	 * The parts of the name of a file that the extension saved; null if it is another file.
	 *
	 * @return array{run: string, kind: string, stem: string}|null
	 */
	public static function saved(string $name): ?array
	{
		return preg_match(self::SAVED, $name, $found) === 1
			? ['run' => $found[2] !== '' ? $found[2] : self::idIn($found[1]), 'kind' => $found[3], 'stem' => $found[1]]
			: null;
	}

	/** The name of the run in a file: its id, or else the name of the file. */
	public static function idOf(string $name): string
	{
		return self::saved($name)['run'] ?? $name;
	}

	/** @return list<string> the kinds of files that can be read, the one that keeps most first */
	public static function readable(): array
	{
		return self::$readable ??= array_merge(...array_map(static fn (array $format): array => $format['keeps_run']
			? array_map(static fn (string $ending): string => substr($ending, 1), $format['endings']) : [],
			array_values(Profile::formats())));
	}

	/**
	 * The kind of a file that the extension did not name. The ending .json does not say enough, so the first line has
	 * to be that of a run.
	 */
	private function kindOf(string $name): ?string
	{
		foreach (self::readable() as $kind) {
			if (str_ends_with($name, ".$kind") && $name[0] !== '.') {
				return !str_starts_with($kind, 'json') || Profile::head("$this->path/$name", self::HEAD) !== null
					? $kind : null;
			}
		}

		return null;
	}

	/**
	 * The name of a run without its id and time: host, path and the like.
	 *
	 * @param SavedRun $run
	 */
	public static function about(array $run): string
	{
		$about = '';
		foreach ($run['files'] as $file) {
			$stem = self::saved($file['name'])['stem'] ?? $file['name'];
			$text = (string) preg_replace(['/^\d{8}-\d{6}-/', '/-?' . preg_quote($run['run'], '/') . '/'], '', $stem);
			// A name RUN.SOURCE.xhprof says little about the run, and RUN.xhprof.EXTENSION says nothing.
			$source = explode('.', $file['name'])[1] ?? '';
			$about = $text !== '' ? $text : ($about !== '' || $source === 'xhprof' ? $about : $source);
		}

		return $run['run'] === $run['files'][0]['name'] ? '' : $about;
	}

	/**
	 * The facts about a run, from the start of its JSON file or from its serialized array. The run itself is not
	 * loaded.
	 *
	 * @param SavedRun $run
	 * @return Facts
	 */
	public function facts(array $run): array
	{
		$names = array_column($run['files'], 'name', 'kind');
		$name = $names['json.gz'] ?? $names['json'] ?? null;
		$pairs = $names['xhprof.gz'] ?? $names['xhprof'] ?? null;

		return $name === null && $pairs !== null ? self::factsIn(PairsFile::head("$this->path/$pairs"), false)
			: self::factsOf($name === null ? null : "$this->path/$name");
	}

	/**
	 * The facts about a run, from its JSON file.
	 *
	 * @return Facts
	 */
	public static function factsOf(?string $file): array
	{
		return self::factsIn($file === null ? null : Profile::head($file, self::HEAD), $file !== null);
	}

	/**
	 * @param array<mixed>|null $head
	 * @param bool $isJson whether the run is JSON, which should have a head
	 * @return Facts
	 */
	public static function factsIn(?array $head, bool $isJson = true): array
	{
		$meta = is_array($head['meta'] ?? null) ? $head['meta'] : [];
		$own = is_array($meta['xhprof'] ?? null) ? $meta['xhprof'] : [];
		$total = is_array($head['total'] ?? null) ? $head['total'] : [];
		// If the run has its own "peak_bytes", null means a job whose peak is not known. Otherwise there is only the
		// total, by which the run raised the peak.
		$isGrowth = !array_key_exists('peak_bytes', $own);
		$peak = $isGrowth ? $total['peak_bytes'] ?? null : $own['peak_bytes'];

		return ['method' => self::text($own['method'] ?? null), 'uri' => self::text($meta['url'] ?? null),
			'status' => self::number($own['status'] ?? null), 'failure' => Failure::text($own['failure'] ?? null),
			'wall_ns' => self::number($total['wall_ns'] ?? $own['wall_ns'] ?? null),
			'cpu_ns' => self::number($total['cpu_ns'] ?? null), 'peak_bytes' => self::number($peak),
			'peak_is_growth' => $isGrowth, 'memory_bytes' => self::number($total['memory_bytes'] ?? null),
			'calls' => self::number($total['calls'] ?? null), 'mode' => self::text($head['mode'] ?? null),
			'host' => self::text($own['host'] ?? null), 'trace' => self::text($own['trace'] ?? null),
			'started_ns' => self::number($head['started_ns'] ?? null),
			'damaged' => $isJson && self::isDamaged($head ?? [], $total)];
	}

	/**
	 * True for a run that cannot be loaded, which must not be part of a sum.
	 *
	 * @param array<mixed> $head
	 * @param array<mixed> $total
	 */
	private static function isDamaged(array $head, array $total): bool
	{
		$isPart = is_array($head['file'] ?? null) && ($head['file']['whole'] ?? true) === false;

		return ($head['version'] ?? null) !== 1 || $isPart || min(0, self::number($total['wall_ns'] ?? 0),
			self::number($total['cpu_ns'] ?? 0), self::number($total['calls'] ?? 0)) < 0;
	}

	private static function text(mixed $value): ?string
	{
		return is_string($value) ? $value : null;
	}

	private static function number(mixed $value): ?int
	{
		return is_int($value) ? $value : null;
	}

	/**
	 * The file of a run that can be read; null: none can.
	 *
	 * @param SavedRun $run
	 */
	public function fileOf(array $run): ?string
	{
		$names = array_column($run['files'], 'name', 'kind');
		foreach (self::readable() as $kind) {
			if (isset($names[$kind])) {
				return "$this->path/$names[$kind]";
			}
		}

		return null;
	}

	/**
	 * The file of the run with this id, or with this name if it is listed by its name; null: there is none. A symlink,
	 * or a file in another folder, is never returned.
	 */
	public function byId(string $id): ?string
	{
		$kinds = [];
		foreach ($this->names() as $name) {
			$isIt = $name === $id ? $this->kindOf($name) !== null
				: str_contains($name, $id) && preg_match(self::RUN, $id) === 1;
			if ($isIt && self::idOf($name) === $id && $this->status($name) !== null) {
				$kinds[] = ['name' => $name, 'kind' => self::saved($name)['kind'] ?? (string) $this->kindOf($name),
					'bytes' => 0, 'time' => 0];
			}
		}

		return $kinds === [] ? null : $this->fileOf(['run' => $id, 'time' => 0, 'bytes' => 0, 'files' => $kinds]);
	}

	/** The file of the run with this id, or of the newest run that can be read. */
	public function file(?string $run = null): string
	{
		foreach ($this->runs() as $saved) {
			$file = $run === null || $saved['run'] === $run ? $this->fileOf($saved) : null;
			if ($file !== null) {
				return $file;
			}
		}
		throw new Problem("$this->path: "
			. ($run === null ? 'the folder has no readable run' : "no readable run $run was found"),
			'readable are runs as json, xhgui and xhprof; xhprof list DIR lists a folder');
	}

	/**
	 * Removes the oldest runs, as the extension does now and then after a save. The newest run stays, and so do
	 * files of other users.
	 *
	 * @return list<SavedFile> the files that were removed
	 */
	public function sweep(Limits $limits): array
	{
		$open = OpenFolder::of($this->path);
		if ($open === null || $open->problem() !== '') {
			return [];
		}
		$gone = $this->stale();
		$oldest = $limits->days === 0 ? 0 : time() - $limits->days * 86400;
		$count = $bytes = 0;
		foreach ($this->runs(true) as $i => $run) {
			$count += count($run['files']);
			$bytes += $run['bytes'];
			$isTooMuch = $i > 0 && (($limits->files > 0 && $count > $limits->files)
				|| ($limits->bytes > 0 && $bytes > $limits->bytes));
			if ($isTooMuch || $run['time'] < $oldest) {
				array_push($gone, ...$run['files']);
			}
		}

		return array_values(array_filter($gone,
			static fn (array $file): bool => self::isOurs("$open->path/$file[name]") && $open->unlink($file['name'])));
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

	/**
	 * True for a regular file of this user, but not for a symlink to one, which may be anyone's. If PHP cannot tell the
	 * user's number, a temporary file does.
	 */
	private static function isOurs(string $file): bool
	{
		static $user = null;
		$own = $user === null && User::id() === -1 ? tmpfile() : false;
		$user ??= $own === false ? User::id() : fstat($own)['uid'] ?? -1;
		$status = @lstat($file);

		return $status !== false && RegularFile::is($status) && $status['uid'] === $user;
	}

	/** @return list<string> the names of all files, in descending order */
	public function names(): array
	{
		$names = @scandir($this->path, SCANDIR_SORT_DESCENDING);

		return $names !== false ? $names : throw new Problem("$this->path: no permission to read it");
	}
}
