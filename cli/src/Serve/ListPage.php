<?php
declare(strict_types=1);

namespace XHProf\Cli\Serve;

use XHProf\Cli\Problem;
use XHProf\Cli\Terminal\Units;
use XHProf\Cli\View\ListView;

/** The page that lists a folder: filters, sums, history, and a table of runs or groups, any two to compare. */
final class ListPage
{
	private const ROWS = 100;

	private const CHOICES = [
		'since' => ['' => 'ever', '1h' => 'the last hour', '1d' => 'the last day', '1w' => 'the last week',
			'30d' => 'the last 30 days'],
		'status' => ['' => 'any', '2xx' => '2xx', '3xx' => '3xx', '4xx' => '4xx', '5xx' => '5xx'],
		'sort' => ['' => 'newest', '-time' => 'oldest', 'wall' => 'wall time', 'cpu' => 'CPU time',
			'memory' => 'memory', 'uri' => 'request', 'status' => 'status', '-wall' => 'wall time, least first',
			'-cpu' => 'CPU time, least first', '-memory' => 'memory, least first', '-uri' => 'request, from Z',
			'-status' => 'status, least first'],
	];

	public function __construct(private readonly Asked $asked)
	{
	}

	/** @param array<string, string> $query that cannot be used */
	public static function problem(array $query, string $title, Problem $problem): string
	{
		// An option's name becomes that of the field: "--slower-than" is "slower than".
		$why = ucfirst((string) preg_replace_callback('/(?<!\S)--[a-z-]+/', static fn (array $option): string =>
			strtr(ltrim($option[0], '-'), '-', ' '), $problem->getMessage()))
			. ($problem->advice === '' ? '' : ": $problem->advice");

		return Html::page('runs · xhprof',
			'<header><h1>' . Html::text($title) . '</h1><p><span class="bad" role="alert">' . Html::text($why)
				. "</span></p></header>\n" . self::filters($query));
	}

	public function html(RunTable $table): string
	{
		$rows = $this->asked->rows($table);
		$title = basename($table->folder->path);
		$sums = new RunSums($table, $rows);
		$html = '<header><h1>' . Html::text($title) . '</h1><p>'
			. nl2br(Html::text($this->about($table, count($rows)))) . "</p></header>\n"
			. self::filters($this->asked->query) . $this->before($table, count($rows)) . $this->chips();
		if ($rows === []) {
			return Html::page("$title · xhprof", $html . '<p class="none">' . ($table->files() === 0
				? 'No run has been saved here yet.' : 'No run matches. <a href="./">Show all</a>') . "</p>\n");
		}
		$html .= '<section class="sums">' . $this->figures($sums) . History::curve($table, $rows, $this->asked)->html()
			. $this->tabs() . "</section>\n";
		$body = $this->asked->by() === '' ? $this->runs($table, $this->asked->sorted($table, $rows))
			: (new GroupTable($this->asked, $table, $rows))->html($sums->wallNs)
			. '<div class="bar"><button>Compare the two chosen</button></div>';

		return Html::page("$title · xhprof",
			"$html<form class=\"runs\" method=\"get\" action=\"diff\"><input type=\"hidden\" name=\"back\" value=\""
				. Html::text($this->asked->text()) . "\">$body</form>\n");
	}

	private function about(RunTable $table, int $count): string
	{
		$all = count($table->rows());
		$text = ($count < $all ? Units::count($count) . ' of ' : '') . Units::of($all, 'run') . ', '
			. ListView::files($table->files(), $table->bytes());

		return rtrim("$text\n" . ListView::notes($table->foreign, count(array_filter($table->column('damaged'))),
			$this->asked->filter->silent));
	}

	private function figures(RunSums $sums): string
	{
		$figure = static fn (string $name, string $value, string $class = ''): string => "<div><dt>$name</dt><dd$class>"
			. Html::text($value) . '</dd></div>';

		$time = static fn (string $name, ?int $ns): string => $ns === null ? '' : $figure($name, Units::time($ns));

		return '<dl>' . $figure('runs', Units::count($sums->runs)) . $time('wall p50', $sums->p50Ns)
			. $time('p95', $sums->p95Ns) . $time('slowest', $sums->slowestNs) . $time('sum', $sums->wallNs)
			. $time('CPU sum', $sums->cpuNs) . ($sums->failed === 0 ? '' : $figure('failed',
				Units::count($sums->failed) . ', ' . Units::percent($sums->failed, $sums->runs) . ' %', ' class="bad"'))
			. '</dl><p class="actions"><a href="'
			. Html::text('sum?' . http_build_query(['of' => $this->asked->choice(), 'back' => $this->asked->text()]))
			. '">These runs as one report</a>' . (isset($this->asked->query['before']) ? ''
				: '<a href="' . Html::text($this->asked->link(['before' => $this->asked->choice()]))
				. '">Compare these with others …</a>') . "</p>\n";
	}

	/** The selection that was put aside, to be compared with what is shown. */
	private function before(RunTable $table, int $count): string
	{
		$before = $this->asked->query['before'] ?? '';
		if ($before === '') {
			return '';
		}
		$other = Asked::ofText($before);
		$link = 'diff?' . http_build_query(['before' => $before, 'after' => $this->asked->choice(),
			'back' => $this->asked->text(['before' => ''])]);

		return '<p class="before"><span>Before: <b>' . Html::text($other->title()) . '</b>, '
			. Units::of(count($other->rows($table)), 'run') . '. After: choose below, now <b>'
			. Html::text($this->asked->title()) . '</b>, ' . Units::of($count, 'run') . '.</span> '
			. ($before === $this->asked->choice() ? ''
				: '<a class="button" href="' . Html::text($link) . '">Compare</a> ') . '<a href="'
			. Html::text($this->asked->link(['before' => ''])) . "\">Cancel</a></p>\n";
	}

	/** The conditions that no field of the form shows, as links that remove them. */
	private function chips(): string
	{
		$html = '';
		foreach (array_diff(Asked::CHOICE, Asked::FIELDS) as $name) {
			$value = $this->asked->query[$name] ?? '';
			if ($value !== '') {
				$html .= '<a class="chip" href="' . Html::text($this->asked->link([$name => ''])) . '">' . $name
					. ' <b>' . Html::text(self::moment($value)) . '</b> <span aria-label="remove">×</span></a>';
			}
		}

		return $html === '' ? '' : "<p class=\"chips\">$html</p>\n";
	}

	private static function moment(string $value): string
	{
		return preg_match('/^@\d{1,12}$/D', $value) === 1 ? date('Y-m-d H:i', (int) substr($value, 1)) : $value;
	}

	private function tabs(): string
	{
		$html = '';
		foreach (['', ...Asked::GROUPS] as $by) {
			$html .= '<a href="' . Html::text($this->asked->link(['by' => $by, 'sort' => ''])) . '"'
				. ($this->asked->by() === $by ? ' aria-current="page"' : '')
				. '>' . ($by === '' ? 'Runs' : "By $by") . '</a>';
		}

		return "<nav class=\"tabs\" aria-label=\"group\">$html</nav>";
	}

	/** @param list<int> $rows */
	private function runs(RunTable $table, array $rows): string
	{
		$pages = max(1, intdiv(count($rows) + self::ROWS - 1, self::ROWS));
		$page = max(1, min($pages, (int) ($this->asked->query['page'] ?? '1')));

		return $this->table($table, array_slice($rows, self::ROWS * ($page - 1), self::ROWS))
			. '<div class="bar"><button>Compare the two chosen</button>' . $this->pages($page, $pages) . '</div>';
	}

	/** @param array<string, string> $query */
	private static function filters(array $query): string
	{
		$hidden = '';
		// Groups are ordered by the headings of their table.
		$isOrdered = !in_array($query['by'] ?? '', Asked::GROUPS, true);
		foreach (array_diff_key($query,
			array_flip([...Asked::FIELDS, ...($isOrdered ? ['sort'] : []), 'page'])) as $name => $value) {
			$hidden .= "<input type=\"hidden\" name=\"$name\" value=\"" . Html::text($value) . '">';
		}

		return "<form class=\"filter\" method=\"get\" action=\"./\" role=\"search\">$hidden"
			. '<label class="grow">URI, * for anything' . self::input($query, 'uri', '/cart*') . '</label>'
			. '<label>Host' . self::input($query, 'host', '*.example') . '</label>'
			. '<label>Slower than' . self::input($query, 'slower-than', '500ms') . '</label>'
			. '<label>Saved in' . self::select($query, 'since') . '</label><label>Status'
			. self::select($query, 'status') . '</label>' . ($isOrdered
				? '<label>Order' . self::select($query, 'sort') . '</label>' : '') . "<button>Show</button></form>\n";
	}

	/** @param array<string, string> $query */
	private static function input(array $query, string $name, string $example): string
	{
		return "<input name=\"$name\" value=\"" . Html::text($query[$name] ?? '')
			. "\" placeholder=\"$example\" autocomplete=\"off\" spellcheck=\"false\">";
	}

	/** @param array<string, string> $query */
	private static function select(array $query, string $name): string
	{
		$chosen = $query[$name] ?? '';
		$options = self::CHOICES[$name] + [$chosen => self::moment($chosen)];
		$html = '';
		foreach ($options as $value => $text) {
			$html .= '<option value="' . Html::text((string) $value) . '"'
				. ((string) $value === $chosen ? ' selected' : '') . '>' . Html::text($text) . '</option>';
		}

		return "<select name=\"$name\">$html</select>";
	}

	/** @param list<int> $rows */
	private function table(RunTable $table, array $rows): string
	{
		$html = '<table><thead><tr><th><span aria-label="choose"></span></th>' . $this->head('Saved', 'time')
			. '<th>Host</th>' . $this->head('Request', 'uri') . $this->head('Status', 'status')
			. $this->head('Wall', 'wall') . $this->head('CPU', 'cpu') . $this->head('Memory', 'memory')
			. '<th>Mode</th><th>Run</th></tr></thead><tbody>';
		foreach ($rows as $row) {
			$html .= $this->row($table, $row);
		}

		return "$html</tbody></table>\n";
	}

	/** A heading that sorts by its column, and at the next click in reverse. */
	private function head(string $title, string $order): string
	{
		$now = $this->asked->query['sort'] ?? 'time';
		$isChosen = ltrim($now, '-') === $order;
		$isUp = ($now === $order) === ($order === 'uri');
		$next = $now === $order ? "-$order" : ($order === 'time' ? '' : $order);

		return ($order === 'time' || $order === 'uri' ? '<th' : '<th class="n"')
			. ($isChosen ? ' aria-sort="' . ($isUp ? 'ascending' : 'descending') . '"' : '')
			. '><a href="' . Html::text($this->asked->link(['sort' => $next])) . "\">$title"
			. ($isChosen ? ($isUp ? ' ▴' : ' ▾') : '') . '</a></th>';
	}

	private function row(RunTable $table, int $row): string
	{
		[$method, $uri, $host, $mode] = array_map(static fn (string $key): ?string => $table->text($key, $row),
			['method', 'uri', 'host', 'mode']);
		[$status, $wall, $cpu, $peak] = array_map(static fn (string $key): ?int => $table->number($key, $row),
			['status', 'wall_ns', 'cpu_ns', 'peak_bytes']);
		$isDamaged = $table->number('damaged', $row) === 1;
		$run = Html::text($table->run($row));
		// A CGI without a request has an empty URI.
		$about = $table->about($row);
		$name = Html::text($uri !== null && $uri !== '' ? $uri : ($about !== '' ? $about : $table->run($row)));
		$isFailed = (int) $status >= ($method === null ? 1 : 500);
		$back = $this->asked->text();
		$request = ($method === null ? '' : '<span class="soft">' . Html::text($method) . '</span> ')
			. ($isDamaged ? "<span class=\"bad\">$name (damaged)</span>"
				: '<a href="' . Html::text('run/' . rawurlencode($table->run($row)) . ($back === '' ? ''
					: '?' . http_build_query(['back' => $back]))) . "\" title=\"$name\">$name</a>");
		$cell = static fn (string $class, ?string $text): string => "<td class=\"$class\">"
			. Html::text((string) $text) . '</td>';
		$time = static fn (?int $ns): ?string => $ns === null ? null : Units::time($ns);
		$memory = $peak === null ? null
			: ($table->number('peak_is_growth', $row) === 1 ? '+' : '') . Units::bytes($peak);

		return "<tr><td class=\"pick\"><label><input type=\"checkbox\" name=\"run[]\" value=\"$run\" "
			. "aria-label=\"choose $run\"" . ($isDamaged ? ' disabled' : '') . '></label></td>'
			. $cell('time', date('Y-m-d H:i:s', $table->time($row)))
			. $cell('host', $method === null ? null : $host) . "<td class=\"uri\">$request</td>"
			. $cell('n status' . ($isFailed ? ' bad' : ''), $status === null ? null : (string) $status)
			. $cell('n wall', $time($wall)) . $cell('n cpu', $time($cpu))
			. $cell('n peak', $memory) . $cell('mode', $mode) . $cell('id', $table->run($row)) . "</tr>\n";
	}

	private function pages(int $page, int $pages): string
	{
		$link = fn (int $to, string $text): string => $to < 1 || $to > $pages ? ''
			: ' <a href="' . Html::text($this->asked->link(['page' => (string) $to])) . "\">$text</a>";

		return $pages === 1 ? '' : '<span>page ' . Units::count($page) . ' of ' . Units::count($pages) . '</span>'
			. $link($page - 1, 'previous') . $link($page + 1, 'next');
	}
}
