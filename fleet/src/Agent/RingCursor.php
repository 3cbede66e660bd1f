<?php
declare(strict_types=1);

namespace XHProf\Fleet\Agent;

use XHProf\Cli\Live\Rings;
use XHProf\Cli\Live\Total;
use XHProf\Ring;

/**
 * Reads a ring on and on, and keeps account: the samples that its process wrote are those that were read and those that
 * were lost.
 *
 * @phpstan-import-type Status from Ring
 * @phpstan-type Place array{position: int, samples: int, weight_ns: int, is_over: bool}
 * @phpstan-type Loss array{samples: int, weight_ns: int, lost_bytes: int, damaged: int, late: int, cut: int,
 *     functions_lost: int}
 */
final class RingCursor
{
	/** @var Status the last one that was read */
	private array $status;

	/** @var array{samples: int, weight_ns: int} the samples that were read or lost so far */
	private array $known;

	/**
	 * @var array{late: int, cut: int, functions_lost: int, lost_bytes: int, damaged: int} the numbers that loss() has
	 *     reported already
	 */
	private array $reported;

	/**
	 * @param Status $status
	 * @param Place|null $place how far an earlier agent had read
	 */
	private function __construct(public readonly Ring $ring, array $status, ?array $place, bool $isWhole)
	{
		$this->status = $status;
		$written = self::written($status);
		$this->known = $place !== null ? ['samples' => $place['samples'], 'weight_ns' => $place['weight_ns']]
			: ($isWhole ? ['samples' => 0, 'weight_ns' => 0] : $written);
		$this->reported = ['late' => $status['sampling']['late'], 'cut' => $status['sampling']['cut'],
			'functions_lost' => $status['ring']['functions_lost'], 'lost_bytes' => 0, 'damaged' => 0];
	}

	/**
	 * @param Place|null $place how far an earlier agent had read: the ring is read from there on
	 * @param bool $isWhole the ring is new, and is read from its first sample on
	 * @param Ring|null $opened the ring, if the caller has it open already; nothing is read from it
	 * @throws \RuntimeException as Ring::open()
	 */
	public static function of(string $file, ?array $place, bool $isWhole, ?Ring $opened = null): self
	{
		$opened ??= Ring::open($file);
		for ($tries = 0; $tries < 5; $tries++) {
			$before = $opened->status();
			$ring = Ring::open($file, $isWhole, $place['position'] ?? null);
			$status = $ring->status();
			// If nothing was written between the two, the numbers are those of the place where reading begins.
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
	 * @return array{Ring, string} for Tally::readAll(), with the label "POOL NUL PHP", neither of which has been
	 *     cleaned
	 */
	public function labelled(): array
	{
		return [$this->ring, "{$this->status['pool']}\0{$this->status['php']}"];
	}

	/**
	 * Counts samples that were read.
	 *
	 * @param array{samples: int, wall_ns: int, bytes: int} $read
	 * @return float the part of the ring that was read
	 */
	public function add(array $read): float
	{
		$this->known['samples'] += $read['samples'];
		$this->known['weight_ns'] = Total::plus($this->known['weight_ns'], $read['wall_ns']);

		return $read['bytes'] / $this->status['ring']['bytes'];
	}

	/**
	 * The losses since the last call. They are exact if the process has ended. While it runs, a lost sample may be
	 * reported at the next call.
	 *
	 * @return Loss
	 */
	public function loss(bool $isOver): array
	{
		$written = self::written($this->status);
		$status = $this->refresh();
		$now = ['late' => $status['sampling']['late'], 'cut' => $status['sampling']['cut'],
			'functions_lost' => $status['ring']['functions_lost'],
			'lost_bytes' => $status['ring']['lost_bytes'], 'damaged' => $status['ring']['damaged']];
		$loss = ['samples' => 0, 'weight_ns' => 0];
		foreach ($this->reported as $key => $reported) {
			$loss[$key] = $now[$key] - $reported;
		}
		$this->reported = $now;
		if ($isOver || $loss['lost_bytes'] + $loss['damaged'] > 0) {
			$written = $isOver ? self::written($status) : $written;
			foreach ($this->known as $key => $known) {
				$loss[$key] = max(0, $written[$key] - $known);
				$this->known[$key] = max($known, $written[$key]);
			}
		}

		return $loss;
	}

	/** @return Place how far the ring was read */
	public function place(bool $isOver): array
	{
		return ['position' => $this->status['ring']['position']] + $this->known + ['is_over' => $isOver];
	}

	/**
	 * False if the ring cannot be the one of this place: after a reboot, another ring may have the same name.
	 *
	 * @param Place $place
	 * @param Status $status
	 */
	private static function isOf(array $place, array $status): bool
	{
		$written = self::written($status);

		return $place['position'] <= $status['ring']['head'] && $place['samples'] <= $written['samples']
			&& $place['weight_ns'] <= $written['weight_ns'];
	}

	/**
	 * Must be called before the last read and loss(): all samples that this status counts are then read, or lost.
	 *
	 * @return Status
	 */
	public function refresh(): array
	{
		return $this->status = Rings::status($this->ring) ?? $this->status;
	}

	/**
	 * The samples that the process has written, without those of dumps, which stand for no time.
	 *
	 * @param Status $status
	 * @return array{samples: int, weight_ns: int}
	 */
	private static function written(array $status): array
	{
		return ['samples' => $status['sampling']['samples'] - $status['sampling']['dumps'],
			'weight_ns' => $status['sampling']['weight_ns']];
	}
}
