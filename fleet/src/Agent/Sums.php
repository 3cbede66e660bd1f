<?php
declare(strict_types=1);

namespace XHProf\Fleet\Agent;

use XHProf\Cli\Live\Total;
use XHProf\Profile;

/**
 * Profiles of many rings, added up by label set and trace.
 *
 * @phpstan-type Sum array{series: Series, trace: string, span: string, profiles: non-empty-list<Profile>,
 *     weight_ns: int}
 */
final class Sums
{
	/**
	 * How many profiles of one label set are kept before they are merged: with fewer they are merged often, more take
	 * memory.
	 */
	private const MOST_PENDING = 16;

	/** @var array<string, Sum> */
	private array $sums = [];

	/** @var array{samples: int, weight_ns: int} all that was added */
	private array $total = ['samples' => 0, 'weight_ns' => 0];

	/** @var array{samples: int, weight_ns: int} the part of it that became Series::OTHER */
	private array $others = ['samples' => 0, 'weight_ns' => 0];

	private int $truncated = 0;

	/** @param string $trace this and the span are as for BatchPart */
	public function add(Series $series, Profile $profile, string $trace = '', string $span = ''): void
	{
		$key = Labels::key($series) . "$trace $span";
		$summary = $profile->summary();
		$sum = $this->sums[$key] ?? null;
		$sum = ['series' => $series, 'trace' => $trace, 'span' => $span,
			'profiles' => [...$sum['profiles'] ?? [], $profile],
			'weight_ns' => Total::plus($sum['weight_ns'] ?? 0, $summary['wall_ns'])];
		if (count($sum['profiles']) >= self::MOST_PENDING) {
			$sum['profiles'] = [self::merge($sum['profiles'])];
		}
		$this->sums[$key] = $sum;
		self::count($this->total, $profile);
		$this->truncated += $summary['truncated_calls'];
		if (self::isOther($series)) {
			self::count($this->others, $profile);
		}
	}

	/** @return array{samples: int, weight_ns: int} */
	public function total(): array
	{
		return $this->total;
	}

	/** @return array{samples: int, weight_ns: int} the samples for which the tally or parts() had no label set left */
	public function others(): array
	{
		return $this->others;
	}

	/** The number of samples whose stacks found no room. They count as main()'s own. */
	public function truncated(): int
	{
		return $this->truncated;
	}

	/**
	 * Makes a part for each label set and trace. Known label sets are admitted first, then the heaviest; the rest
	 * become Series::OTHER.
	 *
	 * @return list<BatchPart>
	 */
	public function parts(Labels $labels): array
	{
		uasort($this->sums, static fn (array $a, array $b): int => [$labels->isKnown($b['series']), $b['weight_ns']]
			<=> [$labels->isKnown($a['series']), $a['weight_ns']]);
		$admitted = new self();
		foreach ($this->sums as $sum) {
			$series = $labels->admit($sum['series']);
			$profile = self::merge($sum['profiles']);
			$admitted->add($series, $profile, $sum['trace'], $sum['span']);
			if ($series !== $sum['series'] && !self::isOther($sum['series'])) {
				self::count($this->others, $profile);
			}
		}
		$this->sums = [];

		return array_values(array_map(static fn (array $sum): BatchPart => new BatchPart($sum['series'], 'samples',
			self::merge($sum['profiles']), null, $sum['trace'], $sum['span']), $admitted->sums));
	}

	/** True for samples beyond the number of tags that a tally takes: see Labels::tags(). */
	private static function isOther(Series $series): bool
	{
		return $series->tags === [Series::OTHER => Series::OTHER];
	}

	/** @param array{samples: int, weight_ns: int} $sum */
	private static function count(array &$sum, Profile $profile): void
	{
		$summary = $profile->summary();
		$sum['samples'] += $summary['samples'] ?? 0;
		$sum['weight_ns'] = Total::plus($sum['weight_ns'], $summary['wall_ns']);
	}

	/** @param non-empty-list<Profile> $profiles */
	private static function merge(array $profiles): Profile
	{
		return count($profiles) === 1 ? $profiles[0] : $profiles[0]->merge(...array_slice($profiles, 1));
	}
}
