<?php
declare(strict_types=1);

namespace XHProf\Cli\View;

use XHProf\Cli\Problem;
use XHProf\Cli\Terminal\Text;
use XHProf\Profile;

/**
 * Who allocated memory in a run, and what of it is still alive.
 *
 * @phpstan-import-type Site from Profile
 */
final class AllocView
{
	public const ORDERS = ['live', 'total', 'count', 'peak', 'temporary'];

	public function __construct(private readonly Profile $profile, private readonly string $by)
	{
		if (!in_array($by, self::ORDERS, true)) {
			throw new Problem("there is no order \"$by\"", 'one of: ' . implode(', ', self::ORDERS));
		}
		if (!isset($profile->summary()['alloc_peak_bytes'])) {
			throw new Problem('this run has not recorded who allocates', 'xhprof run --flags alloc -- SCRIPT');
		}
	}

	/** @return array<string, mixed> */
	public function data(int $limit): array
	{
		return ['by' => $this->by, 'summary' => $this->profile->summary(), 'sites' => $this->profile->allocations($this->by, $limit)];
	}

	public function text(int $limit): string
	{
		$summary = $this->profile->summary() + ['alloc_change_bytes' => 0, 'alloc_peak_bytes' => 0, 'alloc_interval' => 0];
		$text = sprintf("memory grew by %s, %s at its highest mark%s\n\n",
			self::bytes($summary['alloc_change_bytes']), self::bytes($summary['alloc_peak_bytes']),
			$summary['alloc_interval'] > 0 ? ', estimated from one sample in ' . self::bytes($summary['alloc_interval']) : '');
		$text .= sprintf("%11s %9s  %11s %9s  %11s %9s  %s\n", 'alive', 'blocks', 'allocated', 'blocks', 'at the mark', 'temporary', 'by');
		foreach ($this->profile->allocations($this->by, $limit) as $site) {
			$text .= sprintf("%11s %9s  %11s %9s  %11s %9s  %s\n", self::bytes($site['live_bytes']), number_format($site['live']),
				self::bytes($site['alloc_bytes']), number_format($site['allocs']), self::bytes($site['peak_bytes']),
				number_format($site['temporary']), Text::plain(self::where($site)));
		}

		return $text;
	}

	/** @param Site $site */
	private static function where(array $site): string
	{
		if (isset($site['path'])) {
			return implode(' > ', $site['path']);
		}

		return (($site['caller'] ?? null) === null ? '' : "$site[caller] > ") . $site['function'];
	}

	private static function bytes(int $bytes): string
	{
		foreach (['GiB' => 1 << 30, 'MiB' => 1 << 20, 'KiB' => 1 << 10] as $unit => $size) {
			if (abs($bytes) >= $size) {
				return sprintf('%.2f %s', $bytes / $size, $unit);
			}
		}

		return "$bytes B";
	}
}
