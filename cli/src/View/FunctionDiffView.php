<?php
declare(strict_types=1);

namespace XHProf\Cli\View;

use XHProf\Cli\Comparison\SetDiff;
use XHProf\Cli\Metric\Metric;
use XHProf\Cli\Run\RunSet;
use XHProf\Cli\Statistics\Average;
use XHProf\Cli\Statistics\Noise;
use XHProf\Cli\Terminal\Terminal;
use XHProf\Cli\Terminal\Text;
use XHProf\Cli\Terminal\Units;

/**
 * One function before and after: its change, and the callees that caused it. Sets of runs are shown by their averages,
 * which add up.
 *
 * @phpstan-type Row array<string, float|int>
 * @phpstan-type Change array{name: string, before: Row|null, after: Row|null, change: Row}
 */
final class FunctionDiffView
{
	private const OWN = '(own)';

	/** The most callees that the first line names. */
	private const MOST = 3;

	/** Callees with a smaller part of the change are not named. */
	private const LEAST = 0.1;

	/** @var Change */
	private readonly array $function;

	/** @var list<Change> the greatest change first */
	private readonly array $callers;

	/** @var list<Change> the greatest change first; with the function's own part, they add up to its change */
	private readonly array $callees;

	/** @param non-empty-list<string> $names of the function, one for each text that was appended to it */
	public function __construct(private readonly SetDiff $diff, private readonly string $name, array $names,
		private readonly Terminal $terminal, private readonly Metric $by)
	{
		$sides = array_map(static fn (RunSet $set): array => self::side($set, $names), [$diff->old, $diff->new]);
		$this->function = self::changeOf($name, $sides[0]['row'], $sides[1]['row']);
		$this->callers = $this->changes($sides[0]['callers'], $sides[1]['callers']);
		$this->callees = $this->changes($sides[0]['callees'], $sides[1]['callees']);
	}

	/**
	 * @param non-empty-list<string> $names
	 * @return array{row: Row|null, callers: array<string, Row>, callees: array<string, Row>}
	 */
	private static function side(RunSet $set, array $names): array
	{
		$run = $set->profile();
		$functions = $run->functions();
		$names = array_values(array_filter($names, static fn (string $name): bool => isset($functions[$name])));
		if ($names === []) {
			return ['row' => null, 'callers' => [], 'callees' => []];
		}
		$runs = max(1, $run->summary()['runs']);
		$row = [];
		foreach ($names as $name) {
			foreach ($functions[$name] as $key => $value) {
				if (is_int($value) && Metric::addsUp($key, false)) {
					$row[$key] = ($row[$key] ?? 0) + $value;
				}
			}
		}
		$around = $run->neighbours($names);
		$own = [];
		foreach (Metric::in($row) as $metric) {
			$own += isset($row["own_$metric->key"]) ? [$metric->key => $row["own_$metric->key"]] : [];
		}

		return ['row' => Average::row($row, $runs),
			'callers' => array_map(static fn (array $one): array => Average::row($one, $runs), $around['callers']),
			'callees' => array_map(static fn (array $one): array => Average::row($one, $runs),
				$around['callees'] + [self::OWN => $own])];
	}

	/**
	 * @param Row|null $before
	 * @param Row|null $after
	 * @return Change
	 */
	private static function changeOf(string $name, ?array $before, ?array $after): array
	{
		$change = [];
		foreach (array_keys(($after ?? []) + ($before ?? [])) as $key) {
			if (($before === null || isset($before[$key])) && ($after === null || isset($after[$key]))) {
				$change[$key] = ($after[$key] ?? 0) - ($before[$key] ?? 0);
			}
		}

		return ['name' => $name, 'before' => $before, 'after' => $after, 'change' => $change];
	}

	/**
	 * @param array<string, Row> $before
	 * @param array<string, Row> $after
	 * @return list<Change>
	 */
	private function changes(array $before, array $after): array
	{
		$changes = [];
		foreach (array_keys($after + $before) as $name) {
			$changes[] = self::changeOf((string) $name, $before[$name] ?? null, $after[$name] ?? null);
		}
		usort($changes, fn (array $a, array $b): int => abs($this->changed($b)) <=> abs($this->changed($a)));

		return $changes;
	}

	/** @param Change $row */
	private function changed(array $row): int
	{
		return (int) round($row['change'][$this->by->key] ?? 0);
	}

	/** @param int $limit rows of each table */
	public function text(int $limit): string
	{
		$names = array_column($this->diff->matching->renamed, 'before', 'after');
		$runs = [$this->diff->old->count(), $this->diff->new->count()];

		return DiffView::differencesText($this->diff, $this->terminal)
			. $this->terminal->style(Text::cut(Text::function($this->name), $this->terminal->width), 'bold') . "\n"
			. (isset($names[$this->name]) ? Text::cut("before: {$names[$this->name]}", $this->terminal->width) . "\n"
				: '') . Text::wrap($this->words(), $this->terminal->width) . "\n\n"
			. (max($runs) > 1 ? "averages of $runs[0] and $runs[1] runs\n" : '') . $this->totals()
			. $this->table('callers', $this->callers, $limit) . $this->table('callees', $this->callees, $limit);
	}

	/**
	 * The same for programs.
	 *
	 * @return array<string, mixed>
	 */
	public function data(): array
	{
		return ['words' => $this->words(), 'comparable' => $this->diff->differences() === [],
			'differences' => (object) $this->diff->differences(),
			'sampled_differently' => $this->diff->sampledDifferently(), 'function' => $this->function,
			'interval' => $this->interval(), 'callers' => $this->callers, 'callees' => $this->callees];
	}

	/** @return array{float, float}|null */
	private function interval(): ?array
	{
		return $this->diff->interval($this->name, $this->by->key);
	}

	/** The change as a sentence, with the callees that caused it. */
	public function words(): string
	{
		['before' => $before, 'after' => $after] = $this->function;
		$change = $this->changed($this->function);
		if ($before === null || $after === null) {
			return $before === null ? 'Only the run after has it.' : 'Only the run before has it.';
		}
		$interval = $this->interval();
		$isTime = $this->by->isTime();
		$text = $change === 0 ? 'No change' : $this->by->text(abs($change)) . ' '
			. ($change > 0 ? ($isTime ? 'slower' : 'more') : ($isTime ? 'faster' : 'less'));
		$text .= $interval === null || $interval[0] === $interval[1] ? '' : ' (±' . $this->by->text((int) round(
			Noise::error(DiffView::number($this->diff->changes[$this->name] ?? [], $this->by->key), $interval))) . ')';
		$parts = [];
		foreach ($this->callees as $callee) {
			$part = $this->changed($callee);
			if (count($parts) < self::MOST && $part !== 0 && abs($part) >= self::LEAST * max(abs($change), 1)) {
				$parts[] = $this->by->text(abs($part)) . (($part < 0) !== ($change < 0) ? ' less' : '')
					. ($callee['name'] === self::OWN ? ' of its own'
						: ' in `' . Text::cut(Text::function($callee['name']), 60) . '`') . self::moreCalls($callee);
			}
		}
		$doubt = $change !== 0 && $interval === null ? preg_replace('/:.*$/', '', $this->diff->doubt())
			: (Noise::hides($interval) ? 'that is within noise' : '');

		return $text . self::moreCalls($this->function) . ($parts === [] ? '' : ': ' . implode(', ', $parts))
			. ($doubt === '' ? '' : "; $doubt") . '.';
	}

	/** @param Change $row */
	private static function moreCalls(array $row): string
	{
		$calls = (int) round($row['change']['calls'] ?? 0);

		return $calls === 0 ? '' : ', ' . Units::of(abs($calls), 'call') . ($calls > 0 ? ' more' : ' fewer');
	}

	private function totals(): string
	{
		$text = $this->terminal->style(str_repeat(' ', 16) . '    before     after     change', 'dim') . "\n";
		foreach (Metric::in($this->function['after'] ?? $this->function['before'] ?? []) as $metric) {
			foreach ($metric->name === 'ct' ? [$metric] : [$metric, Metric::own($metric->name)] as $one) {
				[$before, $after] = [$this->amount($one, $this->function['before']),
					$this->amount($one, $this->function['after'])];
				$text .= rtrim(str_pad($one->label, 16) . Text::right($one->text($before), 10)
					. Text::right($one->text($after), 10) . Text::right(DiffView::signed($one, $after - $before), 11)
					. Text::right(Units::change($before, $after), 10)) . "\n";
			}
		}

		return $text;
	}

	/** @param Row|null $row */
	private function amount(Metric $metric, ?array $row): int
	{
		return (int) round($row[$metric->key] ?? 0);
	}

	/** @param list<Change> $rows */
	private function table(string $title, array $rows, int $limit): string
	{
		$by = $this->by->name === 'wt' ? '' : '    by ' . $this->by->label;
		$text = "\n" . $this->terminal->style("    change   before    after     calls  $title$by", 'dim') . "\n";
		foreach (array_slice($rows, 0, $limit) as $row) {
			$calls = (int) round($row['change']['calls'] ?? 0);
			$change = $this->changed($row);
			$text .= $this->terminal->style(Text::right(DiffView::signed($this->by, $change), 10) . Text::right(
				$row['before'] === null ? '-' : $this->by->text($this->amount($this->by, $row['before'])), 9)
				. Text::right($row['after'] === null ? '-' : $this->by->text($this->amount($this->by, $row['after'])),
					9) . Text::right($calls === 0 ? '' : Units::signed($calls), 10) . '  '
				. Text::cut(Text::function($row['name']), $this->terminal->width - 40),
				$change > 0 ? 'red' : ($change < 0 ? 'green' : '')) . "\n";
		}

		$more = count($rows) - $limit;
		$rest = array_sum(array_map($this->changed(...), array_slice($rows, $limit)));
		$text .= $more <= 0 ? '' : $this->terminal->style(Text::right(DiffView::signed($this->by, $rest), 10)
			. str_repeat(' ', 30) . '(' . Units::count($more) . ' more)', 'dim') . "\n";

		return $text . ($rows === [] ? "                                        (none)\n" : '');
	}
}
