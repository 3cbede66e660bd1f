<?php
declare(strict_types=1);

namespace XHProf\Cli\Fleet;

use XHProf\Cli\Live\Lease;
use XHProf\Cli\Live\Total;
use XHProf\Ring;

/**
 * A ring that is read on and on, and an account of it: what its process wrote is what was read, and what was lost.
 *
 * @phpstan-import-type Status from Ring
 * @phpstan-type Place array{position: int, samples: int, weight_ns: int, is_over: bool}
 * @phpstan-type Loss array{samples: int, weight_ns: int, lost_bytes: int, damaged: int, late: int, cut: int, functions_lost: int}
 */
final class RingCursor
{
	/** @var Status as it was last seen */
	private array $status;

	/** @var array{samples: int, weight_ns: int} read, and lost */
	private array $known;

	/** @var array{late: int, cut: int, functions_lost: int, lost_bytes: int, damaged: int} what was told of already */
	private array $told;

	/**
	 * @param Status $status
	 * @param Place|null $place where an agent before this one stood
	 */
	private function __construct(private readonly Ring $ring, array $status, ?array $place, bool $isWhole)
	{
		$this->status = $status;
		$written = self::written($status);
		$this->known = $place !== null ? ['samples' => $place['samples'], 'weight_ns' => $place['weight_ns']]
			: ($isWhole ? ['samples' => 0, 'weight_ns' => 0] : $written);
		$this->told = ['late' => $status['sampling']['late'], 'cut' => $status['sampling']['cut'],
			'functions_lost' => $status['ring']['functions_lost'], 'lost_bytes' => 0, 'damaged' => 0];
	}

	/**
	 * @param Place|null $place where an agent before this one stood: to be read from there on
	 * @param bool $isWhole it is new, and read from its first sample on
	 * @throws \RuntimeException as Ring::open()
	 */
	public static function of(string $file, ?array $place, bool $isWhole): self
	{
		for ($tries = 0; $tries < 5; $tries++) {
			$before = Ring::open($file)->status();
			$ring = Ring::open($file, $isWhole, $place['position'] ?? null);
			$status = $ring->status();
			// Nothing was written between: the numbers are those of the place where it begins.
			if ($place !== null && !self::isOf($place, $status)) {
				return self::of($file, null, true);
			}
			if ($place !== null || $isWhole || $before['ring']['head'] === $status['ring']['head']) {
				break;
			}
		}

		return new self($ring, $status, $place, $isWhole);
	}

	/**
	 * The wish to be sampled.
	 *
	 * @return bool false: the process is gone
	 * @throws \RuntimeException as Ring::control()
	 */
	public function ask(int $intervalNs, string $clock, int $leaseMs = Lease::MS): bool
	{
		return $this->ring->control(['sample' => ['interval_ns' => $intervalNs, 'clock' => $clock, 'lease_ms' => $leaseMs]]);
	}

	/** @return array{Ring, string} for Tally::readAll(), with the label "POOL NUL PHP", both cleaned by nobody */
	public function labelled(): array
	{
		return [$this->ring, "{$this->status['pool']}\0{$this->status['php']}"];
	}

	/**
	 * Accounts for what was read.
	 *
	 * @param array{samples: int, wall_ns: int, bytes: int} $read
	 * @return float its part of the ring
	 */
	public function add(array $read): float
	{
		$this->known['samples'] += $read['samples'];
		$this->known['weight_ns'] = Total::plus($this->known['weight_ns'], $read['wall_ns']);

		return $read['bytes'] / $this->status['ring']['bytes'];
	}

	/**
	 * The losses since the last time. Of a process that is over it is exact; of another one a sample that is lost may be
	 * told of the next time.
	 *
	 * @return Loss
	 */
	public function loss(bool $isOver): array
	{
		$written = self::written($this->status);
		$status = $this->refresh();
		$now = ['late' => $status['sampling']['late'], 'cut' => $status['sampling']['cut'], 'functions_lost' => $status['ring']['functions_lost'],
			'lost_bytes' => $status['ring']['lost_bytes'], 'damaged' => $status['ring']['damaged']];
		$loss = ['samples' => 0, 'weight_ns' => 0];
		foreach ($this->told as $key => $told) {
			$loss[$key] = $now[$key] - $told;
		}
		$this->told = $now;
		if ($isOver || $loss['lost_bytes'] + $loss['damaged'] > 0) {
			$written = $isOver ? self::written($status) : $written;
			foreach ($this->known as $key => $known) {
				$loss[$key] = max(0, $written[$key] - $known);
				$this->known[$key] = max($known, $written[$key]);
			}
		}

		return $loss;
	}

	/** @return Place of what was read */
	public function place(bool $isOver): array
	{
		return ['position' => $this->status['ring']['position']] + $this->known + ['is_over' => $isOver];
	}

	/**
	 * A ring of another boot of the system may have the same name.
	 *
	 * @param Place $place
	 * @param Status $status
	 */
	private static function isOf(array $place, array $status): bool
	{
		$written = self::written($status);

		return $place['position'] <= $status['ring']['head'] && $place['samples'] <= $written['samples'] && $place['weight_ns'] <= $written['weight_ns'];
	}

	public function isAlive(): bool
	{
		return $this->refresh()['is_alive'] !== false;
	}

	/**
	 * Before it is read for the last time, and loss(): what it says is written by now is read by then, or lost.
	 *
	 * @return Status
	 */
	public function refresh(): array
	{
		try {
			$this->status = $this->ring->status();
		} catch (\RuntimeException) {
			// It was truncated; what is known of it stays.
		}

		return $this->status;
	}

	/**
	 * Without those that a dump asked for: they stand for no time.
	 *
	 * @param Status $status
	 * @return array{samples: int, weight_ns: int}
	 */
	private static function written(array $status): array
	{
		return ['samples' => $status['sampling']['samples'] - $status['sampling']['dumps'], 'weight_ns' => $status['sampling']['weight_ns']];
	}
}
