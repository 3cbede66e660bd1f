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
	 * @param string $trace whose part it is, 32 hexadecimal digits; "": of none
	 * @param string $span 16 of them; "": of none that is known
	 */
	public function __construct(
		public readonly Series $series,
		public readonly string $kind,
		public readonly Profile $profile,
		public readonly ?array $meta = null,
		public readonly string $trace = '',
		public readonly string $span = '',
	) {
	}
}
