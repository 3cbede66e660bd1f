<?php
declare(strict_types=1);

namespace XHProf\Fleet\Destination;

use XHProf\Cli\Problem;
use XHProf\Fleet\Agent\Batch;
use XHProf\Fleet\Agent\Delivery;
use XHProf\Fleet\Agent\Outcome;

/** Writes a batch to a folder, some parts at each poll. */
final class FileDelivery implements Delivery
{
	/** The time after which a poll begins no further part. */
	private const MOST_NS = 20_000_000;

	private int $place = 0;

	/**
	 * @param \Closure(int): void $write writes the part at a place of the batch
	 * @param (\Closure(): void)|null $sweep called when all parts are written
	 */
	public function __construct(private readonly Batch $batch, private readonly \Closure $write,
		private readonly ?\Closure $sweep)
	{
	}

	public function poll(): ?Outcome
	{
		$end = hrtime(true) + self::MOST_NS;
		try {
			while ($this->place < count($this->batch->parts)) {
				($this->write)($this->place++);
				if (hrtime(true) >= $end) {
					return null;
				}
			}
			if ($this->sweep !== null) {
				($this->sweep)();
			}
		} catch (Problem $problem) {
			return Outcome::later($problem->getMessage());
		} catch (\RuntimeException $lack) {
			return Outcome::poison($lack->getMessage());
		}

		return Outcome::accepted();
	}

	public function abort(): void
	{
		$this->place = count($this->batch->parts);
	}
}
