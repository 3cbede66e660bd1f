<?php
declare(strict_types=1);

namespace XHProf\Cli\View;

use XHProf\Cli\Input\MergedRuns;
use XHProf\Cli\Input\RunGroups;
use XHProf\Cli\Terminal\Terminal;
use XHProf\Cli\Terminal\Text;
use XHProf\Cli\Terminal\Units;

/** The number of runs in a sum, and how much they differ. */
final class SpreadView
{
	public function __construct(private readonly MergedRuns $merged, private readonly Terminal $terminal)
	{
	}

	/** Empty for a single run. */
	public function text(): string
	{
		$spread = $this->merged->spread();
		if ($spread === null) {
			return LeftOut::text($this->merged->problems, $this->terminal);
		}
		$text = 'over ' . Units::count($spread['count']) . ' runs'
			. ($spread['found'] > $spread['count'] + $spread['unreadable']
				? ', the newest of ' . Units::count($spread['found']) . ' (--max-runs)' : '') . ': wall  mean '
			. Units::time($spread['mean_ns']) . ($spread['count'] < RunGroups::LEAST_RUNS ? '' : '  p50 '
				. Units::time($spread['p50_ns']) . '  p95 ' . Units::time($spread['p95_ns'])) . "\nslowest: ";
		$slowest = array_map(static fn (array $run): string => Text::plain($run['run']) . ' '
			. Units::time($run['wall_ns']), $spread['slowest']);
		while (count($slowest) > 1 && strlen(implode(', ', $slowest)) > $this->terminal->width - 9) {
			array_pop($slowest);
		}

		return $text . Text::cut(implode(', ', $slowest), $this->terminal->width - 9) . "\n"
			. $this->hosts($spread['hosts']) . LeftOut::text($this->merged->problems, $this->terminal);
	}

	/** @param array<string, int> $runs by host */
	private function hosts(array $runs): string
	{
		if (count($runs) < 2) {
			return '';
		}
		arsort($runs);
		$hosts = array_map(static fn (string $host, int $count): string => Text::plain($host) . ' '
			. Units::count($count), array_map(strval(...), array_keys($runs)), $runs);
		$hint = '; --host NAME chooses one';

		return $this->terminal->style(Text::cut('of ' . count($runs) . ' hosts: ' . implode(', ', $hosts),
			$this->terminal->width - strlen($hint)) . $hint, 'yellow') . "\n";
	}
}
