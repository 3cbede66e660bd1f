<?php
declare(strict_types=1);

namespace XHProf\Fleet\ClickHouse;

/**
 * The stacks, series and functions that we have sent to the store. Each is sent again once a day, at a time of its own,
 * so that it outlives the samples that refer to it, and comes back if someone emptied the tables.
 */
final class SentStacks
{
	/** The most entries in each of two generations: 8 MB. */
	private const MOST = 100_000;
	private const DAY_S = 86400;

	/** @var array<int, int> day by hash */
	private array $young = [];

	/** @var array<int, int> */
	private array $old = [];

	/** @param string $hash 8 bytes */
	public function has(string $hash, int $now): bool
	{
		$number = self::number($hash);

		return ($this->young[$number] ?? $this->old[$number] ?? -1) === self::day($number, $now);
	}

	/** @param list<string> $hashes */
	public function add(array $hashes, int $now): void
	{
		foreach ($hashes as $hash) {
			if (count($this->young) >= self::MOST) {
				$this->old = $this->young;
				$this->young = [];
			}
			$number = self::number($hash);
			$this->young[$number] = self::day($number, $now);
		}
	}

	public function forget(): void
	{
		$this->young = $this->old = [];
	}

	private static function day(int $number, int $now): int
	{
		return intdiv($now + ($number & 0xffffff) % self::DAY_S, self::DAY_S);
	}

	private static function number(string $hash): int
	{
		/** @var array{1: int} $found */
		$found = unpack('P', $hash);

		return $found[1];
	}
}
