<?php
declare(strict_types=1);

namespace XHProf\Fleet\View;

use XHProf\Cli\Terminal\Terminal;
use XHProf\Cli\Terminal\Text;
use XHProf\Cli\Terminal\Units;
use XHProf\Fleet\Store\ClickHouseStore;
use XHProf\Fleet\Store\LabelWeights;
use XHProf\Fleet\Store\Selection;

/**
 * The contents of a store: a table for each label, of its heaviest values.
 *
 * @phpstan-import-type Weight from ClickHouseStore
 */
final class StoreView
{
	/** Rows of a table, unless --limit says another number. */
	public const ROWS = 10;

	/**
	 * @param array<string, list<Weight>> $weights as ClickHouseStore::weights() returns them
	 * @param int $limit rows beyond it are counted as more
	 */
	public function __construct(
		private readonly Selection $selection,
		private readonly array $weights,
		private readonly Terminal $terminal,
		private readonly int $limit,
	) {
	}

	/**
	 * The same for programs.
	 *
	 * @return array<string, mixed>
	 */
	public function data(): array
	{
		$labels = array_map(fn (string $label): array => ['label' => $label,
			'more' => count($this->weights[$label]) > $this->limit,
			'values' => array_slice($this->weights[$label], 0, $this->limit)], LabelWeights::labels($this->weights));

		return ['selection' => $this->selection->name(), 'since' => $this->selection->since,
			'until' => $this->selection->until, 'total' => $this->weights[''][0], 'labels' => $labels];
	}

	public function text(): string
	{
		$all = $this->weights[''][0];
		$hosts = Units::of($all['hosts'], 'host');
		$text = $this->terminal->style(Text::cut($this->selection->title(), $this->terminal->width), 'bold') . "\n"
			. "$hosts, " . Units::of($all['samples'], $this->selection->kind === 'samples' ? 'sample' : 'call')
			. ', wall ' . Units::time($all['wall_ns']) . ', CPU ' . Units::time($all['cpu_ns']) . "\n";
		$alike = LabelWeights::alike($this->weights);
		foreach (array_diff(LabelWeights::labels($this->weights), array_keys($alike)) as $label) {
			$text .= "\n" . $this->table($label);
		}

		$of = LabelWeights::text($alike);

		return $text . ($of === '' ? '' : "\n" . Text::cut("all of it: $of", $this->terminal->width) . "\n");
	}

	private function table(string $label): string
	{
		$text = $this->terminal->style('wall %      wall       CPU  hosts  last seen         '
			. Text::cut(LabelWeights::name($label), $this->terminal->width - 54), 'dim') . "\n";
		foreach (array_slice($this->weights[$label], 0, $this->limit) as $weight) {
			$text .= rtrim(Text::right(Units::percent($weight['wall_ns'], $this->weights[''][0]['wall_ns']), 6)
				. Text::right(Units::time($weight['wall_ns']), 10) . Text::right(Units::time($weight['cpu_ns']), 10)
				. Text::right(Units::brief($weight['hosts']), 7) . '  ' . gmdate('Y-m-d H:i', $weight['last'])
				. '  ' . Text::cut($weight['name'] === '' ? '-' : $weight['name'], $this->terminal->width - 54)) . "\n";
		}

		return $text . (count($this->weights[$label]) > $this->limit ? "(more: --limit)\n" : '');
	}
}
