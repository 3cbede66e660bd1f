<?php
declare(strict_types=1);

namespace XHProf\Fleet\View;

use XHProf\Cli\Terminal\Terminal;
use XHProf\Cli\Terminal\Text;
use XHProf\Cli\Terminal\Units;
use XHProf\Fleet\Shift\Shift;
use XHProf\Fleet\Store\Comparison;

/** Comparisons of parts of a store: what takes longer or shorter. */
final class ShiftsView
{
	private const MOST_WEAK = 3;
	private const MOST_ROUTE = 30;

	/** The digits of fractions in JSON. */
	private const DIGITS = 5;

	/**
	 * @param string $title "shop, the last 1d"
	 * @param array<string, Comparison> $comparisons by what is compared, "1.4.2 -> 1.4.3"
	 * @param float $limit 0.02: slower by more than 2 %
	 */
	public function __construct(private readonly string $title, private readonly array $comparisons,
		private readonly float $limit, private readonly Terminal $terminal)
	{
	}

	/** How many are slower than the limit allows. */
	public function slower(): int
	{
		return count(array_filter(array_merge(...array_map(self::found(...), array_values($this->comparisons))),
			$this->isSlower(...)));
	}

	/** True if at least one comparison has no result. */
	public function isUnclear(): bool
	{
		return array_filter($this->comparisons, static fn (Comparison $one): bool => $one->doubt !== '') !== [];
	}

	/** @return array<string, mixed> */
	public function data(): array
	{
		$comparisons = [];
		foreach ($this->comparisons as $name => $one) {
			$comparisons[] = ['compared' => (string) $name, 'basis' => $one->basis,
				'doubt' => $one->doubt, 'tests' => $one->shifts->tests ?? 0,
				'least_change' => $one->shifts === null ? null : round($one->shifts->least, self::DIGITS),
				'too_few_samples' => array_map(strval(...), array_keys($one->shifts->weak ?? [])),
				'changes' => array_map($this->row(...), self::found($one))];
		}

		return ['selection' => $this->title, 'fail_above' => $this->limit, 'slower' => $this->slower(),
			'comparisons' => $comparisons];
	}

	/** @return array<string, mixed> */
	private function row(Shift $shift): array
	{
		return ['route' => $shift->route, 'function' => $shift->function, 'kind' => $shift->kind,
			'share' => round($shift->share, self::DIGITS), 'change' => round($shift->change, self::DIGITS),
			'interval' => array_map(static fn (float $end): float => round($end, self::DIGITS), $shift->interval),
			'is_slower' => $this->isSlower($shift)];
	}

	public function text(): string
	{
		$text = $this->terminal->style(Text::cut($this->title, $this->terminal->width), 'bold') . "\n";
		foreach ($this->comparisons as $name => $one) {
			$text .= "\n" . $this->terminal->style(Text::cut((string) $name, $this->terminal->width), 'bold') . "\n"
				. ($one->basis === '' ? '' : Text::cut($one->basis, $this->terminal->width) . "\n")
				. $this->table($one);
		}

		return $text;
	}

	private function table(Comparison $comparison): string
	{
		$found = self::found($comparison);
		$most = max(8, min(self::MOST_ROUTE, $this->terminal->width - 65));
		$width = min($most,
			max([6, ...array_map(static fn (Shift $shift): int => strlen(self::route($shift)), $found)]));
		$text = $found === [] ? '' : $this->terminal
			->style('  change       95 % interval    share  ' . Text::fit('route', $width) . '  function', 'dim')
			. "\n";
		foreach ($found as $shift) {
			$line = Text::right(Units::signedPercent($shift->change, 1), 8)
				. Text::right(Units::range($shift->interval), 20)
				. Text::right(Units::percent($shift->share, 1) . ' %', 9)
				. '  ' . Text::fit(self::route($shift), $width) . '  '
				. Text::cut(self::name($shift), max(20, $this->terminal->width - $width - 41));
			$text .= $this->terminal->style(rtrim($line), $this->isSlower($shift) ? 'red' : '') . "\n";
		}

		return $text . implode('', array_map(
			fn (string $line): string => Text::cut($line, $this->terminal->width) . "\n", self::verdict($comparison)));
	}

	/** @return list<string> */
	private static function verdict(Comparison $comparison): array
	{
		if ($comparison->doubt !== '') {
			return ["cannot tell: $comparison->doubt"];
		}
		$shifts = $comparison->shifts;
		$weak = $shifts->weak ?? [];
		arsort($weak);
		$routes = array_slice(array_map(static fn (string|int $route): string => $route === '' ? '(no route)'
			: (string) $route, array_keys($weak)), 0, self::MOST_WEAK);

		$verdict = [Units::of($shifts->tests ?? 0, 'comparison')
			. (($shifts->found ?? []) === [] ? ', all within chance' : '') . (($shifts->tests ?? 0) === 0 ? ''
				: '; ' . Units::percent($shifts->least ?? 0, 1) . ' % would show in half of them')];

		return $weak === [] ? $verdict : [...$verdict, 'too few samples: ' . implode(', ', $routes)
			. (count($weak) > self::MOST_WEAK ? ' and ' . (count($weak) - self::MOST_WEAK) . ' more' : '')];
	}

	public function markdown(): string
	{
		$text = '';
		foreach ($this->comparisons as $name => $one) {
			$slower = count(array_filter(self::found($one), $this->isSlower(...)));
			$text .= '### xhprof: ' . Text::markdown((string) $name) . ': '
				. ($one->doubt !== '' ? 'cannot tell' : ($slower === 0 ? 'nothing slower' : "$slower slower")) . "\n\n";
			foreach (self::found($one) as $i => $shift) {
				$text .= ($i === 0
					? "| | change | 95 % interval | share | route | function |\n|---|--:|--:|--:|---|---|\n" : '')
					. '| ' . ($this->isSlower($shift) ? '❌' : '') . ' | ' . Units::signedPercent($shift->change, 1)
					. ' | ' . Units::range($shift->interval) . ' | ' . Units::percent($shift->share, 1) . ' % | '
					. Text::markdown(self::route($shift)) . ' | ' . Text::markdown(self::name($shift)) . " |\n";
			}
			$text .= (self::found($one) === [] ? '' : "\n") . '<sub>'
				. implode('; ', array_filter([Text::markdown($this->title), $one->basis,
					...array_map(static fn (string $line): string => strtr(Text::markdown($line),
						['<code>' => '', '</code>' => '']), self::verdict($one))])) . "</sub>\n\n";
		}

		return rtrim($text) . "\n";
	}

	/** The text of a message, with a line for each change that is slower. */
	public function message(): string
	{
		$lines = [];
		foreach ($this->comparisons as $name => $one) {
			foreach (array_filter(self::found($one), $this->isSlower(...)) as $shift) {
				$lines[] = Text::plain("$name: " . self::route($shift) . ' ' . self::name($shift) . ' '
					. Units::signedPercent($shift->change, 1) . ' (' . Units::range($shift->interval) . ')');
			}
		}

		return Text::plain("xhprof, $this->title: {$this->slower()} slower") . "\n" . implode("\n", $lines);
	}

	/** @return list<Shift> */
	private static function found(Comparison $comparison): array
	{
		return $comparison->shifts->found ?? [];
	}

	private function isSlower(Shift $shift): bool
	{
		return $shift->change > $this->limit;
	}

	private static function route(Shift $shift): string
	{
		return $shift->route === '' ? '(none)' : Text::cut($shift->route, self::MOST_ROUTE);
	}

	private static function name(Shift $shift): string
	{
		return match ($shift->kind) {
			'own' => $shift->function,
			'incl' => "$shift->function and its callees",
			'new' => ($shift->change > 0 ? 'new: ' : 'gone: ') . $shift->function,
			default => '(the whole route)',
		};
	}
}
