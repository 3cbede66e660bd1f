<?php
declare(strict_types=1);

namespace XHProf\Fleet\Serve;

use XHProf\Cli\Problem;
use XHProf\Cli\Serve\Curve;
use XHProf\Cli\Serve\Html;
use XHProf\Cli\Terminal\Units;
use XHProf\Fleet\Store\ClickHouseStore;
use XHProf\Fleet\Store\LabelWeights;
use XHProf\Fleet\Store\Release;
use XHProf\Fleet\Store\Selection;
use XHProf\Fleet\Store\Stores;

/**
 * A selection of a store: its load over time, and for each label the heaviest values, which narrow the selection.
 *
 * @phpstan-import-type Weight from ClickHouseStore
 */
final class StorePage
{
	private const ROWS = 12;
	private const ALL_ROWS = 1000;

	/** No window is longer than this, and none arrives later than this. */
	private const SLACK_S = 180;

	/** The earlier times to compare with: each name to the seconds before; 0: the length of the selection. */
	private const EARLIER = ['the time before' => 0, 'a day before' => 86400, 'a week before' => 604800];

	public function __construct(private readonly ClickHouseStore $store, private readonly string $url,
		private readonly StoreQuery $query)
	{
	}

	public function problem(Problem $problem): string
	{
		return $this->page('<p><span class="bad" role="alert">' . Html::text(ucfirst($problem->getMessage())
			. ($problem->advice === '' ? '' : ": $problem->advice")) . '</span></p>', '');
	}

	public function html(): string
	{
		$selection = $this->query->selection($this->url);
		$label = $this->query->value('label');
		$limit = $label === '' ? self::ROWS : self::ALL_ROWS;
		$weights = $this->store->weights($selection, $limit + 1);
		$all = $weights[''][0];
		$covered = $this->covered($all, $selection);
		$alike = $label === '' ? LabelWeights::alike($weights) : [];
		$labels = array_filter(LabelWeights::labels($weights),
			static fn (string $one): bool => $label === '' ? !isset($alike[$one]) : $one === $label);
		$tables = implode('', array_map(fn (string $label): string => $this->table($label,
			$weights[$label], $all, $limit, $selection), $labels)) . (LabelWeights::text($alike) === '' ? ''
				: '<p>All of it: ' . Html::text(LabelWeights::text($alike)) . '</p>');

		return $this->page('<p>' . Html::text($selection->title() . ' (UTC)') . '</p>',
			$this->before($selection) . $this->chips() . '<section class="sums">'
				. $this->figures($all, $selection, $covered) . $this->curve($selection, $covered)->html()
				. "</section>\n<form class=\"labels\" method=\"get\" action=\"diff\">"
				. "<input type=\"hidden\" name=\"back\" value=\"" . Html::text($this->query->without('before')->text())
				. "\"><div class=\"tables\">$tables</div><div class=\"bar\">"
				. "<button>Compare the two chosen</button></div></form>\n");
	}

	private function page(string $about, string $body): string
	{
		$title = Stores::name($this->url);

		return Html::page("$title · xhprof",
			'<header><h1>' . Html::text($title) . "</h1>$about</header>\n" . $this->form() . $body);
	}

	private function form(): string
	{
		$hidden = '';
		foreach ($this->query->without('since', 'until', 'kind', 'back')->pairs as [$name, $value]) {
			$hidden .= '<input type="hidden" name="' . Html::text($name) . '" value="' . Html::text($value) . '">';
		}
		$field = fn (string $name, string $title, string $example): string =>
			"<label>$title<input name=\"$name\" value=\"" . Html::text(self::moment($this->query->value($name)))
			. "\" placeholder=\"$example\" list=\"times\" autocomplete=\"off\" spellcheck=\"false\"></label>";
		$kinds = '';
		foreach (['' => 'samples', 'trace' => 'traced runs'] as $kind => $text) {
			$kinds .= "<option value=\"$kind\"" . ($this->query->value('kind') === $kind ? ' selected' : '')
				. ">$text</option>";
		}
		$times = '';
		foreach (['1h', '6h', '1d', '1w', '30d'] as $time) {
			$times .= '<a href="' . Html::text($this->query->without('since', 'until')->with('since', $time)->link())
				. '"' . ($this->query->value('since') === $time && $this->query->value('until') === ''
					? ' aria-current="page"' : '') . ">$time</a>";
		}

		return "<form class=\"filter\" method=\"get\" action=\"./\">$hidden"
			. $field('since', 'From, UTC or ago', '1h') . $field('until', 'Until', 'now')
			. "<label>Of<select name=\"kind\">$kinds</select></label><button>Show</button>"
			. "<nav class=\"times\" aria-label=\"the last\">$times</nav></form>\n"
			. '<datalist id="times"><option value="15m"><option value="1h"><option value="6h"><option value="1d">'
			. '<option value="1w"></datalist>';
	}

	private static function moment(string $value): string
	{
		return preg_match('/^@\d{1,12}$/D', $value) === 1 ? date('Y-m-d H:i', (int) substr($value, 1)) . 'Z' : $value;
	}

	/** The selection that was set aside for a comparison with the current one. */
	private function before(Selection $selection): string
	{
		$before = $this->query->value('before');
		if ($before === '') {
			return '';
		}
		$after = $this->query->choice()->at($selection->since, $selection->until)->text();
		$link = 'diff?' . http_build_query(['before' => $before, 'after' => $after,
			'back' => $this->query->without('before')->text()], '', '&', PHP_QUERY_RFC3986);

		return '<p class="before"><span>Before: <b>' . Html::text(StoreQuery::of($before)->selection($this->url)
			->title()) . '</b>. After: choose below, now <b>' . Html::text($selection->title()) . '</b>.</span> '
			. ($before === $after ? '' : '<a class="button" href="' . Html::text($link) . '">Compare</a> ')
			. '<a href="' . Html::text($this->query->without('before')->link()) . "\">Cancel</a></p>\n";
	}

	private function chips(): string
	{
		$html = '';
		foreach ($this->query->conditions() as [$key, $value]) {
			$html .= '<a class="chip" href="' . Html::text($this->query->without($key, 'label')->link()) . '">'
				. Html::text(LabelWeights::name($key)) . ' <b>' . Html::text($value === '' ? '-' : $value)
				. '</b> <span aria-label="remove">×</span></a>';
		}

		return $html === '' ? '' : "<p class=\"chips\">$html</p>\n";
	}

	/**
	 * Returns when the service's data begins and ends: a route or a tag may have no requests at either end.
	 *
	 * @param Weight $all
	 * @return array{int, int} Unix time
	 */
	private function covered(array $all, Selection $selection): array
	{
		$isWhole = $all['first'] <= $selection->since + self::SLACK_S
			&& $all['last'] >= $selection->until - self::SLACK_S;
		['first' => $first, 'last' => $last] = $isWhole ? $all
			: $this->store->facts($selection->with(...array_filter([$selection->service()])));
		$isByHour = $first % 3600 === 0 && $last % 3600 === 0; // sums of old samples

		return [max($selection->since, $first),
			min($selection->until, $last + ($isByHour ? 3600 : Selection::WINDOW_S))];
	}

	/**
	 * Links that compare with earlier times, where those have data.
	 *
	 * @param array{back: string} $back
	 */
	private function earlier(Selection $selection, array $back): string
	{
		$query = $this->query->choice()->at($selection->since, $selection->until);
		$times = array_map(static fn (int $by): int => $by === 0 ? $selection->until - $selection->since : $by,
			self::EARLIER);
		$selections = array_map(
			static fn (int $by): Selection => $selection->at($selection->since - $by, $selection->until - $by), $times);
		$links = '';
		foreach (array_intersect_key($times, array_flip($this->store->present($selections))) as $name => $by) {
			$links .= '<a href="' . Html::text('diff?'
				. http_build_query(['before' => $query->at($selection->since - $by, $selection->until - $by)->text(),
					'after' => $query->text()] + $back, '', '&', PHP_QUERY_RFC3986)) . "\">Compare with $name</a>";
		}

		return $links;
	}

	/**
	 * @param Weight $all
	 * @param array{int, int} $covered
	 */
	private function figures(array $all, Selection $selection, array $covered): string
	{
		$figure = static fn (string $name, string $value): string => "<div><dt>$name</dt><dd>"
			. Html::text($value) . '</dd></div>';
		$seconds = max(1, $covered[1] - $covered[0]);
		$asked = $selection->until - $selection->since;
		$query = $this->query->choice()->at($selection->since, $selection->until);
		$links = '<a href="' . Html::text($query->linkTo('flame', $this->query)) . '">Flame graph of these</a>';
		$links .= $this->earlier($selection, ['back' => $this->query->text()]) . ($this->query->value('before') !== ''
			? '' : '<a href="' . Html::text($this->query->with('before', $query->text())->link())
			. '">Compare with others …</a>');

		return '<dl>' . ($seconds >= $asked - self::SLACK_S ? ''
			: $figure('data spans', Units::time($seconds * 1e9) . ' of ' . Units::time($asked * 1e9)))
			. $figure('hosts', Units::count($all['hosts']))
			. $figure($selection->kind === 'samples' ? 'samples' : 'calls', Units::count($all['samples']))
			. $figure('wall', Units::time($all['wall_ns'])) . $figure('CPU', Units::time($all['cpu_ns']))
			. $figure('busy workers', Units::number($all['wall_ns'] / 1e9 / $seconds)) . $figure('busy cores',
				Units::number($all['cpu_ns'] / 1e9 / $seconds)) . "</dl><p class=\"actions\">$links</p>\n";
	}

	/** @param array{int, int} $covered */
	private function curve(Selection $selection, array $covered): Curve
	{
		$length = max(60, Curve::length($selection->until - $selection->since));
		$stretches = [];
		foreach ($this->store->curve($selection, $length) as $number => $sums) {
			$from = $number * $length;
			$seconds = max(1, min($from + $length, $covered[1]) - max($from, $covered[0]));
			[$workers, $cores] = [$sums['wall_ns'] / 1e9 / $seconds, $sums['cpu_ns'] / 1e9 / $seconds];
			$stretches[] = ['from' => $from, 'until' => $from + $length, 'low' => $cores, 'high' => $workers,
				'text' => date('Y-m-d H:i', $from) . ': ' . Units::number($workers) . ' workers busy, '
					. Units::number($cores) . ' cores', 'link' => $this->query->at($from, $from + $length)->link()];
		}

		return new Curve($stretches, $this->releases($selection), ['busy cores', 'busy workers'], Units::number(...));
	}

	/** @return array<int|string, int> Unix time of the first window of each; none of several services together */
	private function releases(Selection $selection): array
	{
		$marks = [];
		try {
			foreach ($selection->service() === null ? [] : Release::in($this->store, $selection) as $release) {
				$marks[$release->version] = $release->first();
			}
		} catch (Problem $problem) {
			if ($problem->getCode() !== 0) {
				throw $problem;
			}
		}

		return $marks;
	}

	/**
	 * @param list<Weight> $weights
	 * @param Weight $all
	 */
	private function table(string $label, array $weights, array $all, int $limit, Selection $selection): string
	{
		$name = Html::text(LabelWeights::name($label));
		$html = "<table class=\"groups\"><thead><tr><th><span aria-label=\"choose\"></span></th>"
			. "<th>$name</th><th class=\"n\">Wall</th><th class=\"n\">CPU</th><th class=\"n\">Hosts</th>"
			. "<th class=\"n\">Last seen</th></tr></thead><tbody>";
		$at = $this->query->choice()->at($selection->since, $selection->until);
		foreach (array_slice($weights, 0, $limit) as $weight) {
			$value = Html::text($weight['name'] === '' ? '-' : $weight['name']);
			$cell = static fn (string $class, string $title, string $text): string =>
				"<td class=\"n $class\"><span class=\"label\">$title</span>" . Html::text($text) . '</td>';
			// A "*" would be read as a pattern.
			$isPattern = str_contains($weight['name'], '*');
			$html .= '<tr><td class="pick"><label><input type="checkbox" name="of[]" value="'
				. Html::text($at->with($label, $weight['name'])->text())
				. "\" aria-label=\"choose $value\"" . ($isPattern ? ' disabled' : '') . '></label></td>'
				. '<td class="uri"><a href="' . Html::text($this->query->without('label')
					->with($label, $weight['name'])->link()) . "\" title=\"$value\">$value</a>"
				. sprintf('<svg class="share" width="100%%" height="3" aria-hidden="true">'
					. '<rect width="%.2f%%" height="3"/></svg></td>',
					$all['wall_ns'] > 0 ? min(100, 100 * $weight['wall_ns'] / $all['wall_ns']) : 0)
				. $cell('count', 'wall', Units::time($weight['wall_ns'])
					. ($all['wall_ns'] > 0 ? ' · ' . Units::percent($weight['wall_ns'], $all['wall_ns']) . ' %' : ''))
				. $cell('p50', 'CPU', Units::time($weight['cpu_ns']))
				. $cell('p95', 'hosts', Units::count($weight['hosts']))
				. $cell('total', 'last seen', date('m-d H:i', $weight['last'])) . "</tr>\n";
		}
		$more = count($weights) > $limit ? '<p class="more"><a href="'
			. Html::text($this->query->with('label', $label)->link()) . "\">more of $name …</a></p>"
			: ($this->query->value('label') === '' ? '' : '<p class="more"><a href="'
				. Html::text($this->query->without('label')->link()) . '">all labels</a></p>');

		return "<section><h2 class=\"label\">$name</h2>$html</tbody></table>$more</section>\n";
	}
}
