<?php
declare(strict_types=1);

namespace XHProf\Cli\View;

use XHProf\Cli\Input\RunGroups;
use XHProf\Cli\Terminal\Columns;
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

	/**
	 * @return array{group_by: string, runs: int, wall_ns: int, count: int, has_paths: bool, problems: list<string>,
	 *     groups: list<Group>}
	 */
	public function data(int $limit): array
	{
		$groups = $this->groups->groups();

		return ['group_by' => $this->groups->by->name, 'runs' => $this->groups->runs,
			'wall_ns' => $this->groups->total_ns, 'count' => count($groups), 'has_paths' => $this->groups->isWhole,
			'problems' => $this->groups->problems, 'groups' => array_slice($groups, 0, $limit)];
	}

	public function text(int $limit): string
	{
		$groups = $this->groups->groups();
		$by = $this->groups->by;
		$shown = array_slice($groups, 0, $limit);
		[$share, $total] = $by->isOfParts() ? ['own%', 'own'] : ['share', 'total'];
		$columns = new Columns(['share' => [$share, 5], 'total' => [$total, 9], 'runs' => ['runs', 8],
			'mean' => ['mean', 9], 'p50' => ['p50', 9], 'p95' => ['p95', 9], 'slowest' => ['slowest', 9]],
			['mean', 'slowest', 'p50', 'runs', 'p95', 'total'], $this->terminal->width, array_column($shown, 'value'));
		$text = $this->terminal->style($columns->heading() . $by->name, 'dim') . "\n";
		foreach ($shown as $group) {
			$hasPercentiles = $group['runs'] >= RunGroups::LEAST_RUNS;
			$text .= $columns->line(['share' => Units::percent($group['total_ns'], $this->groups->total_ns),
				'total' => Units::time($group['total_ns']), 'runs' => Units::count($group['runs']),
				'mean' => Units::time($group['mean_ns']), 'p50' => $hasPercentiles ? Units::time($group['p50_ns']) : '',
				'p95' => $hasPercentiles ? Units::time($group['p95_ns']) : '',
				'slowest' => Units::time($group['slowest_ns'])]) . Text::cut($group['value'], $columns->free) . "\n";
		}

		return $text . Units::more(count($groups) - $limit)
			. ($this->groups->isWhole ? '' : RunView::WITHOUT_PATHS)
			. LeftOut::text($this->groups->problems, $this->terminal);
	}
}
