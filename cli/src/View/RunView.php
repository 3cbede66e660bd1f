<?php
declare(strict_types=1);

namespace XHProf\Cli\View;

use XHProf\Cli\Breakdown\Waits;
use XHProf\Cli\Input\RunGroups;
use XHProf\Cli\Metric\Events;
use XHProf\Cli\Metric\Metric;
use XHProf\Cli\Problem;
use XHProf\Cli\Saved\Failure;
use XHProf\Cli\Statistics\ShareErrors;
use XHProf\Cli\Terminal\Columns;
use XHProf\Cli\Terminal\Terminal;
use XHProf\Cli\Terminal\Text;
use XHProf\Cli\Terminal\Units;
use XHProf\Profile;

/**
 * A run on the terminal: what it took in all, and the heaviest functions. `xhprof top` and `xhprof run` print it; the
 * page of `xhprof report` is Page/Page.
 *
 * @phpstan-import-type FunctionRow from Profile
 * @phpstan-import-type ComponentRow from Profile
 * @phpstan-import-type FunctionChange from Profile
 * @phpstan-import-type Summary from Profile
 * @phpstan-type Line array{calls: int|null, own_wall_ns: int, wall_ns: int|null, share_error_points?: float,
 *     own_memory_bytes?: int, file?: string|null, line?: int|null}
 */
final class RunView
{
	/** The true overhead as parts of the estimate, as measured on PHP-Parser, Twig and a page of 240,000 calls. */
	private const COST_LEAST = 0.6;
	private const COST_MOST = 1.7;

	/** The garbage collector's name in a profile. */
	private const GC = '{gc}';

	/**
	 * The share of the run from which on garbage collection is worth a warning, and the number of freed values below
	 * which a collection is wasted, as PHP itself counts.
	 */
	private const MUCH_GC = 0.05;
	private const LITTLE_FREED = 100;

	/** The URL in XHGui's form if merged runs have different ones. */
	private const NO_URL = 'unknown';

	/** @var Summary */
	private readonly array $summary;

	/** @var array<string, FunctionRow> */
	private readonly array $functions;

	/** @var array<string, FunctionRow>|array<string, ComponentRow> of the table */
	private readonly array $rows;

	/** Shown if "(unknown)" is in the rows. */
	public const WITHOUT_PATHS =
		"without call paths, the component of code in (unknown) is not known: record them with --mode tree\n";

	private readonly bool $hasMemory;

	/** The columns that a narrow terminal leaves out, in this order. */
	private const DROPPED = ['memory', 'calls', 'incl', 'incl%', 'own'];

	/**
	 * @param int|null $tookNs for how long samples were taken; null: as long as the run
	 * @param 'function'|'component'|'wait' $kind of the rows
	 */
	public function __construct(
		private readonly Profile $profile,
		private readonly Terminal $terminal,
		private readonly string $title,
		private readonly ?int $tookNs = null,
		private readonly string $kind = 'function',
	) {
		$this->summary = $profile->summary();
		$this->functions = $profile->functions();
		$this->rows = match ($kind) {
			'component' => $profile->components(),
			'wait' => Waits::of($profile),
			default => $this->functions,
		};
		if ($kind === 'wait' && !isset($this->summary['samples'])) {
			throw new Problem('recorded calls do not show what they wait for', 'samples do: xhprof run --mode sample');
		}
		$this->hasMemory = isset($this->summary['memory_bytes']);
	}

	/** @param Metric|null $sort of the table below; null: time */
	public function head(?Metric $sort = null): string
	{
		$sum = $this->summary;
		$costs = [Text::cut($this->title, max(32, $this->terminal->width - 48))];
		if ($sum['wall_ns'] > 0 || !isset($sum['events'])) { // samples of an event say nothing of time
			$costs[] = 'wall ' . Units::time($sum['wall_ns']);
		}
		if (isset($sum['cpu_ns']) && ($sum['wall_ns'] > 0 || !isset($sum['events']))) {
			$costs[] = 'CPU ' . Units::time($sum['cpu_ns']);
		}
		if (isset($sum['peak_bytes'])) {
			$costs[] = 'peak ' . Units::bytes($sum['peak_bytes']);
		}
		$counts = isset($sum['samples'])
			? [Units::of($sum['samples'], 'sample'), 'weight ' . Units::count($sum['calls'])]
			: [Units::of($sum['calls'], 'call')];
		if ($sum['runs'] > 1) {
			array_unshift($counts, Units::of($sum['runs'], 'run'));
		}
		$counts[] = Units::of($sum['functions'], 'function');
		$counts[] = $sum['nodes'] > 0 ? Units::of($sum['nodes'], 'path') : Units::of($sum['pairs'], 'pair');
		$counts = [...$counts, ...self::ownCost($sum['own_cost_ns'], $sum['wall_ns'])];
		if (isset($sum['share_error_points'])) {
			$counts[] = ShareErrors::text($this->profile, $this->tookNs ?? $sum['wall_ns'],
				$sort !== null && $this->isOfCpu($sort));
			$inferred = Units::percent($sum['inferred_ns'] ?? 0, $sum['wall_ns']);
			$counts = [...$counts, ...((float) $inferred >= 1 ? [trim($inferred) . ' % inferred'] : [])];
		}

		return $this->terminal->style(implode('  ', $costs), 'bold') . "\n" . $this->request()
			. $this->lacks() . $this->source() . implode('  ', $counts) . "\n"
			. $this->gc() . $this->events() . $this->warnings() . $this->notes();
	}

	/**
	 * "profiler 12 ms to 34 ms of it": an estimate, which cannot be more than the run.
	 *
	 * @return list<string> one text or none
	 */
	private static function ownCost(int $cost_ns, int $wall_ns): array
	{
		[$least, $most] = [self::COST_LEAST * $cost_ns, self::COST_MOST * $cost_ns];
		if ($cost_ns === 0 || $wall_ns === 0) {
			return [];
		}
		if ($least >= $wall_ns) {
			return ['profiler nearly all of it'];
		}

		return ['profiler ' . ($most >= $wall_ns ? 'at least ' . Units::time($least)
			: Units::time($least) . ' to ' . Units::time($most)) . ' of it'];
	}

	/**
	 * Notes on the rows that --hide, --fold and --min-share removed, and on samples that were taken beside the calls.
	 */
	private function notes(): string
	{
		$text = ($this->summary['hidden_calls'] ?? 0) > 0
			? Units::of($this->summary['hidden_calls'], 'call is', 'calls are')
			. " part of another row, as they are hidden or folded\n" : '';
		if (($this->summary['left_out'] ?? 0) > 0) {
			$text .= Units::of($this->summary['left_out'], $this->summary['nodes'] > 0 ? 'path' : 'function')
				. ' under the threshold ' . ($this->summary['left_out'] === 1 ? 'is' : 'are') . ' (left out), '
				. Units::time($this->summary['left_out_ns'] ?? 0) . ' in all ('
				. Units::percent($this->summary['left_out_ns'] ?? 0, $this->summary['wall_ns']) . " %)\n";
		}
		if ($text !== '' && $this->summary['nodes'] === 0) {
			$text .= "this run has no call paths: incl counts nested calls of a folded library twice\n";
		}

		if (isset($this->summary['samples_beside'])) {
			$text .= Units::of($this->summary['samples_beside'], 'sample') . ' beside the calls'
				. (isset($this->summary['sampled_by']) ? ", by {$this->summary['sampled_by']}" : '')
				. ": xhprof top --sampled has both\n";
		}

		return $this->terminal->style($text, $text === '' ? '' : 'dim');
	}

	/** "garbage collection 12 ms, 4.5 %  10 runs  100,980 values freed"; nothing if it did not run. */
	private function gc(): string
	{
		['runs' => $runs, 'collected' => $freed] = $this->summary['gc'] ?? ['runs' => 0, 'collected' => 0];
		$wall_ns = $this->functions[self::GC]['wall_ns'] ?? null;
		if ($runs === 0) {
			return '';
		}
		$facts = ['garbage collection' . ($wall_ns === null ? ''
			: ' ' . Units::time($wall_ns) . ', ' . Units::percent($wall_ns, $this->summary['wall_ns']) . ' %'),
			Units::of($runs, 'run'), Units::of($freed, 'value') . ' freed'];
		$isMuch = $wall_ns !== null && $wall_ns >= self::MUCH_GC * $this->summary['wall_ns'];
		$hint = $freed < $runs * self::LITTLE_FREED
			? 'it frees almost nothing: call gc_disable() where many long-lived objects are built'
			: 'cyclic references keep it busy: use WeakReference for references to a parent';

		return implode('  ', $facts) . "\n"
			. ($isMuch ? $this->terminal->style("$hint; docs/memory.md", 'yellow') . "\n" : '');
	}

	/** "page-faults 980  context-switches 4" */
	private function events(): string
	{
		$texts = [];
		foreach ($this->summary['events'] ?? [] as $name => $count) {
			$texts[] = "$name "
				. (isset(Events::known()[$name]) ? Metric::of($name)->text($count) : Units::count($count));
		}

		return $texts === [] ? '' : implode('  ', $texts) . "\n";
	}

	/**
	 * "GET /checkout  status 200", of a request or command that was saved with the run; nothing that the title has
	 * said.
	 */
	private function request(): string
	{
		$meta = $this->profile->meta();
		$own = $meta['xhprof'] ?? null;
		if (!is_array($own) || !is_string($meta['url'] ?? null) || $meta['url'] === self::NO_URL) {
			return '';
		}
		if (is_array($own['store'] ?? null)) {
			return self::origin($own['store']);
		}
		$method = is_string($own['method'] ?? null) ? "$own[method] " : '';
		$status = is_int($own['status'] ?? null) && ($method !== '' || $own['status'] !== 0)
			? "  status $own[status]" : '';
		$failure = Failure::text($own['failure'] ?? null, true);
		$status .= $failure === null ? '' : "  $failure";
		$here = getcwd() . '/';
		$url = $method === '' && str_starts_with($meta['url'], $here)
			? substr($meta['url'], strlen($here)) : $meta['url'];

		return "$method$status" === '' && basename($url) === $this->title ? ''
			: Text::plain($method) . Text::cut($url, $this->terminal->width - strlen($method . $status)) . "$status\n";
	}

	/** A value that the extension has saved with the run. */
	private function own(string $key): mixed
	{
		$own = $this->profile->meta()['xhprof'] ?? null;

		return is_array($own) ? $own[$key] ?? null : null;
	}

	/** "sampled by timer signals: the system does not permit perf" */
	private function source(): string
	{
		$text = $this->summary['sampled'] ?? '';

		return $text === '' || isset($this->summary['samples_beside']) ? ''
			: Text::wrap($text, $this->terminal->width) . "\n";
	}

	/** "read from folded, without calls, memory": of a file of another tool. */
	private function lacks(): string
	{
		$read = $this->own('read');
		$read = is_array($read) ? $read : [];
		$lacks = array_filter(is_array($read['lacks'] ?? null) ? $read['lacks'] : [], is_string(...));

		return !is_string($read['format'] ?? null) ? '' : Text::plain("read from $read[format]"
			. ($lacks === [] ? '' : ', without ' . implode(', ', $lacks))) . "\n";
	}

	/**
	 * "12 hosts  60 series  2026-11-22 14:00 to 14:59 UTC": what a store added up, and when its windows begin.
	 *
	 * @param array<mixed> $store
	 */
	private static function origin(array $store): string
	{
		$number = static fn (string $key): int => is_int($store[$key] ?? null) ? $store[$key] : 0;
		[$hosts, $first, $last] = [$number('hosts'), $number('first'), $number('last')];
		$isSameDay = intdiv($first, 86400) === intdiv($last, 86400);

		return Units::of($hosts, 'host') . '  ' . Units::count($number('series')) . ' series  '
			. gmdate('Y-m-d H:i', $first) . ' to ' . gmdate($isSameDay ? 'H:i' : 'Y-m-d H:i', $last) . " UTC\n";
	}

	public function table(int $limit, Metric $sort): string
	{
		if (!$sort->isEvent && isset($this->summary['samples'], $this->summary['events'])
			&& $this->summary['wall_ns'] === 0) {
			$sort = Metric::of('own_' . array_key_first($this->summary['events'])); // samples of it say nothing of time
		}
		if (!in_array($sort->name, ['own_wt', 'wt', 'ct'], true)) {
			return $this->metricTable($limit, $sort);
		}
		$rows = $this->sorted($sort);
		$shown = array_slice($rows, 0, $limit, true);
		$columns = $this->columns(['own' => ['own', 9], 'incl' => ['incl', 9],
			'calls' => [isset($this->summary['samples']) ? 'weight' : 'calls', 8]]
			+ ($this->hasMemory ? ['memory' => ['own mem', 10]] : []), $this->hasShares(), self::names($shown));
		$text = $this->terminal->style($this->heading($columns), 'dim') . "\n";
		foreach ($shown as $name => $row) {
			$text .= $this->row($columns, (string) $name, $row);
		}
		$rest = array_slice($rows, $limit);
		if ($rest !== []) {
			// Weights contain callees: they do not add up.
			$sum = ['calls' => isset($this->summary['samples']) || $this->lacksPaths() ? null
				: array_sum(array_column($rest, 'calls')),
				'own_wall_ns' => array_sum(array_column($rest, 'own_wall_ns')), 'wall_ns' => null];
			if ($this->hasMemory) {
				$sum['own_memory_bytes'] = array_sum(array_column($rest, 'own_memory_bytes'));
			}
			$text .= $this->row($columns, '(' . Units::count(count($rest)) . ' more)', $sum);
		}

		return $text
			. ($this->kind === 'component' && isset($this->rows[RunGroups::UNKNOWN]) ? self::WITHOUT_PATHS : '');
	}

	/** True for components of a run without call paths: they have only own times. */
	private function lacksPaths(): bool
	{
		return $this->kind === 'component' && $this->summary['nodes'] === 0;
	}

	/** The table by another metric, in place of time. */
	private function metricTable(int $limit, Metric $sort): string
	{
		$base = Metric::inclusive($sort->name);
		$own = Metric::own($sort->name);
		$rows = $this->sorted($sort);
		$total = $base->isEvent ? $this->summary['events'][$base->name] ?? 0 : $base->value($this->functions['main()']);
		$hasShares = $this->hasShares()
			&& (($base->isEvent && $this->summary['wall_ns'] === 0) || $this->isOfCpu($base));
		$shown = array_slice($rows, 0, $limit, true);
		$columns = $this->columns(['own' => ['own', 10], 'incl' => ['incl', 10],
			'calls' => [isset($this->summary['samples']) ? 'weight' : 'calls', 8]], $hasShares, self::names($shown));
		$text = $this->terminal->style($columns->heading() . $this->kind . '    by ' . $base->label, 'dim') . "\n";
		foreach ($shown as $name => $row) {
			$error = !$hasShares ? null
				: ($row[$this->isOfCpu($base) ? 'cpu_share_error_points' : 'share_error_points'] ?? null);
			$text .= $this->metricRow($columns, $own->value($row), $this->lacksPaths() ? null : $base->value($row),
				$total, $row['calls'], (string) $name, $base, $error);
		}
		$rest = array_slice($rows, $limit);

		return $text . ($rest === [] ? '' : $this->metricRow($columns, array_sum(array_map($own->value(...), $rest)),
			null, $total, null, '(' . Units::count(count($rest)) . ' more)', $base, null));
	}

	private function metricRow(Columns $columns, int $own, ?int $sum, int $total, ?int $calls, string $name,
		Metric $metric, ?float $error): string
	{
		$text = $columns->line(['own%' => Units::percent($own, $total),
			'error' => $error === null ? '' : Units::points($error), 'own' => $metric->text($own),
			'incl%' => $sum === null ? '' : Units::percent($sum, $total),
			'incl' => $sum === null ? '' : $metric->text($sum), 'calls' => $calls === null ? '' : Units::brief($calls)])
			. Text::cut(Text::function($name), $columns->free);

		return $this->terminal->style(rtrim($text),
			$total > 0 && $sum !== null && $own / $total >= 0.1 ? 'yellow' : '') . "\n";
	}

	/** True for CPU time in a run of samples of wall time, whose shares have another error. */
	private function isOfCpu(Metric $metric): bool
	{
		return Metric::inclusive($metric->name)->name === 'cpu' && $this->hasShares()
			&& ($this->summary['cpu_ns'] ?? 0) > 0;
	}

	/**
	 * The columns of shares, and these amounts beside them.
	 *
	 * @param array{own: array{string, int}, incl: array{string, int}, calls: array{string, int},
	 *     memory?: array{string, int}} $amounts
	 * @param list<string> $names
	 */
	private function columns(array $amounts, bool $hasErrors, array $names): Columns
	{
		$errors = $hasErrors ? ['error' => ['± pts', 7]] : [];

		return new Columns(['own%' => ['own%', 5]] + $errors + ['own' => $amounts['own'], 'incl%' => ['incl%', 7]]
			+ $amounts, self::DROPPED, $this->terminal->width, $names);
	}

	/**
	 * @param array<string, mixed> $rows
	 * @return list<string>
	 */
	private static function names(array $rows): array
	{
		return array_map(static fn (string|int $name): string => Text::function((string) $name), array_keys($rows));
	}

	/**
	 * The same for programs.
	 *
	 * @return array<string, mixed>
	 */
	public function data(int $limit, Metric $sort): array
	{
		$functions = [];
		foreach (array_slice($this->sorted($sort), 0, $limit, true) as $name => $row) {
			$functions[] = ['name' => (string) $name] + $row;
		}

		return ['summary' => $this->summary, 'meta' => $this->profile->meta(), "{$this->kind}s" => $functions];
	}

	/** @return array<string, FunctionRow>|array<string, ComponentRow> */
	private function sorted(Metric $sort): array
	{
		if ($this->lacksPaths() && !str_starts_with($sort->name, 'own_')) {
			throw new Problem('without call paths, components have own times only',
				'record paths with xhprof run --mode tree, or omit --sort incl');
		}
		$rows = $this->rows;
		// The rows are sorted by own time already, and a stable sort keeps the order of equal ones.
		if ($rows !== [] && $sort->name !== 'own_wt') {
			uasort($rows, static fn (array $a, array $b): int => $sort->value($b) <=> $sort->value($a));
		}

		return $rows;
	}

	private function heading(Columns $columns): string
	{
		$place = $this->placeCells($columns);

		return $columns->heading() . $this->kind
			. ($place > 0 ? str_repeat(' ', $columns->free - $place - 10) . '  file:line' : '');
	}

	/** @param Line $row */
	private function row(Columns $columns, string $name, array $row): string
	{
		$total = $this->summary['wall_ns'];
		$text = $columns->line(['own%' => Units::percent($row['own_wall_ns'], $total),
			'error' => isset($row['share_error_points']) ? Units::points($row['share_error_points']) : '',
			'own' => Units::time($row['own_wall_ns']),
			'incl%' => $row['wall_ns'] === null ? '' : Units::percent($row['wall_ns'], $total),
			'incl' => $row['wall_ns'] === null ? '' : Units::time($row['wall_ns']), 'calls' => $row['calls'] === null
				? '' : Units::brief($row['calls']), 'memory' => Units::bytes($row['own_memory_bytes'] ?? 0)]);
		$place = $this->placeCells($columns);
		$text .= $place > 0 ? Text::fit(Text::function($name), $columns->free - $place - 2)
			. '  ' . Text::cut(self::place($row), $place)
			: Text::cut(Text::function($name), $columns->free);
		$share = $total > 0 ? $row['own_wall_ns'] / $total : 0;

		return $this->terminal->style(rtrim($text), $share >= 0.1 && $row['wall_ns'] !== null ? 'yellow' : '') . "\n";
	}

	/** The cells for the places of functions. In a narrow terminal, there is only room for names. */
	private function placeCells(Columns $columns): int
	{
		return $this->kind !== 'function' || $columns->free < ($this->hasShares() ? 53 : 60) ? 0
			: intdiv($columns->free * 2, 5);
	}

	/** True if shares are estimates, because the run is one of samples. */
	private function hasShares(): bool
	{
		return isset($this->summary['share_error_points']);
	}

	/** @param array{file?: string|null, line?: int|null, ...} $row */
	public static function place(array $row): string
	{
		if (($row['file'] ?? null) === null) {
			return '';
		}
		$here = getcwd() . '/';
		$file = str_starts_with($row['file'], $here) ? substr($row['file'], strlen($here)) : $row['file'];

		return $file . (isset($row['line']) ? ":{$row['line']}" : '');
	}

	private function warnings(): string
	{
		$text = '';
		if ($this->summary['truncated_calls'] > 0) {
			$text .= Units::count($this->summary['truncated_calls'])
				. " calls are in (truncated): nested too deep, or beyond xhprof.max_nodes\n";
		}
		$displaced = $this->summary['displaced'] ?? 0;
		if (100 * $displaced >= max(1, $this->summary['calls'])) { // less is within the errors
			$text .= Units::count($displaced)
				. " of the weight is from safe points, and may belong to a function called just before or after\n";
		}
		if ($this->summary['unrecorded_calls'] > 0) {
			$text .= ($this->summary['unrecorded_calls'] === 1 ? '1 call, with all calls below it, is missing: it was'
				: Units::count($this->summary['unrecorded_calls'])
				. ' calls, with all calls below them, are missing: they were')
				. " nested too deep for the C stack, or the run ended at a coroutine\n";
		}
		if (($this->summary['lost_timeline_events'] ?? 0) > 0) {
			$text .= Units::count($this->summary['lost_timeline_events'])
				. ' events are not in the timeline, which was full' . ($this->summary['mode'] === 'sample' ? ''
					: ': short calls are left out') . ", see xhprof.max_timeline_bytes\n";
		}

		if (($this->summary['lost_marks'] ?? 0) > 0) {
			$text .= Units::count($this->summary['lost_marks'])
				. " marks (exceptions, garbage collections and others) are not in the timeline, which has too many\n";
		}

		return $this->terminal->style($text, $text === '' ? '' : 'red');
	}
}
