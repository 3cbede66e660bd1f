<?php
declare(strict_types=1);

namespace XHProf\Cli\Live;

/**
 * Opens the rings of a target and keeps the reasons of those that cannot be opened, or whose processes cannot be told anything.
 *
 * A process that is met while it makes its ring has completed it a moment later. A ring that cannot be opened is therefore tried again
 * at each scan, and its reason goes when it opens or when its file is gone.
 */
final class Rings
{
	/** @var array<string, string> by file */
	private array $unopened = [];

	/** @var array<string, string> by file of the ring */
	private array $untold = [];

	/** @var array<string, true> files of processes that are over: they are not opened again */
	private array $over = [];

	/**
	 * @template Reader of object
	 * @param list<string> $files that there are now
	 * @param array<string, mixed> $known by file: the rings that need not be opened
	 * @param \Closure(string): (Reader|null) $open throws a RuntimeException as Ring::open() does; null: its process is over
	 * @return array<string, Reader> those that are new, by file
	 */
	public function open(array $files, array $known, \Closure $open): array
	{
		$there = array_fill_keys($files, true);
		$this->over = array_intersect_key($this->over, $there);
		$this->unopened = array_intersect_key($this->unopened, $there);
		$new = [];
		foreach (array_keys(array_diff_key($there, $known, $this->over)) as $file) {
			$reader = $this->tryOpen($file, $open);
			if ($reader !== null) {
				$new[$file] = $reader;
			}
		}

		return $new;
	}

	/**
	 * @template Reader of object
	 * @param \Closure(string): (Reader|null) $open
	 * @return Reader|null
	 */
	private function tryOpen(string $file, \Closure $open): ?object
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
				$this->unopened[$file] = Access::reason($file, $e);
			}

			return null;
		}
	}

	/** Its process is over: the ring is not opened again. What the process refused stays known, as a recording lacks its samples. */
	public function close(string $file): void
	{
		$this->over[$file] = true;
	}

	/** For a reader that goes on for ever: what that process refused does not matter any more. */
	public function forget(string $file): void
	{
		unset($this->untold[$file]);
	}

	/**
	 * Sends a message to a ring's process.
	 *
	 * @param \Closure(): bool $send as Ring::control()
	 * @return bool false: the process is gone
	 */
	public function tell(string $file, \Closure $send): bool
	{
		try {
			$isThere = $send();
			unset($this->untold[$file]);

			return $isThere;
		} catch (\RuntimeException $e) {
			$this->untold[$file] = Access::reason(self::control($file), $e);

			return true;
		}
	}

	/** @return array<string, string> why a ring is not read, or its process not sampled, by file of the ring */
	public function refused(): array
	{
		return $this->unopened + $this->untold;
	}

	/** @return array<string, string> the same, each with the path of what refused: the ring, or the FIFO of its process */
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
