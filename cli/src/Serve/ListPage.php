<?php
declare(strict_types=1);

namespace XHProf\Cli\Serve;

use XHProf\Cli\Problem;
use XHProf\Cli\Run\RunList;
use XHProf\Cli\Terminal\Units;
use XHProf\Cli\View\ListView;

/**
 * The list of runs with its filters, and a box at each run to choose two.
 *
 * @phpstan-import-type Row from RunList
 */
final class ListPage
{
	private const ROWS = 100;

	private const CHOICES = [
		'since' => ['' => 'ever', '1h' => 'the last hour', '1d' => 'the last day', '1w' => 'the last week', '30d' => 'the last 30 days'],
		'status' => ['' => 'any', '2xx' => '2xx', '3xx' => '3xx', '4xx' => '4xx', '5xx' => '5xx'],
		'sort' => ['' => 'newest', '-time' => 'oldest', 'wall' => 'wall time', 'cpu' => 'CPU time', 'memory' => 'memory', 'uri' => 'request', 'status' => 'status',
			'-wall' => 'wall time, least first', '-cpu' => 'CPU time, least first', '-memory' => 'memory, least first', '-uri' => 'request, from Z',
			'-status' => 'status, least first'],
	];

	/** @param array<string, string> $query */
	public function __construct(private readonly array $query)
	{
	}

	public function html(RunList $list): string
	{
		$pages = max(1, intdiv($list->count() + self::ROWS - 1, self::ROWS));
		$page = max(1, min($pages, (int) ($this->query['page'] ?? '1')));
		$rows = $list->rows(self::ROWS * ($page - 1), self::ROWS);
		$sums = ListView::sums($list);

		return $this->page(basename($list->folder->path), nl2br(Html::text($sums)), $rows === []
			? '<p class="none">' . ($list->all === [] ? 'No run was saved here yet.' : 'No run is as you ask. <a href="./">Show all</a>') . '</p>'
			: $this->table($rows) . '<div class="bar"><button>Compare the two chosen</button>' . $this->pages($page, $pages) . '</div>');
	}

	public function problem(?Problem $problem): string
	{
		return $this->page('runs', '<span class="bad" role="alert">' . Html::text(ucfirst(str_replace(['--', '-'], ['', ' '], (string) $problem?->getMessage())) . ': ' . $problem?->advice) . '</span>', '');
	}

	private function page(string $title, string $about, string $runs): string
	{
		return Html::page("$title · xhprof", '<header><h1>' . Html::text($title) . "</h1><p>$about</p></header>\n" . $this->filters()
			. "<form class=\"runs\" method=\"get\" action=\"diff\">$runs</form>\n");
	}

	private function filters(): string
	{
		return '<form class="filter" method="get" action="./" role="search">'
			. '<label class="grow">URI, * for anything' . $this->input('uri', '/cart*') . '</label>'
			. '<label>Host' . $this->input('host', '*.example') . '</label>'
			. '<label>Slower than' . $this->input('slower-than', '500ms') . '</label>'
			. '<label>Saved in' . $this->select('since') . '</label><label>Status' . $this->select('status') . '</label>'
			. '<label>Order' . $this->select('sort') . "</label><button>Show</button></form>\n";
	}

	private function input(string $name, string $example): string
	{
		return "<input name=\"$name\" value=\"" . Html::text($this->query[$name] ?? '') . "\" placeholder=\"$example\" autocomplete=\"off\" spellcheck=\"false\">";
	}

	private function select(string $name): string
	{
		$chosen = $this->query[$name] ?? '';
		$options = self::CHOICES[$name] + [$chosen => $chosen];
		$html = '';
		foreach ($options as $value => $text) {
			$html .= '<option value="' . Html::text((string) $value) . '"' . ((string) $value === $chosen ? ' selected' : '') . '>' . Html::text($text) . '</option>';
		}

		return "<select name=\"$name\">$html</select>";
	}

	/** @param list<Row> $rows */
	private function table(array $rows): string
	{
		$html = '<table><thead><tr><th><span aria-label="choose"></span></th>' . $this->head('Saved', 'time') . '<th>Host</th>' . $this->head('Request', 'uri')
			. $this->head('Status', 'status') . $this->head('Wall', 'wall') . $this->head('CPU', 'cpu') . $this->head('Memory', 'memory')
			. '<th>Mode</th><th>Run</th></tr></thead><tbody>';
		foreach ($rows as $row) {
			$html .= $this->row($row);
		}

		return "$html</tbody></table>\n";
	}

	/** Orders by its column, and again the other way round. */
	private function head(string $title, string $order): string
	{
		$now = ($this->query['sort'] ?? '') ?: 'time';
		$isChosen = ltrim($now, '-') === $order;
		$isUp = ($now === $order) === ($order === 'uri');
		$next = $now === $order ? "-$order" : ($order === 'time' ? '' : $order);

		return ($order === 'time' || $order === 'uri' ? '<th' : '<th class="n"') . ($isChosen ? ' aria-sort="' . ($isUp ? 'ascending' : 'descending') . '"' : '')
			. '><a href="' . $this->link(['sort' => $next, 'page' => '']) . "\">$title" . ($isChosen ? ($isUp ? ' ▴' : ' ▾') : '') . '</a></th>';
	}

	/** @param array<string, string> $change of the query */
	private function link(array $change): string
	{
		$query = http_build_query(array_filter($change + $this->query, static fn (string $value): bool => $value !== ''));

		return Html::text($query === '' ? './' : "./?$query");
	}

	/** @param Row $row */
	private function row(array $row): string
	{
		$run = Html::text($row['run']);
		// A CGI without a request has an empty URI.
		$name = (string) $row['uri'];
		$name = $name !== '' ? $name : ($row['about'] !== '' ? $row['about'] : $row['run']);
		$isFailed = $row['method'] === null ? (int) $row['status'] > 0 : (int) $row['status'] >= 500;
		$request = ($row['method'] === null ? '' : '<span class="soft">' . Html::text($row['method']) . '</span> ')
			. ($row['damaged'] ? '<span class="bad">' . Html::text($name) . ' (damaged)</span>'
				: '<a href="run/' . rawurlencode($row['run']) . '" title="' . Html::text($name) . '">' . Html::text($name) . '</a>');
		$cell = static fn (string $class, ?string $text): string => "<td class=\"$class\">" . Html::text((string) $text) . '</td>';

		return '<tr><td class="pick"><label><input type="checkbox" name="run[]" value="' . $run . '" aria-label="choose ' . $run . '"' . ($row['damaged'] ? ' disabled' : '') . '></label></td>'
			. $cell('time', date('Y-m-d H:i:s', $row['time'])) . $cell('host', $row['method'] === null ? null : $row['host']) . "<td class=\"uri\">$request</td>"
			. $cell('n status' . ($isFailed ? ' bad' : ''), $row['status'] === null ? null : (string) $row['status'])
			. $cell('n wall', $row['wall_ns'] === null ? null : Units::time($row['wall_ns']))
			. $cell('n cpu', $row['cpu_ns'] === null ? null : Units::time($row['cpu_ns']))
			. $cell('n peak', ListView::memory($row))
			. $cell('mode', $row['mode']) . $cell('id', $row['run']) . "</tr>\n";
	}

	private function pages(int $page, int $pages): string
	{
		$link = fn (int $to, string $text): string => $to < 1 || $to > $pages ? ''
			: ' <a href="' . $this->link(['page' => (string) $to]) . "\">$text</a>";

		return $pages === 1 ? '' : '<span>page ' . Units::count($page) . ' of ' . Units::count($pages) . '</span>' . $link($page - 1, 'previous')
			. $link($page + 1, 'next');
	}
}
