<?php
declare(strict_types=1);

namespace XHProf\Fleet\Agent;

use XHProf\Cli\Live\Total;

/** How much a batch has, so that losses are counted in the same units as accepted batches. */
final class Weight
{
	/**
	 * @param int $parts profiles
	 * @param int $samples of the profiles of the kind "samples"
	 * @param int $wallNs the wall time that these samples stand for
	 */
	public function __construct(public readonly int $parts, public readonly int $samples, public readonly int $wallNs)
	{
	}

	/** @param list<BatchPart> $parts */
	public static function of(array $parts): self
	{
		$samples = $wallNs = 0;
		foreach ($parts as $part) {
			$summary = $part->kind === 'samples' ? $part->profile->summary() : [];
			$samples += $summary['samples'] ?? 0;
			$wallNs = Total::plus($wallNs, $summary['wall_ns'] ?? 0);
		}

		return new self(count($parts), $samples, $wallNs);
	}
}
