<?php
declare(strict_types=1);

namespace XHProf\Cli\Live;

use XHProf\Ring;

/**
 * Opens the rings of a target, for all that read them. Remembers why rings cannot be opened, or why messages cannot be
 * sent to their processes.
 *
 * A ring may be found while its process is still making it, and is complete a moment later. So a ring that cannot be
 * opened is tried again at each scan. Its reason is dropped when it opens or when its file is gone.
 *
 * @api
 * @phpstan-import-type Status from Ring
 */
final class Rings
{
	/** @var array<string, string> by file */
	private array $unopened = [];

	/** @var array<string, string> by file of the ring */
	private array $unsent = [];

	/** @var array<string, true> files for which there was no reader: they are not opened again */
	private array $over = [];

	/** @param string $doubt for the reason why a ring cannot be read: Target::doubt() */
	public function __construct(private readonly string $doubt = '')
	{
	}

	/**
	 * Opens the rings that are new. Throws for none of them: refused() says which could not be opened.
	 *
	 * @template Reader
	 * @param list<string> $files that there are now
	 * @param array<string, mixed> $known the rings that are open already, by file
	 * @param \Closure(Ring, string): (Reader|null) $reader what reads a ring in this file; may throw a RuntimeException
	 *     as Ring::open() does. Null: there is nothing to read
	 * @param bool $isWhole the $fromStart of Ring::open(), which has the others, too
	 * @param float|null $since Unix time, as of Ring::open()
	 * @return array<string, Reader> the new ones, by file
	 */
	public function open(array $files, array $known, \Closure $reader, bool $isWhole = false, ?float $since = null,
		?string $trace = null): array
	{
		$open = static fn (string $file): mixed => $reader(Ring::open($file, $isWhole, null, $since, $trace), $file);
		$there = array_fill_keys($files, true);
		$this->over = array_intersect_key($this->over, $there);
		$this->unopened = array_intersect_key($this->unopened, $there);
		$new = [];
		foreach (array_keys(array_diff_key($there, $known, $this->over)) as $file) {
			$opened = $this->tryOpen($file, $open);
			if ($opened !== null) {
				$new[$file] = $opened;
			}
		}

		return $new;
	}

	/**
	 * @template Reader
	 * @param \Closure(string): (Reader|null) $open
	 * @return Reader|null
	 */
	private function tryOpen(string $file, \Closure $open): mixed
	{
		try {
			$reader = $open($file);
			unset($this->unopened[$file]);
			if ($reader === null) {
				$this->over[$file] = true;
			}

			return $reader;
		} catch (\RuntimeException $e) {
			if (is_file($file)) {
				$this->unopened[$file] = Access::reason($file, $e) . $this->doubt;
			}

			return null;
		}
	}

	/**
	 * The state of a process; null: its ring was truncated.
	 *
	 * @return Status|null
	 */
	public static function status(Ring $ring): ?array
	{
		try {
			return $ring->status();
		} catch (\RuntimeException) {
			return null;
		}
	}

	/**
	 * False if it is certain that the process has ended. It cannot be known of processes of some other containers.
	 *
	 * @param array{is_alive: bool|null} $status
	 */
	public static function isAlive(array $status): bool
	{
		return $status['is_alive'] !== false;
	}

	/** Drops the reason why a process could not be asked, as it is gone. */
	public function forget(string $file): void
	{
		unset($this->unsent[$file]);
	}

	/**
	 * Sends a message to a ring's process.
	 *
	 * @param \Closure(): bool $send as Ring::control(), whose RuntimeException becomes a reason of refused()
	 * @return bool false: the process is gone
	 */
	public function send(string $file, \Closure $send): bool
	{
		try {
			$isThere = $send();
			unset($this->unsent[$file]);

			return $isThere;
		} catch (\RuntimeException $e) {
			$this->unsent[$file] = Access::reason(self::control($file), $e);

			return true;
		}
	}

	/** @return array<string, string> why a ring is not read, or its process not sampled, by file of the ring */
	public function refused(): array
	{
		return $this->unopened + $this->unsent;
	}

	/**
	 * @return array<string, string> the same, each with the path that could not be used: that of the ring, or of the
	 *     FIFO of its process
	 */
	public function lines(): array
	{
		$lines = [];
		foreach ($this->refused() as $file => $reason) {
			$lines[$file] = (isset($this->unopened[$file]) ? $file : self::control($file)) . ": $reason";
		}

		return $lines;
	}

	private static function control(string $file): string
	{
		return substr($file, 0, -strlen('.data')) . '.ctl';
	}
}
