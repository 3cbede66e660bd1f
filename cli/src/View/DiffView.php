<?php
declare(strict_types=1);

namespace XHProf\Cli\View;

use XHProf\Cli\Problem;
use XHProf\Cli\Run\Metric;
use XHProf\Cli\Run\Threshold;
use XHProf\Cli\Terminal\Terminal;
use XHProf\Cli\Terminal\Text;
use XHProf\Cli\Terminal\Units;
use XHProf\Profile;

/**
 * What a run cost more or less than one before, and whether that is too much.
 *
 * @phpstan-import-type FunctionRow from Profile
 * @phpstan-import-type FunctionChange from Profile
 * @phpstan-import-type Summary from Profile
 * @phpstan-type Check array{threshold: Threshold, before: int, after: int, broken: bool}
 */
final class DiffView
{
	/** @var list<array{metric: Metric, before: int, after: int}> of main() */
	private readonly array $totals;

	/** @var array<string, FunctionChange> by how much functions changed, the greatest change of own time first */
	private readonly array $changes;

	/** @var array<string, FunctionRow> */
	private readonly array $before;

	/** @var array<string, FunctionRow> */
	private readonly array $after;

	/** @var list<Check> */
	private readonly array $checks;

	/** @param list<Threshold> $thresholds */
	public function __construct(Profile $before, Profile $after, array $thresholds, private readonly Terminal $terminal)
	{
		$old = $before->summary();
		$new = $after->summary();
		$this->before = array_map(static fn (array $row) => self::average($row, $old['runs']), $before->functions());
		$this->after = array_map(static fn (array $row) => self::average($row, $new['runs']), $after->functions());
		$this->changes = $after->diff($before);
		[$old, $new] = [self::average($old, $old['runs']), self::average($new, $new['runs'])];
		$totals = [];
		foreach (Metric::in(array_intersect_key($new, $old)) as $metric) {
			$totals[] = ['metric' => $metric, 'before' => $metric->value($old), 'after' => $metric->value($new)];
		}
		$this->totals = $totals;
		$this->checks = array_map(fn (Threshold $threshold) => $this->check($threshold, $old, $new), $thresholds);
	}

	public function isWorse(): bool
	{
		return in_array(true, array_column($this->checks, 'broken'), true);
	}

	public function text(int $limit): string
	{
		$text = $this->terminal->style('            before     after     change', 'dim') . "\n";
		foreach ($this->totals as ['metric' => $metric, 'before' => $before, 'after' => $after]) {
			$text .= $this->coloured($after - $before, rtrim(str_pad($metric->label, 8)
				. Text::right($metric->text($before), 10) . Text::right($metric->text($after), 10)
				. Text::right(self::signed($metric, $after - $before), 11) . Text::right(Units::change($before, $after), 10)));
		}
		$text .= "\n" . $this->functionsText($limit);

		return $text . $this->checksText();
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
				'before' => $this->before[$name] ?? null, 'after' => $this->after[$name] ?? null];
		}

		return [
			'worse' => $this->isWorse(),
			'thresholds' => array_map(static fn (array $check) => ['text' => $check['threshold']->text,
				'before' => $check['before'], 'after' => $check['after'], 'broken' => $check['broken']], $this->checks),
			'totals' => array_map(static fn (array $total) => ['metric' => $total['metric']->name,
				'key' => $total['metric']->key, 'before' => $total['before'], 'after' => $total['after']], $this->totals),
			'functions' => $functions,
		];
	}

	/**
	 * The costs of one run, as diff() has them; peaks are of one already.
	 *
	 * @template T of array<string, mixed>
	 * @param T $row
	 * @return T
	 */
	private static function average(array $row, int $runs): array
	{
		foreach ($row as $key => $value) {
			if (is_int($value) && preg_match('/^(own_)?(calls|wall_ns|cpu_ns|memory_bytes|allocs|frees|\w*_bytes)$/D', $key) === 1
				&& !str_contains($key, 'peak')) {
				$row[$key] = intdiv($value, $runs);
			}
		}

		return $row; // @phpstan-ignore return.type (an int replaces an int)
	}

	/**
	 * @param Summary $old
	 * @param Summary $new
	 * @return Check
	 */
	private function check(Threshold $threshold, array $old, array $new): array
	{
		$metric = $threshold->metric;
		$name = $threshold->function;
		if ($name === null) {
			// The run as a whole: of its own costs there are those of main().
			$isSum = array_key_exists($metric->key, $new);
			[$before, $after] = $isSum ? [$old, $new] : [$this->before['main()'], $this->after['main()']];
		} else {
			$any = $this->after[$name] ?? $this->before[$name] ?? throw new Problem(
				"neither run has the function \"$name\" of \"$threshold->text\"",
				$this->adviceFor($name));
			$none = array_map(static fn (mixed $value): int => 0, $any);
			[$before, $after] = [$this->before[$name] ?? $none, $this->after[$name] ?? $none];
		}
		[$before, $after] = [$metric->value($before), $metric->value($after)];

		return ['threshold' => $threshold, 'before' => $before, 'after' => $after,
			'broken' => $threshold->isBroken($before, $after)];
	}

	private function adviceFor(string $name): string
	{
		$near = Text::nearest($name, array_map(strval(...), array_keys($this->after)));

		return $near === null ? 'xhprof top FILE lists names' : "did you mean $near?";
	}

	private function functionsText(int $limit): string
	{
		$changed = array_filter($this->changes, static fn (array $row) => $row['own_wall_ns'] !== 0 || $row['calls'] !== 0);
		if ($changed === []) {
			return "no function differs\n";
		}
		$text = $this->terminal->style('own change   before    after     calls  function', 'dim') . "\n";
		foreach (array_slice($changed, 0, $limit, true) as $name => $change) {
			$text .= $this->functionText((string) $name, $change);
		}
		$more = count($changed) - $limit;

		return $text . ($more > 0 ? '(' . Units::count($more) . " more)\n" : '');
	}

	/** @param FunctionChange $change */
	private function functionText(string $name, array $change): string
	{
		$own = Metric::of('own_wt');
		$calls = $change['calls'] === 0 ? '' : sprintf('%+d', $change['calls']);

		return $this->coloured($change['own_wall_ns'], Text::right(self::signed($own, $change['own_wall_ns']), 10)
			. Text::right(self::own($this->before[$name] ?? null), 9) . Text::right(self::own($this->after[$name] ?? null), 9)
			. Text::right($calls, 10) . '  ' . Text::cut($name, $this->terminal->width - 40));
	}

	/** @param FunctionRow|null $row */
	private static function own(?array $row): string
	{
		return $row === null ? '-' : Units::time($row['own_wall_ns']);
	}

	private function checksText(): string
	{
		$text = $this->checks === [] ? '' : "\n";
		foreach ($this->checks as ['threshold' => $threshold, 'before' => $before, 'after' => $after, 'broken' => $broken]) {
			$metric = $threshold->metric;
			$text .= $this->terminal->style(($broken ? 'FAILED  ' : 'ok      ') . Text::plain($threshold->text) . ': '
				. rtrim($metric->text($before) . ' -> ' . $metric->text($after) . '  ' . Units::change($before, $after)),
				$broken ? 'red' : 'green') . "\n";
		}

		return $text;
	}

	private function coloured(int $change, string $line): string
	{
		return $this->terminal->style($line, $change > 0 ? 'red' : ($change < 0 ? 'green' : '')) . "\n";
	}

	private static function signed(Metric $metric, int $value): string
	{
		return ($value > 0 ? '+' : '') . $metric->text($value);
	}
}
