<?php
declare(strict_types=1);

namespace XHProf\Fleet\Agent;

use XHProf\Cli\Problem;
use XHProf\Cli\Process\AtomicFile;
use XHProf\Cli\Process\CommandLine;
use XHProf\Cli\Process\Glob;
use XHProf\Cli\Process\SafeFolder;
use XHProf\Cli\Process\User;
use XHProf\Fleet\Saved\Quarantine;

/**
 * The files of a spool:
 *
 * - lock: an agent has locked it
 * - incoming/NUMBER-ID.batch: stored, but not in all queues yet
 * - queue/DESTINATION/name: its URL, without credentials
 * - queue/DESTINATION/NUMBER-ID.batch: waits for this destination; a hard link, so that the batch is on the disk once
 *   for all queues
 * - quarantine/DESTINATION/NUMBER-ID.batch: refused for good, with the reason in NUMBER-ID.txt
 * - state.json: for `xhprof ship --status`
 */
final class SpoolFolder
{
	private const FILE = '/^(\d{16})-[\w.-]{1,80}\.batch$/D';

	/** The bits of a mode that let others write; the group counts as others. */
	private const OTHERS_WRITE = 0022;

	/** @var resource */
	private $lock;

	/** @throws Problem */
	public function __construct(public readonly string $folder)
	{
		self::needOwnWay($folder);
		foreach (['', '/incoming', '/queue', '/quarantine'] as $part) {
			if (!is_dir($folder . $part) && !@mkdir($folder . $part, 0700, true)) {
				throw new Problem("could not make the folder $folder$part",
					'the spool needs its own folder, which the agent may write to');
			}
			self::needOwn($folder . $part);
		}
		$lock = @fopen("$folder/lock", 'c');
		if ($lock === false) {
			throw new Problem("could not write to the spool $folder",
				'it needs its own folder, which the agent may write to');
		}
		// `xhprof ship --status` holds the lock for a moment.
		for ($i = 0; !($isOurs = flock($lock, LOCK_EX | LOCK_NB)) && $i < 10; $i++) {
			usleep(20_000);
		}
		if (!$isOurs) {
			throw new Problem("another agent uses the spool $folder", 'each agent needs its own spool');
		}
		$this->lock = $lock;
	}

	/**
	 * If another user could replace a folder above the spool, root would write and remove files in a folder of that
	 * user's choice, as files are used by their paths.
	 */
	private static function needOwnWay(string $folder): void
	{
		if (User::id() !== 0) {
			return; // for example in a container, where volumes are often open to all its users
		}
		for ($parent = dirname($folder); !file_exists($parent) && $parent !== dirname($parent);) {
			$parent = dirname($parent);
		}
		$problem = SafeFolder::problem($parent);
		if ($problem !== '') {
			throw new Problem("another user can replace the spool's folder $folder: $problem",
				'choose a spool below folders that only the agent\'s user and root can write to');
		}
	}

	/**
	 * Other users must not be able to replace a file that the agent writes by a symlink, or to put a batch into a
	 * queue. A folder that root owns may be a volume, whose mode the agent's user cannot change: its mode is not
	 * checked.
	 */
	private static function needOwn(string $folder): void
	{
		$user = User::id();
		$status = @lstat(rtrim($folder, '/'));
		if ($status === false || $user === -1) {
			return;
		}
		if (is_link(rtrim($folder, '/')) || !in_array($status['uid'], [$user, 0], true)) {
			throw new Problem("the spool's folder $folder is " . (is_link(rtrim($folder, '/')) ? 'a symlink'
				: "another user's, number $status[uid]"), 'the spool is a folder that belongs to the agent\'s user');
		}
		if (($status['mode'] & self::OTHERS_WRITE) !== 0 && !($user !== 0 && $status['uid'] === 0)) {
			throw new Problem("others can write to the spool's folder $folder",
				CommandLine::of(['chmod', 'go-w', CommandLine::file($folder)]));
		}
	}

	/** Lets another agent use the spool. */
	public function close(): void
	{
		flock($this->lock, LOCK_UN);
	}

	/** True if an agent uses this spool now. */
	public static function isInUse(string $folder): bool
	{
		$lock = @fopen("$folder/lock", 'rn'); // without blocking, as another user may have put a pipe there

		return $lock !== false && !flock($lock, LOCK_SH | LOCK_NB);
	}

	public static function fileOf(int $number, string $id): string
	{
		return sprintf('%016d-%s.batch', $number, preg_replace('/[^\w.-]/', '_', substr($id, 0, 80)));
	}

	/** The name of a destination's folders. */
	public static function nameOf(string $destination): string
	{
		return substr((string) preg_replace('/[^\w.-]+/', '_', $destination), 0, 60) . '-'
			. hash('xxh32', $destination);
	}

	/** Makes the queue of a destination. */
	public function addQueue(string $destination): void
	{
		$folder = "$this->folder/queue/" . self::nameOf($destination);
		if (!is_dir($folder) && !@mkdir($folder, 0700)) {
			throw new Problem("could not make the folder $folder");
		}
		if (!is_file("$folder/name")) {
			AtomicFile::write("$folder/name", "$destination\n", true);
		}
	}

	/**
	 * Puts the stored batches that a crash left into the queues, and removes half-written files.
	 *
	 * @param list<string> $destinations
	 * @return int how many half-written files were removed
	 */
	public function recover(array $destinations): int
	{
		$unfinished = 0;
		foreach (@scandir("$this->folder/incoming") ?: [] as $file) {
			if (preg_match(self::FILE, $file) === 1) {
				$this->distribute($file, $destinations);
			} elseif (str_ends_with($file, '.tmp') && @unlink("$this->folder/incoming/$file")) {
				$unfinished++;
			}
		}

		return $unfinished;
	}

	/** The greatest number of a batch; 0 if there is none. */
	public function lastNumber(): int
	{
		$last = 0;
		foreach (Glob::in($this->folder, 'qu*/*', GLOB_ONLYDIR | GLOB_NOSORT) as $folder) {
			$last = max($last, (int) array_key_last(self::files($folder)));
		}

		return $last;
	}

	/**
	 * The batches that wait, by destination. It has also the destinations that nothing is sent to any more.
	 *
	 * @return array<string, array<int, array{string, int}>> file and bytes, by destination and number, the oldest first
	 */
	public function index(): array
	{
		$index = [];
		foreach (@scandir("$this->folder/queue") ?: [] as $queue) {
			$name = trim((string) @file_get_contents("$this->folder/queue/$queue/name"));
			if ($name === '' || self::nameOf($name) !== $queue) {
				continue;
			}
			$index[$name] = self::files("$this->folder/queue/$queue");
		}

		return $index;
	}

	/**
	 * @param list<string> $destinations
	 * @throws Problem if the disk does not take it
	 */
	public function store(string $file, string $bytes, array $destinations): void
	{
		AtomicFile::write("$this->folder/incoming/$file", $bytes, true);
		try {
			$this->distribute($file, $destinations);
		} catch (Problem $problem) {
			@unlink("$this->folder/incoming/$file");
			throw $problem;
		}
	}

	/** @throws Problem */
	public function read(string $destination, string $file): string
	{
		$bytes = @file_get_contents($this->path('queue', $destination, $file));

		return $bytes === false ? throw new Problem("$file cannot be read") : $bytes;
	}

	/** The first 200 bytes, which have the batch's first line; "" if it cannot be read. */
	public function head(string $destination, string $file): string
	{
		return (string) @file_get_contents($this->path('queue', $destination, $file), false, null, 0, 200);
	}

	public function remove(string $destination, string $file): void
	{
		@unlink($this->path('queue', $destination, $file));
	}

	/**
	 * Moves a batch to the quarantine, with the reason. Of all batches there, the newest are kept, up to $mostBytes
	 * bytes.
	 */
	public function quarantine(string $destination, string $file, string $reason, int $mostBytes): void
	{
		if (!$this->refused($mostBytes)->take($this->path('queue', $destination, $file),
			'/' . self::nameOf($destination), gmdate('Y-m-d H:i:s') . " UTC, $destination:\n$reason\n")) {
			$this->remove($destination, $file);
		}
	}

	private function refused(int $mostBytes = PHP_INT_MAX): Quarantine
	{
		return new Quarantine("$this->folder/quarantine", $mostBytes, PHP_INT_MAX, '*/*.batch');
	}

	/**
	 * Moves the batches in quarantine back into the queues.
	 *
	 * @return int how many batches were moved; one that two destinations refused counts twice
	 */
	public function requeue(): int
	{
		$count = 0;
		foreach (Glob::in($this->folder, 'quarantine/*/*.batch') as $path) {
			$queue = "$this->folder/queue/" . basename(dirname($path));
			if (is_dir($queue) && @rename($path, "$queue/" . basename($path))) {
				@unlink(Quarantine::reasonOf($path));
				$count++;
			}
		}

		return $count;
	}

	public function hasQuarantined(string $id): bool
	{
		return Glob::in($this->folder, 'quarantine/*/????????????????' . substr(self::fileOf(0, $id), 16)) !== [];
	}

	public function quarantineBytes(): int
	{
		return $this->refused()->bytes();
	}

	/**
	 * @param list<string> $destinations
	 * @throws Problem
	 */
	private function distribute(string $file, array $destinations): void
	{
		$stored = "$this->folder/incoming/$file";
		foreach ($destinations as $destination) {
			$path = $this->path('queue', $destination, $file);
			// Some file systems have no hard links.
			if (!is_file($path) && !@link($stored, $path)) {
				AtomicFile::write($path, (string) @file_get_contents($stored), true);
			}
			AtomicFile::sync(dirname($path));
		}
		@unlink($stored);
	}

	private function path(string $part, string $destination, string $file): string
	{
		return "$this->folder/$part/" . self::nameOf($destination) . "/$file";
	}

	/** @return array<int, array{string, int}> file and bytes by number, in ascending order */
	private static function files(string $folder): array
	{
		$files = [];
		foreach (@scandir($folder) ?: [] as $file) {
			if (preg_match(self::FILE, $file, $found) === 1) {
				$files[(int) $found[1]] = [$file, (int) @filesize("$folder/$file")];
			}
		}

		return $files;
	}
}
