<?php
declare(strict_types=1);

namespace XHProf\Cli\Live;

use XHProf\Cli\Problem;
use XHProf\Cli\Process\Php;
use XHProf\Ring;

/**
 * The rings that a command is about: those of a process, of a folder, of a pool of php-fpm, one file, or all in
 * xhprof.live_dir. Processes come and go: files() are those of the moment.
 */
final class Target
{
	private const LEAST_NS = 1_000_000;
	private const MOST_NS = 10_000_000_000;

	/** @var array<string, string> the pool of each ring, by file */
	private array $pools = [];

	/**
	 * @param string $name for people
	 * @param string $folder where the rings are
	 * @param int|null $pid of one process only
	 * @param string|null $pool of one pool only
	 * @param string|null $file one ring only
	 */
	private function __construct(
		private readonly string $name,
		private readonly string $folder,
		private readonly ?int $pid = null,
		private readonly ?string $pool = null,
		private readonly ?string $file = null,
	) {
		Access::need($folder);
	}

	/**
	 * The target that is typed; nothing stands for all. It has a ring at least.
	 *
	 * @param list<string> $words
	 * @param string $usage of the command
	 */
	public static function of(array $words, string $usage): self
	{
		if (count($words) > 1) {
			throw new Problem('one target at a time', "$usage; a target is a pid, a folder, a pool of php-fpm, or a .data file");
		}
		$target = self::find($words[0] ?? null);
		$target->needFiles();

		return $target;
	}

	/** All of a folder, which may have none yet, or not be there yet. */
	public static function in(string $folder): self
	{
		return new self($folder, rtrim($folder, '/') ?: '/');
	}

	/**
	 * Nanoseconds of "1ms", "500us", "1s", or microseconds without a unit.
	 */
	public static function interval(string $text): int
	{
		$units = ['' => 1000, 'us' => 1000, 'ms' => 1_000_000, 's' => 1_000_000_000];
		if (preg_match('/^(\d{1,9})(|us|ms|s)$/D', $text, $found) !== 1) {
			throw new Problem("--interval cannot be \"$text\"", 'a whole number with a unit: 1ms, 10ms, 1s; without one it is microseconds');
		}
		$ns = (int) $found[1] * $units[$found[2]];
		if ($ns < self::LEAST_NS || $ns > self::MOST_NS) {
			throw new Problem("--interval takes from 1ms to 10s, not $text", 'a shorter one would cost the processes too much');
		}

		return $ns;
	}

	/** For people. */
	public function name(): string
	{
		return $this->name;
	}

	private static function find(?string $word): self
	{
		if ($word !== null && (str_ends_with($word, '.data') || (is_file($word) && !is_dir($word)))) {
			return new self($word, dirname($word), file: self::existing($word));
		}
		if ($word !== null && is_dir($word)) {
			return new self($word, rtrim($word, '/') ?: '/');
		}
		if ($word !== null && str_contains($word, '/')) {
			throw new Problem("$word: no such file or folder", 'a target is a pid, a folder, a pool of php-fpm, or a .data file');
		}
		if ($word !== null && preg_match('/^\d{1,9}$/D', $word) === 1) {
			return self::ofProcess((int) $word);
		}
		$folder = self::folder();

		return $word === null ? new self($folder, $folder) : new self("pool $word in $folder", $folder, pool: $word);
	}

	/**
	 * The rings that there are now.
	 *
	 * @return list<string>
	 */
	public function files(): array
	{
		if ($this->file !== null) {
			return is_file($this->file) ? [$this->file] : [];
		}
		// Not glob(): it would take the folder's name as a pattern.
		$names = array_filter(@scandir($this->folder) ?: [],
			fn (string $name): bool => preg_match('/^(\d+)-\d+(-\d+)?\.data$/D', $name, $found) === 1
				&& ($this->pid === null || (int) $found[1] === $this->pid));
		$names = array_diff($names, [self::own()]);
		natsort($names);
		$files = array_values(array_map(fn (string $name): string => "$this->folder/$name", $names));

		return $this->pool === null ? $files : array_values(array_filter($files, fn (string $file): bool => $this->isOfPool($file)));
	}

	private function needFiles(): void
	{
		if ($this->files() !== []) {
			return;
		}
		if ($this->pid !== null) {
			throw Without::process($this->pid, $this->folder);
		}
		if ($this->pool !== null) {
			$known = array_unique(array_filter($this->pools, static fn (string $pool): bool => $pool !== ''));
			throw new Problem("no process of a pool \"$this->pool\" has a ring in $this->folder",
				$known === [] ? Without::howTo($this->folder) : 'pools there: ' . implode(', ', $known));
		}
		throw new Problem($this->file !== null ? "$this->file: no such file" : "no process has a ring in $this->folder", Without::howTo($this->folder));
	}

	/** The ring of this tool, where its PHP has the same settings. */
	private static function own(): string
	{
		$stat = (string) @file_get_contents('/proc/self/stat');

		return getmypid() . '-' . (explode(' ', substr($stat, (int) strrpos($stat, ')') + 2))[19] ?? '') . '.data';
	}

	private static function existing(string $file): string
	{
		Access::need(dirname($file));

		return file_exists($file) || is_link($file) ? $file
			: throw new Problem("$file: no such file", 'the process has ended in order, or its ring was swept; rings of the dead stay for xhprof.live_keep minutes');
	}

	/** The folder of this PHP's settings, which is that of other processes if theirs have the same. */
	private static function folder(): string
	{
		$folder = rtrim((string) ini_get('xhprof.live_dir'), '/');
		if ($folder !== '') {
			return is_dir($folder) ? $folder : throw new Problem("xhprof.live_dir is $folder, and there is no such folder",
				'make it for the user of the processes and the group of those who may look: install -d -m 2750 -o USER -g GROUP ' . $folder);
		}
		$ini = php_ini_loaded_file();
		throw new Problem('which processes? xhprof.live_dir is not set for this PHP, ' . PHP_BINARY,
			'name a folder or a pid, or set it as for the processes: xhprof.live_dir=/dev/shm/xhprof in '
			. ($ini === false ? 'php.ini' : $ini) . ', or php -d xhprof.live_dir=... ' . Php::script());
	}

	/** Where its ring is: in xhprof.live_dir of this PHP, or where its FIFO is, which it has open. */
	private static function ofProcess(int $pid): self
	{
		$folder = rtrim((string) ini_get('xhprof.live_dir'), '/');
		if ($folder !== '' && is_dir($folder)) {
			$target = new self("process $pid", $folder, $pid);
			if ($target->files() !== []) {
				return $target;
			}
		}
		foreach (@scandir("/proc/$pid/fd") ?: [] as $number) {
			$path = (string) @readlink("/proc/$pid/fd/$number");
			if (preg_match('~^(/.*)/\d+-\d+(-\d+)?\.ctl$~D', $path, $found) === 1 && is_dir($found[1])) {
				return new self("process $pid", $found[1], $pid);
			}
		}
		throw Without::process($pid, $folder);
	}

	/** A ring that cannot be read may be of this pool: it shall be told of. */
	private function isOfPool(string $file): bool
	{
		if (!isset($this->pools[$file])) {
			try {
				$this->pools[$file] = Ring::open($file)->status()['pool'];
			} catch (\RuntimeException) {
				return false;
			}
		}

		return $this->pools[$file] === $this->pool;
	}
}
