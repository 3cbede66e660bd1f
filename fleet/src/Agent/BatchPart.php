<?php
declare(strict_types=1);

namespace XHProf\Fleet\Agent;

use XHProf\Profile;

/** A profile of one series. */
final class BatchPart
{
	/**
	 * @param string $kind "samples" for rings; "samples", "trace" or "alloc" for saved runs
	 * @param array<string, mixed>|null $meta the meta of a saved run; null: samples of rings
	 * @param string $trace the trace that it belongs to, 32 hexadecimal digits; "": none
	 * @param string $span its span, 16 hexadecimal digits; "": none is known
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
