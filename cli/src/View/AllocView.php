<?php
declare(strict_types=1);

namespace XHProf\Cli\View;

use XHProf\Cli\Problem;
use XHProf\Cli\Terminal\Terminal;
use XHProf\Cli\Terminal\Text;
use XHProf\Cli\Terminal\Units;
use XHProf\Profile;

/**
 * The functions that allocated memory in a run, and the memory that is still in use.
 *
 * @phpstan-import-type Site from Profile
 */
final class AllocView
{
	public const ORDERS = ['live', 'total', 'count', 'peak', 'temporary'];

	private const ROW = '%9s%8s %9s%8s %9s%8s  %s';

	/** Cells in front of the last column. */
	private const NUMBERS = 55;

	/** @param bool $isWide lines may be longer than the terminal is wide */
	public function __construct(private readonly Profile $profile, private readonly string $by,
		private readonly Terminal $terminal, private readonly bool $isWide)
	{
		Text::oneOf('--by', $by, self::ORDERS);
		if (!isset($profile->summary()['alloc_peak_bytes'])) {
			throw new Problem('this run has no allocations', 'xhprof run --flags alloc -- SCRIPT');
		}
	}

	/** @return array<string, mixed> */
	public function data(int $limit): array
	{
		return ['by' => $this->by, 'summary' => $this->profile->summary(),
			'sites' => array_slice($this->profile->allocations($this->by), 0, $limit)];
	}

	public function text(int $limit): string
	{
		$summary = $this->profile->summary() + ['alloc_change_bytes' => 0, 'alloc_peak_bytes' => 0,
			'alloc_interval' => 0];
		$change = $summary['alloc_change_bytes'];
		$text = sprintf("memory %s by %s; at its peak it was %s above the start%s\n\n",
			$change < 0 ? 'shrank' : 'grew', Units::bytes(abs($change)), Units::bytes($summary['alloc_peak_bytes']),
			$summary['alloc_interval'] > 0 ? '; from one sample in ' . Units::bytes($summary['alloc_interval']) : '');
		$text .= $this->terminal->style(
			sprintf(self::ROW, 'alive', 'blocks', 'allocated', 'blocks', 'at peak', 'temp', 'by'), 'dim') . "\n";
		$sites = $this->profile->allocations($this->by);
		foreach (array_slice($sites, 0, $limit) as $site) {
			$text .= sprintf(self::ROW, Units::bytes($site['live_bytes']), Units::brief($site['live']),
				Units::bytes($site['alloc_bytes']), Units::brief($site['allocs']), Units::bytes($site['peak_bytes']),
				Units::brief($site['temporary']), $this->where($site)) . "\n";
		}

		return $text . Units::more(count($sites) - $limit);
	}

	/**
	 * The innermost function tells most, so a line that is too long loses its start.
	 *
	 * @param Site $site
	 */
	private function where(array $site): string
	{
		$names = $site['path'] ?? [...(isset($site['caller']) ? [$site['caller']] : []), $site['function']];
		$text = implode(' > ', $names);

		return $this->isWide ? Text::plain($text) : Text::end($text, $this->terminal->width - self::NUMBERS);
	}
}
