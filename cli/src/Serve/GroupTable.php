<?php
declare(strict_types=1);

namespace XHProf\Cli\Serve;

use XHProf\Cli\Saved\Dimension;
use XHProf\Cli\Terminal\Units;

/** Runs by route, host, status or version: what each group costs, and a box to compare two. */
final class GroupTable
{
	private const ROWS = 500;

	/** The titles of the columns, one for each order. */
	private const TITLES = ['', 'Runs', 'Failed', 'Wall p50', 'p95', 'Slowest', 'Sum', 'CPU sum'];

	/** @param list<int> $rows */
	public function __construct(private readonly Asked $asked, private readonly RunTable $table,
		private readonly array $rows)
	{
	}

	public function html(int $wallNs): string
	{
		$groups = $this->groups();
		[$order, $isUp] = $this->order();
		uasort($groups, fn (RunSums $a, RunSums $b): int => $isUp ? self::value($a, $order) <=> self::value($b, $order)
			: self::value($b, $order) <=> self::value($a, $order));
		if ($order === 'value') {
			$isUp ? ksort($groups, SORT_NATURAL) : krsort($groups, SORT_NATURAL);
		}
		$html = '<table class="groups"><thead><tr><th><span aria-label="choose"></span></th>';
		foreach (array_combine(Asked::GROUP_ORDERS, self::TITLES) as $id => $title) {
			$html .= $this->head($id, $title, $order, $isUp);
		}
		$html .= '</tr></thead><tbody>';
		foreach (array_slice($groups, 0, self::ROWS, true) as $name => $sums) {
			$html .= $this->row(substr((string) $name, 1), $sums, $wallNs);
		}
		$more = count($groups) - self::ROWS;

		return "$html</tbody></table>\n" . ($more > 0
			? '<p class="none">and ' . Units::count($more) . " more: use a filter above</p>\n" : '');
	}

	/** @return array<string, RunSums> by "=VALUE"; "-": those without a value */
	private function groups(): array
	{
		$by = $this->asked->by();
		$column = $this->table->column($by);
		$rows = $groups = [];
		foreach ($this->rows as $row) {
			$rows[$column[$row] ?? -1][] = $row;
		}
		foreach ($rows as $value => $of) {
			$text = $by === 'status' ? ($value < 0 ? null : (string) $value) : $this->table->textOf($value);
			$groups[$text === null ? '-' : "=$text"] = new RunSums($this->table, $of);
		}

		return $groups;
	}

	/** @return array{string, bool} its column, and whether the least is first */
	private function order(): array
	{
		$asked = $this->asked->query['sort'] ?? '';
		$order = ltrim($asked, '-');
		$order = $order === '' ? 'total' : $order;

		return [$order, str_starts_with($asked, '-') !== ($order === 'value')];
	}

	private static function value(RunSums $sums, string $order): int
	{
		return match ($order) {
			'runs' => $sums->runs,
			'failed' => $sums->failed,
			'p50' => $sums->p50Ns ?? -1,
			'p95' => $sums->p95Ns ?? -1,
			'slowest' => $sums->slowestNs,
			'cpu' => $sums->cpuNs ?? -1,
			default => $sums->wallNs,
		};
	}

	private function head(string $id, string $title, string $order, bool $isUp): string
	{
		$isChosen = $id === $order;
		$next = $isChosen && $isUp === ($id === 'value') ? "-$id" : ($id === 'total' ? '' : $id);

		return ($id === 'value' ? '<th' : '<th class="n"')
			. ($isChosen ? ' aria-sort="' . ($isUp ? 'ascending' : 'descending') . '"' : '') . '><a href="'
			. Html::text($this->asked->link(['sort' => $next])) . '">'
			. ($id === 'value' ? ucfirst($this->asked->by()) : $title)
			. ($isChosen ? ($isUp ? ' ▴' : ' ▾') : '') . '</a></th>';
	}

	private function row(string $value, RunSums $sums, int $wallNs): string
	{
		$by = $this->asked->by();
		$isNone = $value === '';
		$name = Html::text($isNone ? Dimension::NONE : $value);
		$choice = Html::text($this->asked->choice([$by => $value]));
		$part = $wallNs > 0 ? 100 * $sums->wallNs / $wallNs : 0;
		$cell = static fn (string $class, string $title, string $text): string => "<td class=\"n $class\">"
			. ($text === '' ? '' : "<span class=\"label\">$title</span>" . Html::text($text)) . '</td>';

		return '<tr><td class="pick">' . ($isNone ? ''
			: "<label><input type=\"checkbox\" name=\"of[]\" value=\"$choice\" aria-label=\"choose $name\"></label>")
			. '</td><td class="uri">' . ($isNone ? "<span class=\"soft\">$name</span>"
				: '<a href="' . Html::text($this->asked->link([$by => $value, 'by' => '', 'sort' => '']))
				. "\" title=\"$name\">$name</a>")
			. sprintf('<svg class="share" width="100%%" height="3" aria-hidden="true">'
				. '<rect width="%.2f%%" height="3"/></svg></td>', $part)
			. $cell('count', 'runs', Units::count($sums->runs)) . $cell('failed' . ($sums->failed > 0 ? ' bad' : ''),
				'failed', $sums->failed > 0 ? Units::count($sums->failed) : '')
			. $cell('p50', 'p50', self::time($sums->p50Ns)) . $cell('p95', 'p95', self::time($sums->p95Ns))
			. $cell('slowest', 'slowest', Units::time($sums->slowestNs))
			. $cell('total', 'sum', Units::time($sums->wallNs))
			. $cell('cpu', 'CPU', self::time($sums->cpuNs)) . "</tr>\n";
	}

	private static function time(?int $ns): string
	{
		return $ns === null ? '' : Units::time($ns);
	}
}
