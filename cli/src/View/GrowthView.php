<?php
declare(strict_types=1);

namespace XHProf\Cli\View;

use XHProf\Cli\Comparison\Threshold;
use XHProf\Cli\Growth\Growth;
use XHProf\Cli\Problem;
use XHProf\Cli\Statistics\PowerFit;
use XHProf\Cli\Terminal\ExitStatus;
use XHProf\Cli\Terminal\Terminal;
use XHProf\Cli\Terminal\Text;
use XHProf\Cli\Terminal\Units;

/**
 * The power of the size with which each function grows.
 *
 * @phpstan-import-type Fit from Growth
 * @phpstan-import-type GrowthRow from Growth
 * @phpstan-type GrowthCheck array{threshold: Threshold, fit: Fit, broken: bool|null}
 */
final class GrowthView
{
	/** The exponent from which on growth is worth a sentence. */
	private const FAST = 1.1;

	/** Sizes beyond these are left out of the head. */
	private const SIZES_SHOWN = 10;

	/** @var list<GrowthCheck> */
	private readonly array $checks;

	/** @var list<GrowthRow> */
	private readonly array $rows;

	/**
	 * @param string $name of the size: "N"
	 * @param list<string> $conditions of --fail-if
	 * @param list<string> $remarks on runs that are not part of it
	 */
	public function __construct(private readonly Growth $growth, private readonly string $name, array $conditions,
		private readonly Terminal $terminal, private readonly array $remarks = [])
	{
		$this->checks = array_map(fn (string $text): array => $this->check(self::condition($text)), $conditions);
		$this->rows = $growth->rows();
	}

	/** A condition that growth can decide. */
	public static function condition(string $text): Threshold
	{
		$threshold = Threshold::parse($text);

		return $threshold->isGrowth ? $threshold
			: throw new Problem("\"$text\" compares with an earlier run, but there is none",
				"write a condition of growth like 'growth[Foo::bar]>1.2'; xhprof diff decides other conditions");
	}

	/** @return GrowthCheck */
	private function check(Threshold $threshold): array
	{
		$row = $this->growth->of($threshold->function ?? 'main()');
		$fit = $row[$threshold->isOwn() ? 'own' : 'inclusive'];

		return ['threshold' => $threshold, 'fit' => $fit,
			'broken' => $fit instanceof PowerFit ? $threshold->isBrokenWithin($fit->low, $fit->high) : null];
	}

	public function status(bool $isStrict): int
	{
		$broken = array_column($this->checks, 'broken');

		return in_array(true, $broken, true) ? ExitStatus::WORSE
			: ($isStrict && in_array(null, $broken, true) ? ExitStatus::UNCLEAR : ExitStatus::OK);
	}

	public function text(int $limit): string
	{
		$rows = array_values(array_filter($this->rows, static fn (array $row): bool => $row['rank'] !== Growth::SMALL));
		$text = $this->head() . "\n" . $this->terminal->style($this->line('share', 'calls',
			"own {$this->growth->label()} (95 %)", 'with callees', 'function'), 'dim') . "\n";
		foreach (array_slice($rows, 0, $limit) as $row) {
			$text .= $this->row($row);
		}
		$more = count($rows) - $limit;
		$small = count($this->rows) - count($rows);
		$rest = array_filter([$more > 0 ? Units::count($more) . ' more' : '',
			$small > 0 ? Units::count($small) . ' below 1 %' : '']);

		return $text . ($rest === [] ? '' : '(' . implode(', ', $rest) . ")\n") . $this->checksText()
			. $this->notes(array_slice($rows, 0, $limit));
	}

	private function head(): string
	{
		$sizes = array_map(static fn (array $set): string => (string) $set[0], $this->growth->sets);
		$shown = count($sizes) > self::SIZES_SHOWN ? "$sizes[0] to " . end($sizes) . ' (' . count($sizes) . ' sizes)'
			: implode(', ', $sizes);
		$runs = array_map(static fn (array $set): int => $set[1]->count(), $this->growth->sets);

		return $this->terminal->style("exponents by $this->name = $shown", 'bold') . (max($runs) === 1 ? ''
			: ', medians of ' . (min($runs) === max($runs) ? $runs[0] : min($runs) . ' to ' . max($runs)) . ' runs')
			. "\n" . $this->worst(end($sizes));
	}

	/** The function that grows fastest, as a sentence. */
	private function worst(string $greatest): string
	{
		$worst = $this->rows[0] ?? null;
		if ($worst === null || !$worst['own'] instanceof PowerFit || $worst['own']->isUnclear()
			|| $worst['own']->low <= self::FAST) {
			return '';
		}
		$line = " grows with $this->name^" . self::exponent($worst['own']) . ': '
			. Units::percent($worst['share'] ?? 0, 1) . " % of {$this->growth->label()} at $this->name=$greatest";

		return $this->terminal->style(Text::cut(Text::function($worst['function']),
			max(20, $this->terminal->width - strlen($line))) . $line, 'red') . "\n";
	}

	/** @param GrowthRow $row */
	private function row(array $row): string
	{
		$calls = $row['calls'] instanceof PowerFit
			? sprintf('%.1f', $row['calls']->exponent) . $this->mark($row['calls']) : '-';

		return $this->line(Units::percent($row['share'] ?? 0, $row['share'] === null ? 0 : 1),
			$calls, $this->cell($row['own']), $this->cell($row['inclusive']),
			Text::plain(Text::function($row['function']))) . "\n";
	}

	/** Calls alone have one column. */
	private function line(string $share, string $calls, string $own, string $inclusive, string $function): string
	{
		$cells = Text::right($share, 6)
			. ($this->growth->isOfCalls() ? '  ' . str_pad($own === 'own calls (95 %)' ? 'calls (95 %)' : $own, 21)
				: Text::right($calls, 7) . '  ' . str_pad($own, 21) . str_pad($inclusive, 21));

		return $cells . Text::cut(Text::function($function), $this->terminal->width - strlen($cells));
	}

	/** @param Fit $fit */
	private function cell(PowerFit|string $fit): string
	{
		return match (true) {
			is_string($fit) => $fit,
			$fit->isUnclear() => 'unclear' . $this->mark($fit),
			default => self::exponent($fit) . $this->mark($fit),
		};
	}

	/** "2.0 (1.9 to 2.1)", or "2.0" if all is the same to that place. */
	private static function exponent(PowerFit $fit): string
	{
		[$exponent, $low, $high] = array_map(static fn (float $value): string => sprintf('%.1f',
			round($value, 1) + 0.0), [$fit->exponent, $fit->low, $fit->high]);

		return $exponent . ($low === $high ? '' : " ($low to $high)");
	}

	private function mark(PowerFit $fit): string
	{
		return $fit->count < count($this->growth->sets) ? '*' : '';
	}

	private function checksText(): string
	{
		$text = $this->checks === [] ? '' : "\n";
		foreach ($this->checks as ['threshold' => $threshold, 'fit' => $fit, 'broken' => $broken]) {
			$verdict = $broken === null ? 'cannot tell  ' : ($broken ? 'FAILED  ' : 'ok      ');
			$text .= $this->terminal->style($verdict . Text::plain($threshold->text) . ': ' . (is_string($fit) ? $fit
				: self::exponent($fit)), $broken === null ? 'yellow' : ($broken ? 'red' : 'green')) . "\n";
		}

		return $text;
	}

	/** @param list<GrowthRow> $rows that are shown */
	private function notes(array $rows): string
	{
		$fits = array_merge(array_column($rows, 'own'), array_column($rows, 'inclusive'), array_column($rows, 'calls'));
		$fits = array_filter($fits, static fn (PowerFit|string $fit): bool => $fit instanceof PowerFit);
		$isUnclear = array_filter($fits, static fn (PowerFit $fit): bool => $fit->isUnclear()) !== [];
		$isPartial = array_filter($fits, fn (PowerFit $fit): bool => $this->mark($fit) !== '') !== [];
		$notes = [...($isUnclear ? ['unclear: the cost varies too much; use more sizes or --repeat 5'] : []),
			...($isPartial ? ['* without sizes at which the function did not run or cost too little'] : [])];
		$text = '';
		foreach ($notes as $note) {
			$text .= $this->terminal->style($note, 'dim') . "\n";
		}
		foreach ([...$this->growth->doubts(), ...$this->remarks] as $doubt) {
			$text .= $this->terminal->style($doubt, 'yellow') . "\n";
		}

		return $text === '' ? '' : "\n$text";
	}

	/**
	 * The same for programs.
	 *
	 * @return array<string, mixed>
	 */
	public function data(int $limit): array
	{
		return ['vary' => $this->name, 'sizes' => array_column($this->growth->sets, 0),
			'runs' => array_map(static fn (array $set): int => $set[1]->count(), $this->growth->sets),
			'by' => $this->growth->key(), 'worse' => in_array(true, array_column($this->checks, 'broken'), true),
			'unclear' => in_array(null, array_column($this->checks, 'broken'), true),
			'thresholds' => array_map(static fn (array $check): array => ['text' => $check['threshold']->text,
				'broken' => $check['broken']] + self::numbers('', $check['fit']), $this->checks),
			'growth' => array_map(static fn (array $row): array => ['function' => $row['function'],
				'calls_exponent' => is_string($row['calls']) ? null : $row['calls']->exponent,
				...self::numbers('', $row['inclusive']), ...self::numbers('own_', $row['own']),
				'own_share' => $row['share']], array_slice($this->rows, 0, $limit)),
			'remarks' => [...$this->growth->doubts(), ...$this->remarks]];
	}

	/**
	 * @param Fit $fit
	 * @return array<string, mixed>
	 */
	private static function numbers(string $prefix, PowerFit|string $fit): array
	{
		return is_string($fit) ? ["{$prefix}cost_exponent" => null, "{$prefix}low" => null,
			"{$prefix}high" => null, "{$prefix}sizes" => 0, "{$prefix}unknown" => $fit]
			: ["{$prefix}cost_exponent" => $fit->exponent, "{$prefix}low" => $fit->low, "{$prefix}high" => $fit->high,
				"{$prefix}sizes" => $fit->count, "{$prefix}unknown" => null];
	}
}
