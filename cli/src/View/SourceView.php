<?php
declare(strict_types=1);

namespace XHProf\Cli\View;

use XHProf\Cli\Code\FunctionCode;
use XHProf\Cli\Terminal\Terminal;
use XHProf\Cli\Terminal\Text;
use XHProf\Cli\Terminal\Units;
use XHProf\Profile;

/**
 * The source of a function, with the numbers of each line: counts and times of a run with lines, shares of one of
 * samples.
 *
 * @phpstan-import-type Line from Profile
 */
final class SourceView
{
	/** The lines without numbers that are shown around a line with some; a gap of more than MOST_GAP is cut. */
	private const AROUND = 3;
	private const MOST_GAP = 12;
	private const TAB = 4;

	private const EXACT = '     hits      time   per hit       %';
	private const SAMPLED = '   own %  incl %     time';

	private readonly bool $isExact;
	private readonly bool $isSampled;

	/**
	 * @param array<int, Line> $lines in order
	 * @param int $wall_ns of the function, callees included
	 * @param array{samples: int, wall_ns: int} $sampled the same in samples
	 */
	public function __construct(
		private readonly FunctionCode $code,
		private readonly array $lines,
		private readonly int $wall_ns,
		private readonly array $sampled,
		private readonly Terminal $terminal,
	) {
		$this->isExact = array_filter($lines, static fn (array $line): bool => isset($line['ct'])) !== [];
		$this->isSampled = array_filter($lines, static fn (array $line): bool => isset($line['samples'])) !== [];
	}

	public function text(): string
	{
		$text = "\n"
			. ($this->code->note === '' ? '' : $this->terminal->style(Text::plain($this->code->note), 'yellow') . "\n")
			. ($this->lines === [] ? $this->terminal
				->style('the run has no numbers for these lines: '
					. 'xhprof run --mode sample records lines of all functions',
					'yellow') . "\n" : '');
		$shown = $this->shown();
		if ($shown === []) {
			return $text;
		}
		$heading = ($this->isExact ? self::EXACT : '') . ($this->isSampled ? self::SAMPLED : '');
		$indent = $this->indentation(array_keys($shown));
		$text .= $this->terminal->style(rtrim($heading . '  line  source'), 'dim') . "\n";
		$gap = 0;
		foreach ($shown as $number => $isShown) {
			$gap = $isShown ? 0 : $gap + 1;
			if ($isShown) {
				$text .= $this->row($number, strlen($heading), $indent);
			} elseif ($gap === 1) {
				$text .= $this->terminal->style(str_repeat(' ', strlen($heading)) . '     ⋮', 'dim') . "\n";
			}
		}

		return $text . $this->outside();
	}

	/**
	 * The same for programs.
	 *
	 * @return array<string, mixed>
	 */
	public function data(): array
	{
		$lines = [];
		foreach ($this->numbers() as $number) {
			$row = array_diff_key($this->lines[$number] ?? [], ['file' => true, 'function' => true, 'line' => true]);
			$lines[] = ['line' => $number]
				+ ($this->code->hasCode ? ['code' => $this->code->line($number)] : []) + $row;
		}

		return ['note' => $this->code->note === '' ? null : $this->code->note, 'lines' => $lines];
	}

	/** @return list<int> */
	private function numbers(): array
	{
		return $this->code->hasCode ? range($this->code->from, $this->code->to) : array_keys($this->lines);
	}

	/**
	 * The lines to show. In a long function of which few lines ran, only those around them are shown.
	 *
	 * @return array<int, bool> by line
	 */
	private function shown(): array
	{
		$numbers = $this->numbers();
		$shown = array_fill_keys($numbers, false);
		$ran = array_values(array_intersect($numbers, array_keys($this->lines)));
		$ends = [$numbers[0] ?? 0, ...$ran, end($numbers) ?: 0];
		foreach ($ends as $i => $at) {
			$next = $ends[$i + 1] ?? $at;
			$before = $i === count($ran) ? 0 : self::AROUND;
			$isWhole = $next - $at <= self::MOST_GAP || $ran === [];
			foreach ($isWhole ? range($at, $next)
				: [...range($at, $at + self::AROUND), ...range($next - $before, $next)] as $number) {
				if (isset($shown[$number])) {
					$shown[$number] = true;
				}
			}
		}

		return $shown;
	}

	private function row(int $number, int $cells, int $indent): string
	{
		$line = $this->lines[$number] ?? null;
		$numbers = $line === null ? str_repeat(' ', $cells) : $this->exact($line) . $this->sampled($line);
		$code = Text::start(substr(self::untabbed($this->code->line($number)), $indent),
			max(20, $this->terminal->width - $cells - 8));

		return rtrim($this->terminal->style($numbers, $this->isHot($line) ? 'bold' : '')
			. Text::right((string) $number, 6) . '  ' . $code) . "\n";
	}

	/** @param Line $line */
	private function exact(array $line): string
	{
		if (!$this->isExact) {
			return '';
		}
		if (!isset($line['ct'])) {
			return str_repeat(' ', strlen(self::EXACT));
		}
		$wall_ns = $line['wall_ns'] ?? 0;

		return Text::right(Units::count($line['ct']), 9) . Text::right(Units::time($wall_ns), 10)
			. Text::right($line['ct'] > 0 ? Units::time($wall_ns / $line['ct']) : '', 10)
			. Text::right(Units::percent($wall_ns, $this->wall_ns), 8);
	}

	/** @param Line $line */
	private function sampled(array $line): string
	{
		if (!$this->isSampled) {
			return '';
		}
		if (!isset($line['samples'])) {
			return str_repeat(' ', strlen(self::SAMPLED));
		}
		['samples' => $all, 'wall_ns' => $wall_ns] = $this->sampled;

		return Text::right(Units::percent($line['own_samples'] ?? 0, $all), 8)
			. Text::right(Units::percent($line['samples'], $all), 8)
			. Text::right($all > 0 ? Units::time($wall_ns * $line['samples'] / $all) : '', 9);
	}

	/** @param Line|null $line */
	private function isHot(?array $line): bool
	{
		$share = isset($line['ct']) ? ($line['wall_ns'] ?? 0) / max(1, $this->wall_ns)
			: ($line['samples'] ?? 0) / max(1, $this->sampled['samples']);

		return $share >= 0.1;
	}

	private function outside(): string
	{
		$count = count(array_diff_key($this->lines, array_flip($this->numbers())));

		return $count === 0 ? '' : $this->terminal->style(Units::of($count, 'line is', 'lines are')
			. ' not of this function, but of another one with the same name', 'dim') . "\n";
	}

	/**
	 * The indentation that all lines share, in blanks. It is left out, because there is little room.
	 *
	 * @param list<int> $numbers
	 */
	private function indentation(array $numbers): int
	{
		$least = PHP_INT_MAX;
		foreach ($numbers as $number) {
			$code = self::untabbed($this->code->line($number));
			$least = trim($code) === '' ? $least : min($least, strspn($code, ' '));
		}

		return $least === PHP_INT_MAX ? 0 : $least;
	}

	private static function untabbed(string $code): string
	{
		while (($at = strpos($code, "\t")) !== false) {
			$code = substr_replace($code, str_repeat(' ', self::TAB - $at % self::TAB), $at, 1);
		}

		return $code;
	}
}
