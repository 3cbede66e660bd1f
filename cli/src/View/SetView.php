<?php
declare(strict_types=1);

namespace XHProf\Cli\View;

use XHProf\Cli\Metric\Metric;
use XHProf\Cli\Process\CommandLine;
use XHProf\Cli\Run\RunSet;
use XHProf\Cli\Terminal\Terminal;
use XHProf\Cli\Terminal\Units;

/** The report of xhprof run --repeat: each set, and if there are two, the change. */
final class SetView
{
	/**
	 * @param non-empty-list<RunSet> $sets the command's, and that of --against
	 * @param list<string> $files where they are
	 */
	public function __construct(private readonly array $sets, private readonly array $files,
		private readonly Terminal $terminal)
	{
	}

	/** The report. It begins with the change and the doubt about it. */
	public function text(int $limit): string
	{
		$text = "\n" . (isset($this->sets[1]) ? $this->diff($this->sets[1])->text($limit) . "\n" : '');
		foreach ($this->sets as $i => $set) {
			$text .= $this->terminal
				->style(($i === 0 ? '' : 'against  ') . 'median of ' . Units::count($set->count()) . ' runs',
					'bold') . $this->medians($set) . "\n"
				. "file:  {$this->files[$i]}\n";
		}

		return $text . (isset($this->sets[1]) ? ''
			: 'more:  ' . CommandLine::of(['xhprof', 'diff', $this->files[0], 'AFTER']) . "\n");
	}

	/**
	 * The same for programs.
	 *
	 * @return array<string, mixed>
	 */
	public function data(int $limit): array
	{
		$diff = isset($this->sets[1])
			? ['against' => $this->files[1], 'diff' => $this->diff($this->sets[1])->data($limit)] : [];

		return ['format' => 'set', 'file' => $this->files[0], 'runs' => $this->sets[0]->count(),
			'summary' => $this->sets[0]->profile()->summary()] + $diff;
	}

	private function diff(RunSet $before): DiffView
	{
		return new DiffView($before, $this->sets[0], [], $this->terminal, Metric::of('own_wt'));
	}

	/** "  wall 12.3 ms (95 % 12.1 ms to 12.6 ms)"; of too few runs for an interval the least and the greatest. */
	private function medians(RunSet $set): string
	{
		$text = '';
		foreach (['wt', 'cpu', 'pmu'] as $name) {
			$metric = Metric::of($name);
			$total = $set->total($metric->key);
			if ($total !== null) {
				['median' => $median, 'range' => $range, 'interval' => $interval] = $total;
				$text .= "  $metric->label " . $metric->text($median) . ($interval === null ? ' (all ' : ' (95 % ')
					. implode(' to ', array_map(static fn (float $bound): string => $metric->text((int) $bound),
						$interval ?? $range)) . ')';
			}
		}

		return $text;
	}
}
