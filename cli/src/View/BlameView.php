<?php
declare(strict_types=1);

namespace XHProf\Cli\View;

use XHProf\Cli\Live\Blame;
use XHProf\Cli\Terminal\Terminal;
use XHProf\Cli\Terminal\Text;
use XHProf\Cli\Terminal\Units;

/** Culprits as a table. */
final class BlameView
{
	public function __construct(private readonly Blame $blame, private readonly Terminal $terminal, private readonly string $target)
	{
	}

	public function text(int $limit): string
	{
		$culprits = $this->blame->culprits();
		$all = array_sum(array_column($culprits, 'wall_ns'));
		$text = $this->terminal->style("$this->target: " . Units::time($all) . ' in requests, ' . Units::of($this->blame->samples(), 'sample'), 'bold') . "\n"
			. $this->terminal->style('share     time  processes  culprit', 'dim') . "\n";
		foreach (array_slice($culprits, 0, $limit) as $row) {
			$text .= Text::right(Units::percent($row['wall_ns'], $all), 5) . Text::right(Units::time($row['wall_ns']), 9)
				. Text::right((string) $row['processes'], 11) . '  ' . Text::cut($row['name'], $this->terminal->width - 27) . "\n";
		}
		$more = count($culprits) - $limit;

		return $text . ($more > 0 ? '(' . Units::count($more) . " more)\n" : '');
	}

	/** @return array<string, mixed> */
	public function data(int $limit): array
	{
		$culprits = $this->blame->culprits();

		return ['target' => $this->target, 'samples' => $this->blame->samples(), 'wall_ns' => array_sum(array_column($culprits, 'wall_ns')),
			'count' => count($culprits), 'culprits' => array_slice($culprits, 0, $limit)];
	}
}
