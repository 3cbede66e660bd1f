<?php
declare(strict_types=1);

namespace XHProf\Cli\View;

use XHProf\Cli\Comparison\SetDiff;
use XHProf\Cli\Comparison\Threshold;
use XHProf\Cli\Comparison\Verdict;
use XHProf\Cli\Comparison\Words;
use XHProf\Cli\Metric\Metric;
use XHProf\Cli\Problem;
use XHProf\Cli\Run\RunSet;
use XHProf\Cli\Statistics\Bootstrap;
use XHProf\Cli\Statistics\Noise;
use XHProf\Cli\Terminal\Columns;
use XHProf\Cli\Terminal\Terminal;
use XHProf\Cli\Terminal\Text;
use XHProf\Cli\Terminal\Units;
use XHProf\Profile;

/**
 * The change in cost from one run to another, and whether it exceeds a threshold. For sets of runs, the change of their
 * medians, with its interval if there are enough runs.
 *
 * @phpstan-import-type FunctionRow from Profile
 * @phpstan-import-type FunctionChange from Profile
 * @phpstan-import-type Summary from Profile
 * @phpstan-import-type Interval from Bootstrap
 * @phpstan-import-type Total from SetDiff
 * @phpstan-type Check array{threshold: Threshold, before: int, after: int, broken: bool|null, interval: Interval|null,
 *     relative: Interval|null}
 */
final class DiffView
{
	/** @var list<Total> of main(); intervals are of the change */
	public readonly array $totals;

	/**
	 * @var array<string, array<string, int|string|null>> by how much functions changed, the greatest change of own time
	 *     first
	 */
	public readonly array $changes;

	/** @var list<Check> */
	public readonly array $checks;

	public readonly SetDiff $diff;

	public readonly Verdict $verdict;

	public readonly Words $words;

	/**
	 * @param list<Threshold> $thresholds
	 * @param list<string> $renames of --rename
	 */
	public function __construct(
		RunSet $old,
		private readonly RunSet $new,
		array $thresholds,
		private readonly Terminal $terminal,
		private readonly Metric $by,
		array $renames = [],
	) {
		$this->diff = new SetDiff($old, $new, $renames);
		$this->changes = $this->sorted($this->diff->changes);
		$this->totals = $this->diff->totals();
		$this->verdict = new Verdict($this->diff, $by->name === 'ct' ? Metric::of('own_wt') : $by);
		$this->words = new Words($this->diff, $this->verdict);
		$this->checks = array_map($this->check(...), $thresholds);
	}

	/**
	 * @template T of array<string, array<string, int|string|null>>
	 * @param T $changes the greatest change of own time first
	 * @return T
	 */
	private function sorted(array $changes): array
	{
		$key = $this->by->key;
		if ($this->by->name !== 'own_wt') {
			uasort($changes,
				static fn (array $a, array $b): int => abs(self::number($b, $key)) <=> abs(self::number($a, $key)));
		}

		return $changes;
	}

	/** True if at least one threshold is exceeded. */
	public function isWorse(): bool
	{
		return in_array(true, array_column($this->checks, 'broken'), true);
	}

	/** True if at least one threshold cannot be decided. */
	public function isUnclear(): bool
	{
		return in_array(null, array_column($this->checks, 'broken'), true);
	}

	public function text(int $limit): string
	{
		$head = self::differencesText($this->diff, $this->terminal)
			. $this->terminal->style(Text::wrap($this->words->text(60), $this->terminal->width), 'bold') . "\n\n";
		$cells = max([8,
			...array_map(static fn (array $total): int => strlen($total['metric']->label) + 1, $this->totals)]);
		$basis = $this->diff->basis();
		$text = $head . ($basis === '' ? '' : "$basis\n")
			. $this->terminal->style(str_repeat(' ', $cells + 4) . 'before     after     change'
				. ($this->diff->hasIntervals() ? '            95 % interval' : ''), 'dim') . "\n";
		foreach ($this->totals as $total) {
			['metric' => $metric, 'before' => $before, 'after' => $after] = $total;
			$text .= $this->coloured(Noise::hides($total['interval']) ? 0 : $after - $before,
				rtrim(str_pad($metric->label, $cells) . Text::right($metric->text($before), 10)
					. Text::right($metric->text($after), 10) . Text::right(self::signed($metric, $after - $before), 11)
					. Text::right(Units::change($before, $after), 10)
					. '  ' . self::within($metric, $total['relative'], $total['interval'])));
		}

		return $text . "\n" . $this->functionsText($limit) . $this->checksText() . $this->note();
	}

	/**
	 * The same for programs.
	 *
	 * @return array<string, mixed>
	 */
	public function data(int $limit): array
	{
		$functions = [];
		foreach (array_slice($this->changes, 0, $limit, true) as $name => $change) {
			$functions[] = ['name' => (string) $name, 'change' => $change,
				'interval' => $this->intervalOf((string) $name),
				'before' => $this->diff->before[$name] ?? null, 'after' => $this->diff->after[$name] ?? null];
		}

		return [
			'runs' => ['before' => $this->diff->old->count(), 'after' => $this->new->count()],
			'words' => $this->words->text(),
			'verdict' => $this->verdict->data(),
			'comparable' => $this->diff->differences() === [],
			'differences' => (object) $this->diff->differences(),
			'sampled_differently' => $this->diff->sampledDifferently(),
			'renamed' => array_values($this->diff->matching->renamed),
			'worse' => $this->isWorse(),
			'unclear' => $this->isUnclear(),
			'thresholds' => array_map(static fn (array $check) => ['text' => $check['threshold']->text,
				'before' => $check['before'], 'after' => $check['after'], 'broken' => $check['broken'],
				'interval' => $check['interval'], 'relative' => $check['relative']], $this->checks),
			'totals' => array_map(static fn (array $total) => ['metric' => $total['metric']->name,
				'key' => $total['metric']->key, 'before' => $total['before'], 'after' => $total['after'],
				'interval' => $total['interval'], 'relative' => $total['relative']], $this->totals),
			'functions' => $functions,
		];
	}

	/** @return Interval|null of a function's own time */
	public function intervalOf(string $function): ?array
	{
		return $this->diff->interval($function, $this->by->key);
	}

	/** @return Check */
	private function check(Threshold $threshold): array
	{
		if ($threshold->isGrowth) {
			throw new Problem("\"$threshold->text\" needs runs of several sizes",
				'it is for xhprof run --vary and xhprof top --vary-tag');
		}
		$metric = $threshold->metric;
		$name = $threshold->function;
		$isSum = $name === null && $this->diff->isTotal($metric);
		$name = $this->diff->matching->nameAfter($name ?? 'main()');
		[$oldRow, $newRow] = [self::rowOf($this->diff->before, $name), self::rowOf($this->diff->after, $name)];
		if ($oldRow === null && $newRow === null) {
			throw new Problem("neither run has the function \"$name\" of \"$threshold->text\"",
				$this->adviceFor($name));
		}
		$none = array_map(static fn (mixed $value): int => 0, $newRow ?? $oldRow);
		['before' => $before, 'after' => $after] = $isSum ? $this->diff->total($metric)
			: ['before' => $metric->value($oldRow ?? $none), 'after' => $metric->value($newRow ?? $none)];
		$old = $this->diff->old->values($isSum ? null : $name, $metric->key, true);
		$new = $this->new->values($isSum ? null : $name, $metric->key, true);
		$hasSets = $this->diff->hasIntervals() && $old !== null && $new !== null;
		if ($hasSets && !$isSum) {
			[$before, $after] = [Bootstrap::median($old), Bootstrap::median($new)]; // not the sum of medians of texts
		}

		return ['threshold' => $threshold, 'before' => $before, 'after' => $after,
			'broken' => $hasSets ? $threshold->isBrokenBySets($old, $new) : $threshold->isBroken($before, $after),
			'interval' => $hasSets ? $this->diff->interval($isSum ? null : $name, $metric->key, true) : null,
			'relative' => $hasSets ? $this->diff->relative($isSum ? null : $name, $metric->key, true) : null];
	}

	/**
	 * The row of a function, with all functions that have the same name and a text after "#".
	 *
	 * @param array<string, array<string, mixed>> $rows
	 * @return array<string, mixed>|null
	 */
	private static function rowOf(array $rows, string $name): ?array
	{
		$sum = $rows[$name] ?? null;
		foreach ($rows as $other => $row) {
			foreach (str_starts_with((string) $other, "$name#") ? $row : [] as $key => $value) {
				$sum[$key] = is_int($value) && is_int($sum[$key] ?? 0) ? ($sum[$key] ?? 0) + $value : $value;
			}
		}

		return $sum;
	}

	private function adviceFor(string $name): string
	{
		$near = Text::nearest($name, array_map(strval(...), array_keys($this->diff->after)));

		return $near === null ? 'xhprof top FILE lists names' : "did you mean $near?";
	}

	/** @return array<string, array<string, int|string|null>> functions that differ */
	public function changed(): array
	{
		return array_filter($this->changes,
			fn (array $row) => self::number($row, $this->by->key) !== 0 || self::number($row, 'calls') !== 0);
	}

	private function functionsText(int $limit): string
	{
		$changed = $this->changed();
		if ($changed === []) {
			return "no function differs\n";
		}
		$by = $this->by->name === 'own_wt' ? '' : '    by ' . preg_replace('/^own /', '', $this->by->label);
		$shown = array_slice($changed, 0, $limit, true);
		$columns = new Columns(['change' => ['own change', 10], 'before' => ['before', 9], 'after' => ['after', 9],
			'calls' => ['calls', 10]], ['before', 'after', 'calls'], $this->terminal->width,
			array_map(static fn (string|int $name): string => Text::function((string) $name), array_keys($shown)));
		$text = $this->terminal->style($columns->heading() . "function$by", 'dim') . "\n";
		foreach ($shown as $name => $change) {
			$text .= $this->functionText($columns, (string) $name, $change);
		}

		return $text . Units::more(count($changed) - $limit);
	}

	/** @param array<string, mixed> $change */
	private function functionText(Columns $columns, string $name, array $change): string
	{
		$own = $this->by;
		$calls = self::number($change, 'calls') === 0 ? '' : Units::signed(self::number($change, 'calls'));
		$isNoise = Noise::hides($this->intervalOf($name));
		$time = self::number($change, $own->key);

		return $this->coloured($isNoise ? 0 : $time,
			$columns->line(['change' => ($isNoise ? '~' : '') . self::signed($own, $time),
				'before' => $this->own($this->diff->before[$name] ?? null),
				'after' => $this->own($this->diff->after[$name] ?? null), 'calls' => $calls])
				. Text::cut(Text::function($name), $columns->free));
	}

	/** @param array<string, mixed>|null $row */
	private function own(?array $row): string
	{
		return $row === null ? '-' : $this->by->text($this->by->value($row));
	}

	private function checksText(): string
	{
		$text = $this->checks === [] ? '' : "\n";
		foreach ($this->checks as ['threshold' => $threshold, 'before' => $before, 'after' => $after,
			'broken' => $broken, 'interval' => $interval, 'relative' => $relative]) {
			$metric = $threshold->metric;
			$verdict = $broken === null ? 'cannot tell  ' : ($broken ? 'FAILED  ' : 'ok      ');
			$text .= $this->terminal->style($verdict . Text::plain($threshold->text) . ': '
				. rtrim($metric->text($before) . ' -> ' . $metric->text($after) . '  ' . Units::change($before, $after))
				. self::behind(self::within($metric, $relative, $interval)),
				$broken === null ? 'yellow' : ($broken ? 'red' : 'green')) . "\n";
		}

		return $text;
	}

	/**
	 * "+8.1 % to +12.2 %", of the change; empty if it is none in each draw.
	 *
	 * @param Interval|null $relative to what was before; null: that was nothing
	 * @param Interval|null $interval
	 */
	public static function within(Metric $metric, ?array $relative, ?array $interval): string
	{
		if ($interval === null || $interval === [0.0, 0.0]) {
			return '';
		}

		return $relative !== null ? Units::range($relative)
			: self::signed($metric, (int) $interval[0]) . ' to ' . self::signed($metric, (int) $interval[1]);
	}

	public static function behind(string $text): string
	{
		return $text === '' ? '' : ", $text";
	}

	public static function differencesText(SetDiff $diff, Terminal $terminal): string
	{
		$text = $diff->differencesText();
		$sampled = Text::wrap($diff->sampledDifferently(), $terminal->width);

		return ($text === '' ? '' : $terminal->style("not comparable: $text", 'red') . "\n\n")
			. ($sampled === '' ? '' : $terminal->style($sampled, 'yellow') . "\n\n");
	}

	/** Remarks on what the numbers do not show. */
	public function note(): string
	{
		$text = match (true) {
			self::origin($this->diff->old) !== null && self::origin($this->new) !== null =>
				self::ofStores(self::origin($this->diff->old), self::origin($this->new)),
			default => ($this->words->hasDoubt ? $this->diff->wayOut() : $this->diff->doubt()) ?: '~ is within noise',
		};

		$renamed = $this->diff->matching->text();
		$text = implode('; ', [...($this->diff->isSampled() ? ['~ is within the error of the samples'] : []), $text,
			...$this->diff->leftOut(), ...($renamed === '' ? [] : [$renamed])]);

		return "\n" . $this->terminal->style(Text::wrap($text, $this->terminal->width), 'dim') . "\n";
	}

	/** @return array{hosts: int, seconds: int, per: list<string>}|null of a sum that a store made */
	private static function origin(RunSet $set): ?array
	{
		$store = ((array) ($set->profile()->meta()['xhprof'] ?? []))['store'] ?? null;
		if ($set->isMany() || !is_array($store) || !is_int($store['hosts'] ?? null) || !is_int($store['since'] ?? null)
			|| !is_int($store['until'] ?? null)) {
			return null;
		}

		return ['hosts' => $store['hosts'], 'seconds' => $store['until'] - $store['since'],
			'per' => explode(',', is_string($store['per'] ?? null) ? $store['per'] : '')];
	}

	/**
	 * Warns if two sums differ in size, because that is no change of the program.
	 *
	 * @param array{hosts: int, seconds: int, per: list<string>} $old
	 * @param array{hosts: int, seconds: int, per: list<string>} $new
	 */
	private static function ofStores(array $old, array $new): string
	{
		$per = array_intersect($old['per'], $new['per']);
		$needs = array_keys(array_filter(['host' => $old['hosts'] !== $new['hosts'],
			'hour' => abs($old['seconds'] - $new['seconds']) > 1]));
		$needs = array_diff($needs, $per);
		$text = Units::of($old['hosts'], 'host') . ' for ' . Units::span($old['seconds']) . ' and '
			. Units::of($new['hosts'], 'host') . ' for ' . Units::span($new['seconds']);

		return $needs === []
			? "samples of $text" . (array_filter($per) === [] ? '' : ': means per ' . implode(' and ', $per))
			: "samples of $text: &per=" . implode(',', $needs) . ' in both URLs compares means';
	}

	/** @param array<string, mixed> $change */
	public static function number(array $change, string $key): int
	{
		$number = $change[$key] ?? 0;

		return is_int($number) ? $number : 0;
	}

	private function coloured(int $change, string $line): string
	{
		return $this->terminal->style($line, $change > 0 ? 'red' : ($change < 0 ? 'green' : '')) . "\n";
	}

	public static function signed(Metric $metric, int $value): string
	{
		return ($value > 0 ? '+' : '') . $metric->text($value);
	}
}
