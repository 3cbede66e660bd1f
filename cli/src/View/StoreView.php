<?php
declare(strict_types=1);

namespace XHProf\Cli\View;

use XHProf\Cli\Store\ClickHouseStore;
use XHProf\Cli\Store\Selection;
use XHProf\Cli\Terminal\Terminal;
use XHProf\Cli\Terminal\Text;
use XHProf\Cli\Terminal\Units;

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
	 * @param int $limit what is beyond it is told as more
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
		$labels = [];
		foreach ($this->labels() as $label) {
			$labels[] = ['label' => $label, 'more' => count($this->weights[$label]) > $this->limit, 'values' => array_slice($this->weights[$label], 0, $this->limit)];
		}

		return ['selection' => $this->selection->name(), 'since' => $this->selection->since, 'until' => $this->selection->until, 'total' => $this->weights[''][0], 'labels' => $labels];
	}

	public function text(): string
	{
		$all = $this->weights[''][0];
		$hosts = Units::of($all['hosts'], 'host');
		$text = $this->terminal->style(Text::cut($this->selection->title(), $this->terminal->width), 'bold') . "\n"
			. "$hosts, " . Units::of($all['samples'], $this->selection->kind === 'samples' ? 'sample' : 'call')
			. ', wall ' . self::time($all['wall_ns']) . ', CPU ' . self::time($all['cpu_ns']) . "\n";
		$ofAll = array_filter($this->labels(), fn (string $label): bool => $label !== 'service' && count($this->weights[$label]) === 1
			&& $this->weights[$label][0]['samples'] === $all['samples']);
		foreach (array_diff($this->labels(), $ofAll) as $label) {
			$text .= "\n" . $this->table($label);
		}
		$same = array_map(fn (string $label): string => self::name($label) . '=' . $this->weights[$label][0]['name'], $ofAll);

		return $text . ($same === [] ? '' : "\n" . Text::cut('all of it: ' . implode(' ', $same), $this->terminal->width) . "\n");
	}

	/** @return list<string> tags behind the service, as they tell most, and by the names that the URL takes */
	private function labels(): array
	{
		$tags = array_diff(array_map(strval(...), array_keys($this->weights)), ['', ...Selection::LABELS]);
		sort($tags);

		return array_values(array_filter(['service', ...$tags, ...array_slice(Selection::LABELS, 1)], fn (string $label): bool => isset($this->weights[$label])));
	}

	/** As the URL takes it. */
	private static function name(string $label): string
	{
		$tag = str_starts_with($label, Selection::TAG) ? substr($label, strlen(Selection::TAG)) : $label;

		return in_array($tag, Selection::LABELS, true) ? $label : $tag;
	}

	private function table(string $label): string
	{
		$text = $this->terminal->style('wall %      wall       CPU  hosts  last seen         ' . Text::cut(self::name($label), $this->terminal->width - 54), 'dim') . "\n";
		foreach (array_slice($this->weights[$label], 0, $this->limit) as $weight) {
			$text .= rtrim(Text::right(Units::percent($weight['wall_ns'], $this->weights[''][0]['wall_ns']), 6) . Text::right(self::time($weight['wall_ns']), 10)
				. Text::right(self::time($weight['cpu_ns']), 10) . Text::right(Units::brief($weight['hosts']), 7) . '  ' . gmdate('Y-m-d H:i', $weight['last'])
				. '  ' . Text::cut($weight['name'] === '' ? '-' : $weight['name'], $this->terminal->width - 54)) . "\n";
		}

		return $text . (count($this->weights[$label]) > $this->limit ? "(more: --limit)\n" : '');
	}

	/** The time; of many machines it is hours. */
	private static function time(int $ns): string
	{
		return $ns < 3600e9 ? Units::time($ns) : number_format($ns / 3600e9, $ns < 36000e9 ? 2 : ($ns < 360000e9 ? 1 : 0)) . ' h';
	}
}
