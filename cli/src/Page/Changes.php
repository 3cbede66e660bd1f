<?php
declare(strict_types=1);

namespace XHProf\Cli\Page;

use XHProf\Cli\Comparison\SetDiff;
use XHProf\Cli\Comparison\Verdict;
use XHProf\Cli\Comparison\Words;
use XHProf\Cli\JsonName;
use XHProf\Cli\Metric\Events;
use XHProf\Cli\Metric\Metric;
use XHProf\Cli\Statistics\Noise;

/** The change from one run to another, in the numbers of xhprof diff: docs/report-format.md#diff. */
final class Changes
{
	/** The ids of a page's metrics. */
	private const METRICS = ['wall' => 'wt', 'cpu' => 'cpu', 'memory' => 'mu', 'peak' => 'pmu', 'samples' => 'ct'];
	private const EVENT = 'event-';

	/**
	 * The number of functions of a metric that have an interval: those that changed most, because each interval takes
	 * thousands of draws.
	 */
	private const INTERVALS = 200;

	/** @var array<string, Metric> by id */
	private readonly array $metrics;

	/** @param list<string> $ids of metrics that both runs have */
	public function __construct(private readonly SetDiff $diff, array $ids)
	{
		$this->metrics = self::metrics($ids);
	}

	/**
	 * The metrics that the command line knows.
	 *
	 * @param list<string> $ids of a page's metrics
	 * @return array<string, Metric>
	 */
	public static function metrics(array $ids): array
	{
		$metrics = [];
		foreach ($ids as $id) {
			$event = str_starts_with($id, self::EVENT) ? substr($id, strlen(self::EVENT)) : null;
			$name = self::METRICS[$id] ?? (isset(Events::known()[$event ?? '']) ? $event : null);
			if ($name !== null) {
				$metrics[$id] = Metric::of($name);
			}
		}

		return $metrics;
	}

	/** @return array<string, mixed> */
	public function head(): array
	{
		$totals = [];
		foreach ($this->metrics as $id => $metric) {
			$total = $this->diff->total($metric);
			$totals[$id] = array_diff_key($total, ['metric' => true]) + ['noise' => Noise::hides($total['interval'])];
		}
		$words = array_map(fn (Metric $metric): array => $metric->name === 'ct' ? [] : $this->words($metric),
			$this->metrics);

		return ['words' => (object) $words, 'differences' => $this->diff->differencesText(),
			'basis' => $this->diff->basis(), 'doubt' => $this->diff->doubt(), 'totals' => (object) $totals,
			'renamed' => array_values($this->diff->matching->renamed)];
	}

	/** @return list<string|array{fn: string}> the verdict, with names of functions in it */
	private function words(Metric $metric): array
	{
		$words = new Words($this->diff, new Verdict($this->diff, Metric::own($metric->name)));

		return array_map(static fn (array $part): string|array => $part['name'] ? ['fn' => $part['text']]
			: $part['text'], $words->parts());
	}

	/**
	 * @return iterable<string, string> a block for each metric, if the page cannot have them of the two runs: of
	 *     medians
	 */
	public function blocks(string $coding): iterable
	{
		foreach ($this->diff->isMany() ? $this->metrics : [] as $id => $metric) {
			if ($metric->name !== 'ct') {
				yield "change-$id" =>
					Block::encode(JsonName::encode($this->table($metric), JSON_PRESERVE_ZERO_FRACTION), $coding);
			}
		}
	}

	/** @return array<string, list<mixed>> of all functions, the greatest change of own cost first */
	private function table(Metric $metric): array
	{
		$own = Metric::of("own_$metric->name");
		$changes = array_map(static fn (array $change): int => abs((int) ($change[$own->key] ?? 0)),
			$this->diff->changes);
		arsort($changes);
		$table = array_fill_keys(['name', 'own_before', 'own_after', 'inclusive_before', 'inclusive_after',
			'calls_before', 'calls_after', 'low', 'high', 'noise'], []);
		foreach (array_keys($changes) as $i => $name) {
			$table['name'][] = (string) $name;
			foreach (['own' => $own->key, 'inclusive' => $metric->key, 'calls' => 'calls'] as $column => $key) {
				$table["{$column}_before"][] = $this->diff->before[$name][$key] ?? 0;
				$table["{$column}_after"][] = $this->diff->after[$name][$key] ?? 0;
			}
			$interval = $i < self::INTERVALS ? $this->diff->interval((string) $name, $own->key) : null;
			[$table['low'][], $table['high'][], $table['noise'][]] = [...$interval ?? [null, null],
				Noise::hides($interval)];
		}

		return $table;
	}
}
