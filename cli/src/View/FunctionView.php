<?php
declare(strict_types=1);

namespace XHProf\Cli\View;

use XHProf\Cli\Metric\Metric;
use XHProf\Cli\Problem;
use XHProf\Cli\Terminal\Columns;
use XHProf\Cli\Terminal\Terminal;
use XHProf\Cli\Terminal\Text;
use XHProf\Cli\Terminal\Units;
use XHProf\Profile;

/**
 * One function: what it cost, who called it, and what it called.
 *
 * @phpstan-import-type FunctionRow from Profile
 * @phpstan-import-type Neighbour from Profile
 */
final class FunctionView
{
	/** @var FunctionRow */
	public readonly array $row;

	/** @var array<string, Neighbour> the greatest first */
	private readonly array $callers;

	/** @var array<string, Neighbour> the greatest first */
	private readonly array $callees;

	private readonly int $recursiveCalls;

	private readonly int $total_ns;
	private readonly bool $isSampled;

	/** @var array<string, int> of the whole run */
	private readonly array $events;

	/** @var array<string, array<string, int>> what names have behind "#", if there are several; the greatest first */
	private array $texts = [];

	/** @param non-empty-list<string> $names of the function, one for each text that was appended to it */
	public function __construct(
		Profile $profile,
		private readonly string $name,
		private readonly array $names,
		private readonly Terminal $terminal,
		private readonly Metric $by,
	) {
		$functions = $profile->functions();
		$this->row = $this->sumOf($functions);
		$summary = $profile->summary();
		$this->total_ns = $summary['wall_ns'];
		$this->isSampled = $summary['mode'] === 'sample';
		$this->events = $summary['events'] ?? [];
		$around = $profile->neighbours($names);
		$this->recursiveCalls = $around['recursive_calls'];
		$this->texts = $this->sorted($this->texts);
		$this->callers = $this->sorted($around['callers']);
		$this->callees = $this->sorted($around['callees']);
	}

	/**
	 * @template T of array<string, int>
	 * @param array<string, T> $rows
	 * @return array<string, T> the greatest value of the metric first
	 */
	private function sorted(array $rows): array
	{
		$by = $this->by;
		if ($rows !== []) {
			uasort($rows, static fn (array $a, array $b): int => $by->value($b) <=> $by->value($a));
		}

		return $rows;
	}

	/**
	 * The function with this name, or the only one with this part in its name. A name without a text stands for all of
	 * its texts.
	 *
	 * @return non-empty-list<string> its names
	 */
	public static function find(Profile $profile, string $wanted): array
	{
		$names = array_map(strval(...), array_keys($profile->functions()));
		$texts = array_values(array_filter($names,
			static fn (string $name) => $name === $wanted || stripos($name, "$wanted#") === 0));
		if ($texts !== []) {
			return $texts;
		}
		$same = array_values(array_filter($names, static fn (string $name) => strcasecmp($name, $wanted) === 0));
		$like = $same !== [] ? $same
			: array_values(array_filter($names, static fn (string $name) => stripos($name, $wanted) !== false));
		if (count($like) === 1) {
			return $like;
		}
		if ($like !== []) {
			throw new Problem(count($like) . " functions match \"$wanted\"", 'one of: '
				. implode(', ', array_slice($like, 0, 8)) . (count($like) > 8 ? ', ...' : ''));
		}
		$near = Text::nearest($wanted, $names) ?? self::nearestPart($wanted, $names);
		throw new Problem("this run has no function \"$wanted\"",
			$near === null ? 'xhprof top FILE lists the most expensive functions' : "did you mean $near?");
	}

	/**
	 * The name whose last part is nearest to the wanted one: people may know only the method of "NS\\Class::method".
	 *
	 * @param list<string> $names
	 */
	private static function nearestPart(string $wanted, array $names): ?string
	{
		$end = static function (string $name): string {
			$class = strrpos($name, '::');
			$space = strrpos($name, '\\');
			return substr($name, max($class === false ? 0 : $class + 2, $space === false ? 0 : $space + 1));
		};
		$parts = array_combine(array_map($end, $names), $names);
		$near = Text::nearest($end($wanted), array_map(strval(...), array_keys($parts)));

		return $near === null ? null : $parts[$near];
	}

	/**
	 * @param array<string, FunctionRow> $functions
	 * @return FunctionRow
	 */
	private function sumOf(array $functions): array
	{
		$sum = $functions[$this->names[0]];
		foreach ($this->names as $i => $name) {
			$row = $functions[$name];
			$keys = array_map(static fn (Metric $metric): string => $metric->key, Metric::in($row));
			if (count($this->names) > 1) {
				$this->texts[explode('#', $name, 2)[1] ?? '(none)'] =
					array_filter(array_intersect_key($row, array_flip($keys)), is_int(...));
			}
			foreach ($i === 0 ? [] : Metric::keys() as $key) {
				if (is_int($sum[$key] ?? null) && is_int($row[$key] ?? null)) {
					$sum[$key] += $row[$key];
				}
			}
			$sum['min_wall_ns'] = $row['min_wall_ns'] === null ? $sum['min_wall_ns']
				: min($sum['min_wall_ns'], $row['min_wall_ns']);
			$sum['max_wall_ns'] = $row['max_wall_ns'] === null ? $sum['max_wall_ns']
				: max($sum['max_wall_ns'], $row['max_wall_ns']);
		}

		return $sum; // @phpstan-ignore return.type (an int replaces an int)
	}

	/** The cost of the function, without callers and callees. */
	public function head(): string
	{
		$row = $this->row;
		$place = RunView::place($row);
		$text = $this->terminal->style(Text::cut(Text::function($this->name), $this->terminal->width), 'bold') . "\n"
			. ($place === '' ? '' : Text::cut($place, $this->terminal->width) . "\n")
			. Units::of($row['calls'], $this->isSampled ? 'sample' : 'call')
			. ($this->recursiveCalls > 0 ? ', ' . Units::count($this->recursiveCalls) . ' of them by itself' : '')
			. ($row['min_wall_ns'] === null || $row['max_wall_ns'] === null ? ''
				: ', each from ' . Units::time($row['min_wall_ns']) . ' to ' . Units::time($row['max_wall_ns']))
			. "\n\n" . $this->terminal
			->style('            incl  of run       own' . ($this->isNarrow() ? '' : '  of run'), 'dim') . "\n";
		foreach (Metric::in($row) as $metric) {
			if ($metric->name !== 'ct') {
				$text .= $this->metric($metric);
			}
		}

		return $text;
	}

	/** @param int $limit rows of each table; those beyond are one */
	public function text(int $limit): string
	{
		return $this->head() . ($this->texts === [] ? '' : $this->table('texts', $this->texts, $limit))
			. $this->table('callers', $this->callers, $limit) . $this->table('callees', $this->calleesAndOwn(), $limit);
	}

	/**
	 * The same for programs.
	 *
	 * @return array<string, mixed>
	 */
	public function data(): array
	{
		return ['function' => ['name' => $this->name] + $this->row, 'recursive_calls' => $this->recursiveCalls,
			'callers' => self::named($this->callers), 'callees' => self::named($this->callees)]
			+ ($this->texts === [] ? [] : ['texts' => self::named($this->texts)]);
	}

	/** In a narrow terminal, there is no room for the last column. */
	private function isNarrow(): bool
	{
		return $this->terminal->width < 42;
	}

	private function metric(Metric $metric): string
	{
		$own = Metric::of("own_$metric->name");
		// Memory has no share: the memory at the end says little about the whole.
		$whole = $metric->name === 'wt' ? $this->total_ns : $this->events[$metric->name] ?? 0;
		$share = static fn (int $value): string => $whole > 0 ? Units::percent($value, $whole) . ' %' : '';

		return rtrim(str_pad($metric->label, $this->events === [] ? 7 : 16)
			. Text::right($metric->text($metric->value($this->row)), 9)
			. Text::right($share($metric->value($this->row)), 8) . Text::right($own->text($own->value($this->row)), 10)
			. ($this->isNarrow() ? '' : Text::right($share($own->value($this->row)), 8))) . "\n";
	}

	/**
	 * The callees and the function's own part. They add up to the function, unless a callee calls it in turn.
	 *
	 * @return array<string, array<string, int|null>>
	 */
	private function calleesAndOwn(): array
	{
		$key = $this->by->key;
		if ($key === 'calls') {
			return $this->callees;
		}
		$own = Metric::of("own_{$this->by->name}")->value($this->row);
		$rows = $this->callees + ['(own)' => ['calls' => null, $key => $own]];
		uasort($rows, static fn (array $a, array $b): int => ($b[$key] ?? 0) <=> ($a[$key] ?? 0));

		return $rows;
	}

	/**
	 * Percent of this function's time, or of another metric.
	 *
	 * @param array<string, array<string, int|null>> $rows
	 */
	private function table(string $title, array $rows, int $limit): string
	{
		$by = $this->by->name === 'wt' ? '' : '    by ' . $this->by->label;
		$shown = array_slice($rows, 0, $limit, true);
		$columns = new Columns(['%' => ['%', 6], 'incl' => ['incl', 9], 'calls' => ['calls', 9]],
			['calls', 'incl'], $this->terminal->width,
			array_map(static fn (string|int $name): string => Text::function((string) $name), array_keys($shown)));
		$text = "\n" . $this->terminal->style($columns->heading() . "$title$by", 'dim') . "\n";
		foreach ($shown as $name => $row) {
			$text .= $this->line($columns, (string) $name, $row[$this->by->key] ?? 0, $row['calls'] ?? null);
		}
		$rest = array_slice($rows, $limit);
		$calls = array_filter(array_column($rest, 'calls'), is_int(...));
		$text .= $rest === [] ? ''
			: $this->terminal->style(rtrim($this->line($columns, '(' . Units::count(count($rest)) . ' more)',
				array_sum(array_column($rest, $this->by->key)), $calls === [] ? null : array_sum($calls))), 'dim')
			. "\n";

		return $text . ($rows === [] ? str_repeat(' ', $columns->cells()) . "(none)\n" : '');
	}

	private function line(Columns $columns, string $name, int $value, ?int $calls): string
	{
		return $columns->line(['%' => Units::percent($value, $this->by->value($this->row)),
			'incl' => ' ' . $this->by->text($value), 'calls' => $calls === null ? '' : Units::count($calls)])
			. Text::cut(Text::function($name), $columns->free) . "\n";
	}

	/**
	 * @param array<string, array<string, int>> $rows
	 * @return list<array<string, int|string>>
	 */
	private static function named(array $rows): array
	{
		return array_map(static fn (string|int $name, array $row) => ['name' => (string) $name] + $row,
			array_keys($rows), array_values($rows));
	}
}
