<?php
declare(strict_types=1);

namespace XHProf\Fleet\Shift;

/** A change that is not chance. */
final class Shift
{
	/**
	 * @param string $function "" for a route as a whole
	 * @param string $kind "own", "incl", "new": functions that only one side has, or "route"
	 * @param float $share its share of the route's time on both sides; for a route as a whole, of the service's
	 * @param float $change 0.03 means that it takes 3 % longer, compared with the rest of the route
	 * @param array{float, float} $interval the 95 % interval of the change
	 */
	public function __construct(
		public readonly string $route,
		public readonly string $function,
		public readonly string $kind,
		public readonly float $share,
		public readonly float $change,
		public readonly array $interval,
	) {
	}
}
