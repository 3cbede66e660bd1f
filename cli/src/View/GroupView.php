<?php
declare(strict_types=1);

namespace XHProf\Cli\View;

use XHProf\Cli\Store\RunGroups;
use XHProf\Cli\Terminal\Terminal;
use XHProf\Cli\Terminal\Text;
use XHProf\Cli\Terminal\Units;

/**
 * Groups of runs as a table.
 *
 * @phpstan-import-type Group from RunGroups
 */
final class GroupView
{
	public function __construct(private readonly RunGroups $groups, private readonly Terminal $terminal)
	{
	}

	/** @return array{group_by: string, runs: int, wall_ns: int, count: int, has_paths: bool, problems: list<string>, groups: list<Group>} */
	public function data(int $limit): array
	{
		$groups = $this->groups->groups();

		return ['group_by' => $this->groups->by->name, 'runs' => $this->groups->runs, 'wall_ns' => $this->groups->total_ns, 'count' => count($groups),
			'has_paths' => $this->groups->isWhole, 'problems' => $this->groups->problems, 'groups' => array_slice($groups, 0, $limit)];
	}

	public function text(int $limit): string
	{
		$groups = $this->groups->groups();
		$by = $this->groups->by;
		$text = $this->terminal->style(($by->isOfParts() ? ' own%      own' : 'share    total') . '    runs     mean      p50      p95  slowest  ' . $by->name, 'dim') . "\n";
		foreach (array_slice($groups, 0, $limit) as $group) {
			$text .= Text::right(Units::percent($group['total_ns'], $this->groups->total_ns), 5) . Text::right(Units::time($group['total_ns']), 9)
				. Text::right(Units::count($group['runs']), 8) . Text::right(Units::time($group['mean_ns']), 9)
				. ($group['runs'] < RunGroups::LEAST_RUNS ? str_repeat(' ', 18) : Text::right(Units::time($group['p50_ns']), 9) . Text::right(Units::time($group['p95_ns']), 9))
				. Text::right(Units::time($group['slowest_ns']), 9)
				. '  ' . Text::cut($group['value'], $this->terminal->width - 60) . "\n";
		}

		return $text . (count($groups) > $limit ? '(' . Units::count(count($groups) - $limit) . " more)\n" : '')
			. ($this->groups->isWhole ? '' : Report::WITHOUT_PATHS) . LeftOut::text($this->groups->problems, $this->terminal);
	}
}
