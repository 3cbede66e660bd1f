<?php
declare(strict_types=1);

namespace XHProf\Cli\Live;

/** For how long a wish to sample counts without a new one: what a reader that was killed leaves behind ends after that time. */
final class Lease
{
	public const MS = 6000;

	/** The time between two wishes, so that one late reader does not lose it. Each wakes the process. */
	public const RENEW_S = 2.5;
}
