<?php
declare(strict_types=1);

namespace XHProf\Cli\Live;

use XHProf\Cli\Doctor\FpmSettings;
use XHProf\Cli\Doctor\Machine;
use XHProf\Cli\Problem;
use XHProf\Cli\Process\CommandLine;
use XHProf\Cli\Process\Php;
use XHProf\Cli\Process\ProcStat;
use XHProf\Cli\Terminal\Arguments;
use XHProf\Cli\Terminal\Units;
use XHProf\Ring;

/**
 * The rings that a command works on: those of a process, a folder or a pool of php-fpm, one file, or all in
 * xhprof.live_dir. Processes come and go, and files() returns the rings of the moment.
 *
 * @api
 */
final class Target
{
	private const LEAST_NS = 1_000_000;
	private const MOST_NS = 10_000_000_000;

	/** Percent; processes accept no larger budget. */
	private const MOST_BUDGET = 25;

	/** Matches the command line of this tool's own processes, whatever their command is. They are no targets. */
	private const TOOL = '~(?:^|[\0/])xhprof(?:\.phar)?\0[a-z]+(?:\0|$)~';

	/** @var array<string, string> the pool of each ring, by file */
	private array $pools = [];

	/** @var array<string, bool> whether a ring is of this tool, by its name */
	private array $tools = [];

	/**
	 * @param string $name shown to people
	 * @param non-empty-list<string> $folders where the rings are
	 * @param int|null $pid of one process only
	 * @param string|null $pool of one pool only
	 * @param string|null $file one ring only
	 * @param Outside|null $outside writes the rings, if the processes do not
	 */
	private function __construct(
		private readonly string $name,
		private readonly array $folders,
		private readonly ?int $pid = null,
		private readonly ?string $pool = null,
		private readonly ?string $file = null,
		private readonly ?Outside $outside = null,
	) {
		array_map(Access::need(...), $folders);
	}

	/**
	 * The target on the command line; without one, all processes in xhprof.live_dir.
	 *
	 * @param list<string> $words
	 * @param string $usage of the command
	 * @param bool $mayWait true: the processes of a folder or a pool may come later; false: throws if there is no ring
	 * @param bool $mayBeOutside a process without a ring is read from outside
	 * @throws Problem if there is no such target, or this user may not read it
	 */
	public static function of(array $words, string $usage, bool $mayWait = false, bool $mayBeOutside = false): self
	{
		if (count($words) > 1) {
			throw new Problem('too many targets',
				"$usage; a target is a pid, a folder, a pool of php-fpm, or a .data file");
		}
		$target = self::find($words[0] ?? null, $mayBeOutside);
		$missing = $mayWait && $target->pid === null && $target->file === null ? null : $target->missing();

		return $missing === null ? $target : throw $missing;
	}

	/**
	 * All rings of a folder, which may be empty or missing so far.
	 *
	 * @throws Problem if this user may not look into it
	 */
	public static function in(string $folder): self
	{
		return new self($folder, [rtrim($folder, '/') ?: '/']);
	}

	/**
	 * The workers of a pool of php-fpm, including those that start later. A child of this process reads them from
	 * outside until this process or end() ends it.
	 *
	 * @throws Problem if there are some, and none can be read
	 */
	public static function outside(string $pool): self
	{
		$outside = Outside::of(FpmPool::pattern($pool), "pool $pool", mayWait: true);

		return new self("pool $pool", [$outside->folder], outside: $outside);
	}

	/**
	 * @return int nanoseconds between two samples, by --interval, 1 ms to 10 s
	 * @throws Problem if the option is another time or none
	 */
	public static function interval(Arguments $arguments, string $default): int
	{
		return $arguments->duration('interval', $default, 'us', self::LEAST_NS, self::MOST_NS);
	}

	/**
	 * Percent of CPU time that --budget lets a process spend on samples; null: as its php.ini says.
	 *
	 * @throws Problem if the option is no number from 1 to 25
	 */
	public static function budget(Arguments $arguments): ?int
	{
		return $arguments->has('budget') ? $arguments->number('budget', 1, 1, self::MOST_BUDGET) : null;
	}

	/** @return list<string> why processes cannot be read from outside */
	public function problems(): array
	{
		return $this->outside?->problems() ?? [];
	}

	/**
	 * Ends the child that reads from outside. Must be called before this process ends by a signal, as no shutdown
	 * function runs then.
	 */
	public function end(): void
	{
		$this->outside?->end();
	}

	/** The target for people: "process 4711", "pool www in /dev/shm/xhprof". */
	public function name(): string
	{
		return $this->name;
	}

	private static function find(?string $word, bool $mayBeOutside): self
	{
		if ($word !== null && (str_ends_with($word, '.data') || (is_file($word) && !is_dir($word)))) {
			return new self($word, [dirname($word)], file: self::existing($word));
		}
		// A folder in the current directory may have the same name as a pool: it counts only if it has rings.
		if ($word !== null && is_dir($word) && (str_contains($word, '/') || in_array($word, ['.', '..'], true)
			|| (is_readable($word) && self::in($word)->files() !== []))) {
			return self::in($word);
		}
		if ($word !== null && str_contains($word, '/')) {
			throw new Problem("$word: no such file or folder",
				'a target is a pid, a folder, a pool of php-fpm, or a .data file');
		}
		if ($word !== null && preg_match('/^\d{1,9}$/D', $word) === 1) {
			return self::ofProcess((int) $word, $mayBeOutside);
		}

		return $word === null ? self::ofFolders(self::folders(), null) : self::ofPool($word, $mayBeOutside);
	}

	/**
	 * The folders with the rings of this machine, for use if this PHP's own settings name none: those of running
	 * processes; if this user sees none, those in the settings of php-fpm. Folders that this user may not look into are
	 * left out, unless there is no other.
	 *
	 * @return list<string>
	 */
	public static function ringFolders(Machine $machine): array
	{
		$folders = $machine->ringFolders() ?: FpmSettings::folders($machine, 'xhprof.live_dir');
		$open = array_values(array_filter($folders,
			static fn (string $folder): bool => is_readable($machine->path($folder))));

		return $open ?: $folders;
	}

	/**
	 * Looks for the pool in the folder of this PHP's settings, then in the folders of other processes; else it is read
	 * from outside.
	 */
	private static function ofPool(string $pool, bool $mayBeOutside): self
	{
		$isKnown = self::ownFolder() !== '' || self::ringFolders(self::machine()) !== [];
		$folders = $isKnown ? self::folders() : [];
		foreach ([$folders, self::ownFolder() === '' ? [] : self::ringFolders(self::machine())] as $known) {
			$with = array_values(array_filter($known,
				static fn (string $folder): bool => self::ofFolders([$folder], $pool)->hasRing()));
			if ($with !== []) {
				return self::ofFolders($with, $pool);
			}
		}

		return $mayBeOutside && FpmPool::hasWorkers($pool) ? self::outside($pool)
			: self::ofFolders(self::folders(), $pool);
	}

	/** @param non-empty-list<string> $folders */
	private static function ofFolders(array $folders, ?string $pool): self
	{
		$names = implode(', ', $folders);

		return new self($pool === null ? $names : "pool $pool in $names", $folders, pool: $pool);
	}

	/**
	 * The rings that exist now. For a pool, these include unreadable rings, since they may belong to it: whoever opens
	 * them counts them, and says why.
	 *
	 * @return list<string>
	 */
	public function files(): array
	{
		return array_values(array_filter($this->all(), fn (string $file): bool => $this->isOfPool($file) !== false));
	}

	/** @return list<string> of all pools */
	private function all(): array
	{
		if ($this->file !== null) {
			return is_file($this->file) ? [$this->file] : [];
		}
		$this->outside?->refresh();

		return array_merge(...array_map($this->filesIn(...), $this->folders));
	}

	/** True if there is a ring that is surely of the target. */
	private function hasRing(): bool
	{
		return array_filter($this->all(), fn (string $file): bool => $this->isOfPool($file) === true) !== [];
	}

	/** A remark for the reason why a ring cannot be read. */
	public function doubt(): string
	{
		return $this->pool === null ? '' : "; it may be of another pool than $this->pool";
	}

	/**
	 * The rings of any process in the same folders, even if it is not part of the target.
	 *
	 * @return list<string>
	 */
	public function filesOf(int $pid): array
	{
		$folders = $this->file === null ? $this->folders : [dirname($this->file)];

		$files = [];
		foreach ($folders as $folder) {
			foreach (@scandir($folder) ?: [] as $name) {
				if (preg_match("/^$pid-\\d+(-\\d+)?\\.data$/D", $name) === 1) {
					$files[] = "$folder/$name";
				}
			}
		}

		return $files;
	}

	/** @return list<string> */
	private function filesIn(string $folder): array
	{
		// Not by glob(), which would take the folder's name as a pattern.
		$names = array_filter(@scandir($folder) ?: [],
			fn (string $name): bool => preg_match('/^(\d+)-(\d+)(-\d+)?\.data$/D', $name, $found) === 1
				&& ($this->pid === null ? !($this->tools[$name] ??= self::isTool((int) $found[1], $found[2]))
					: (int) $found[1] === $this->pid));
		natsort($names);

		return array_values(array_map(static fn (string $name): string => "$folder/$name", $names));
	}

	/** Why there is no ring, and what to do; null: there is one. */
	public function missing(): ?Problem
	{
		if ($this->hasRing()) {
			return null;
		}
		$folder = implode(', ', $this->folders);
		if ($this->pid !== null) {
			return MissingRing::process($this->pid, $folder);
		}
		if ($this->pool !== null) {
			$known = array_unique(array_filter($this->pools, static fn (string $pool): bool => $pool !== ''));
			$unread = $this->unread();

			return new Problem("no process of the pool \"$this->pool\" has a ring in $folder"
				. ($unread === '' ? '' : " that can be read; $unread"),
				$known === [] ? MissingRing::howTo($this->folders[0]) : 'pools there: ' . implode(', ', $known));
		}

		return new Problem($this->file !== null ? "$this->file: no such file" : "no process has a ring in $folder",
			MissingRing::howTo($this->folders[0]));
	}

	/**
	 * True for this process and for others that run this tool: they have rings, too, if their PHP has the same
	 * settings.
	 */
	private static function isTool(int $pid, string $start): bool
	{
		$isTool = $pid === getmypid()
			|| preg_match(self::TOOL, (string) @file_get_contents("/proc/$pid/cmdline")) === 1;

		// A process of another container may have the same pid.
		return $isTool && ProcStat::of($pid)?->start === $start;
	}

	private static function existing(string $file): string
	{
		Access::need(dirname($file));

		return file_exists($file) || is_link($file) ? $file
			: throw new Problem("$file: no such file", 'the process ended normally, or its ring was removed; '
				. 'the ring of a process that died in a request is kept for 10 minutes');
	}

	/** xhprof.live_dir of this PHP, which other processes share if their settings are the same; "": not set. */
	private static function ownFolder(): string
	{
		return rtrim((string) ini_get('xhprof.live_dir'), '/');
	}

	private static function machine(): Machine
	{
		return new Machine('', (string) getenv('PATH'));
	}

	/** @return non-empty-list<string> */
	private static function folders(): array
	{
		$folder = self::ownFolder();
		if ($folder !== '') {
			return is_dir($folder) ? [$folder]
				: throw new Problem("xhprof.live_dir is $folder, which does not exist",
					'create it for the user of the processes and the group of those who may read: '
						. 'install -d -m 2750 -o USER -g GROUP ' . CommandLine::word($folder));
		}
		$found = self::ringFolders(self::machine());
		if ($found !== []) {
			return $found;
		}
		$ini = php_ini_loaded_file();
		throw new Problem('no rings: xhprof.live_dir is not set for this PHP, '
			. PHP_BINARY . ', and no process with a ring was found',
			'give a folder or a pid, or set what the processes have: xhprof.live_dir=/dev/shm/xhprof in '
				. ($ini === false ? 'php.ini' : $ini) . ', or php -d xhprof.live_dir=... '
				. CommandLine::word(Php::script()));
	}

	/**
	 * Looks for the ring of a process in xhprof.live_dir of this PHP, then in the folder of the FIFO that the process
	 * has open. If it has no ring, it is read from outside.
	 */
	private static function ofProcess(int $pid, bool $mayBeOutside): self
	{
		$folder = self::ownFolder();
		if ($folder !== '' && is_dir($folder)) {
			$target = new self("process $pid", [$folder], $pid);
			if ($target->files() !== []) {
				return $target;
			}
		}
		$open = self::machine()->ringFoldersOf($pid);
		if ($open !== []) {
			return new self("process $pid", [$open[0]], $pid);
		}
		$missing = MissingRing::process($pid, $folder);
		if (!$mayBeOutside || !MissingRing::mayBePhp($pid)) {
			throw $missing;
		}
		$outside = Outside::of((string) $pid, "process $pid", $missing);

		return new self("process $pid", [$outside->folder], $pid, outside: $outside);
	}

	/** Null: it cannot be read. It is tried again at the next call. */
	private function isOfPool(string $file): ?bool
	{
		if ($this->pool === null) {
			return true;
		}
		$this->pools += (new Rings())->open([$file], $this->pools, static fn (Ring $ring): string =>
			$ring->status()['pool']);

		return isset($this->pools[$file]) ? $this->pools[$file] === $this->pool : null;
	}

	/** "2 rings cannot be: FILE: REASON", of the first; "": all can. */
	private function unread(): string
	{
		$rings = new Rings();
		$rings->open($this->files(), [], static fn (Ring $ring): Ring => $ring);
		$lines = $rings->lines();

		return $lines === [] ? '' : Units::of(count($lines), 'ring') . ' cannot be: ' . reset($lines);
	}
}
