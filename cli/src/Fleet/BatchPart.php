<?php
declare(strict_types=1);

namespace XHProf\Cli\Fleet;

use XHProf\Profile;

/** A profile of one series. */
final class BatchPart
{
	/**
	 * @param string $kind "samples" of rings; of saved runs "samples", "trace" or "alloc"
	 * @param array<string, mixed>|null $meta of a saved run
	 */
	public function __construct(
		public readonly Series $series,
		public readonly string $kind,
		public readonly Profile $profile,
		public readonly ?array $meta = null,
	) {
	}
}
