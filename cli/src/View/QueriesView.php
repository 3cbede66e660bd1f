<?php
declare(strict_types=1);

namespace XHProf\Cli\View;

use XHProf\Cli\Advise\Sending;
use XHProf\Cli\Breakdown\Queries;
use XHProf\Cli\Breakdown\Query;
use XHProf\Cli\Problem;
use XHProf\Cli\Terminal\Columns;
use XHProf\Cli\Terminal\Terminal;
use XHProf\Cli\Terminal\Text;
use XHProf\Cli\Terminal\Units;

/**
 * The queries of a run, with who sends them.
 *
 * @phpstan-import-type Caller from Query
 */
final class QueriesView
{
	public const ORDERS = ['total', 'calls', 'longest', 'mean', 'text', 'caller'];

	/** Cells in front of a text. */
	private const INDENT = 9;

	private const CALLERS_SHOWN = 3;
	private const WIDE_ENOUGH = 110;
	private const WIDE_FOR_MEAN = 100;

	/** The most lines of a text. */
	private const LINES = 3;

	/** Cells, of which the end of a file's name needs some. */
	private const LEAST_PLACE = 12;

	/** @var list<Query> */
	private readonly array $rows;

	private readonly Columns $columns;

	/** @param bool $isWide lines may be longer than the terminal is wide */
	public function __construct(private readonly Queries $queries,
		private readonly int $runNs, private readonly Terminal $terminal,
		string $order, private readonly ?string $kind, private readonly bool $isWide)
	{
		$rows = array_values(array_filter($queries->all,
			static fn (Query $query): bool => $kind === null || $query->kind === $kind));
		$key = match ($order) {
			'total' => static fn (Query $query): array => [-$query->wallNs],
			'calls' => static fn (Query $query): array => [-$query->calls],
			'longest' => static fn (Query $query): array => [-($query->longestNs ?? -1)],
			'mean' => static fn (Query $query): array => [-$query->wallNs / $query->calls],
			'text' => static fn (Query $query): array => [$query->text],
			'caller' => static fn (Query $query): array => [$query->callers()[0]['function'], -$query->wallNs],
			default => throw new Problem("--sort cannot be \"$order\"", 'it is one of: ' . implode(', ', self::ORDERS)),
		};
		usort($rows, static fn (Query $a, Query $b): int => $key($a) <=> $key($b));
		$this->rows = $rows;
		$mean = $isWide || $terminal->width >= self::WIDE_FOR_MEAN ? ['mean' => ['mean', 9]] : [];
		$this->columns = new Columns(['run%' => ['run%', 7], 'total' => ['total', 9],
			'calls' => ['calls', 8], 'longest' => ['longest', 9]] + $mean, ['calls', 'longest', 'total'],
			$isWide ? PHP_INT_MAX : $terminal->width, array_map(self::from(...), array_merge([], ...array_map(
				static fn (Query $query): array => array_slice($query->callers(), 0, self::CALLERS_SHOWN), $rows))),
			Columns::NAME + strlen('99 times from '));
	}

	/** @return array<string, mixed> */
	public function data(int $limit): array
	{
		return ['totals' => ['texts' => count($this->rows)] + $this->sums($this->rows),
			'why_none' => $this->queries->whyNone(), 'has_paths' => $this->queries->hasPaths,
			'other_calls' => $this->queries->otherCalls, 'without_text' => (object) $this->queries->withoutText,
			'curl_multi_ns' => $this->queries->multiNs, 'queries' =>
				array_map(static fn (Query $query): array => $query->data(), array_slice($this->rows, 0, $limit))];
	}

	public function text(int $limit): string
	{
		if ($this->rows === []) {
			$why = $this->kind === null ? $this->queries->whyNone() : null;

			return wordwrap($why ?? 'no queries' . ($this->kind === null ? '' : " of kind $this->kind"),
				$this->terminal->width) . "\n" . $this->notes();
		}
		$text = $this->head() . "\n" . $this->terminal->style($this->columns->heading() . 'from', 'dim') . "\n";
		foreach (array_slice($this->rows, 0, $limit) as $query) {
			$text .= $this->columns->line(['run%' => Units::percent($query->wallNs, $this->runNs),
				'total' => Units::time($query->wallNs), 'calls' => Units::brief($query->calls),
				'longest' => $query->longestNs === null ? '' : Units::time($query->longestNs),
				'mean' => Units::time($query->wallNs / $query->calls)])
				. implode("\n" . str_repeat(' ', $this->columns->cells()), $this->callers($query)) . "\n"
				. $this->lines($query->text) . "\n";
		}
		$more = count($this->rows) - $limit;

		return $text . ($more > 0
			? $this->terminal->style(str_repeat(' ', self::INDENT) . '(' . Units::count($more) . " more)\n", 'dim')
			: '') . $this->notes();
	}

	private function fitted(string $text, int $before): string
	{
		return $this->isWide ? Text::plain($text) : Text::cut(Text::plain($text), $this->terminal->width - $before);
	}

	/** A query on several lines if it is longer than one: its table is at its start, and its condition at its end. */
	private function lines(string $text): string
	{
		$cells = $this->terminal->width - self::INDENT;
		$lines = [$this->fitted($text, self::INDENT)];
		// Cut once here, because the text may be long, and the loop cuts it many times.
		$ends = $this->isWide ? $lines[0] : Text::cut($text, self::LINES * $cells);
		for ($most = self::LINES * $cells; $lines[0] !== $ends && $most > $cells; $most -= 4) {
			$wrapped = explode("\n", Text::wrap(Text::cut($ends, $most), $cells));
			$isWithin = array_filter($wrapped,
				static fn (string $line): bool => Text::cut($line, $cells) !== $line) === [];
			if ($isWithin && count($wrapped) <= self::LINES) {
				$lines = $wrapped;
				break;
			}
		}
		$indent = str_repeat(' ', self::INDENT);

		return implode("\n",
			array_map(fn (string $line): string => $indent . $this->terminal->style($line, 'bold'), $lines));
	}

	private function head(): string
	{
		$sums = $this->sums($this->rows);
		$text = Units::of($sums['calls'], 'query', 'queries') . ' of ' . Units::of(count($this->rows), 'text') . '  '
			. Units::time($sums['wall_ns']) . ', ' . Units::percent($sums['wall_ns'], $this->runNs) . " % of the run\n";
		$kinds = [];
		foreach (array_keys(Sending::KINDS) as $kind) {
			$sum = $this->sums(array_filter($this->rows, static fn (Query $query): bool => $query->kind === $kind));
			if ($sum['calls'] > 0) {
				$kinds[] = "$kind " . Units::count($sum['calls']) . '  ' . Units::time($sum['wall_ns']);
			}
		}

		return $text . (count($kinds) > 1 ? implode('    ', $kinds) . "\n" : '');
	}

	/**
	 * @param array<Query> $queries
	 * @return array{calls: int, wall_ns: int}
	 */
	private function sums(array $queries): array
	{
		return ['calls' => array_sum(array_map(static fn (Query $query): int => $query->calls, $queries)),
			'wall_ns' => array_sum(array_map(static fn (Query $query): int => $query->wallNs, $queries))];
	}

	/** @return list<string> */
	private function callers(Query $query): array
	{
		$all = $query->callers();
		$shown = $this->isWide ? count($all) : self::CALLERS_SHOWN;
		$lines = [];
		foreach (array_slice($all, 0, $shown) as $caller) {
			$from = substr(self::from($caller), 0, -strlen($caller['function']));
			$lines[] = $from . $this->named($caller, $this->columns->cells() + strlen($from));
		}
		if (count($all) > $shown) {
			$lines[] = 'and from ' . Units::count(count($all) - $shown) . ' more';
		}

		return $lines;
	}

	/**
	 * "3 times from Store::load"
	 *
	 * @param Caller $caller
	 */
	private static function from(array $caller): string
	{
		return ($caller['calls'] === 1 ? 'once' : Units::count($caller['calls']) . ' times')
			. " from $caller[function]";
	}

	/**
	 * The caller, with its file if there is room.
	 *
	 * @param Caller $caller
	 */
	private function named(array $caller, int $before): string
	{
		$name = $this->fitted($caller['function'], $before);
		$place = $caller['file'] === null || (!$this->isWide && $this->terminal->width < self::WIDE_ENOUGH) ? ''
			: Text::plain(RunView::place($caller));
		$cells = $this->terminal->width - $before - strlen($name) + (int) preg_match_all('/[\x80-\xBF]/', $name) - 2;

		return $place === '' || (!$this->isWide && $cells < self::LEAST_PLACE) ? $name
			: "$name  " . ($this->isWide ? $place : Text::end($place, $cells));
	}

	/** Notes on what the rows lack. */
	private function notes(): string
	{
		$notes = [];
		$queries = $this->queries;
		if ($this->rows !== [] && !$queries->hasPaths) {
			$notes[] = 'this run has no call paths, so callers are the nearest ones: '
				. 'record paths with xhprof run --mode tree';
		}
		if ($this->kind === null && $queries->otherCalls > 0) {
			$notes[] = Units::of($queries->otherCalls, 'call had', 'calls had')
				. ' too many different texts: see (other)';
		}
		if ($this->kind === null && $queries->withoutText !== [] && $queries->all !== []) {
			$notes[] = Units::of(array_sum($queries->withoutText), 'call has', 'calls have')
				. ' no text: xhprof.collect_additional_info was 0, or the text was '
					. 'set before the profile or in a pause: '
				. implode(', ', array_map(static fn (string $function, int $calls): string => "$function $calls",
					array_keys($queries->withoutText), $queries->withoutText));
		}
		if ($this->rows !== [] && ($this->kind ?? 'http') === 'http' && $queries->multiNs > 0) {
			$notes[] = 'the time of curl_multi requests is in curl_multi_exec() and curl_multi_select() together: '
				. Units::time($queries->multiNs);
		}
		$text = '';
		foreach ($notes as $note) {
			$text .= wordwrap(Text::plain($note), $this->terminal->width) . "\n";
		}

		return $text === '' ? '' : "\n" . $this->terminal->style($text, 'yellow');
	}
}
