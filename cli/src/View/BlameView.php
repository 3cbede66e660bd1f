<?php
declare(strict_types=1);

namespace XHProf\Cli\View;

use XHProf\Cli\Live\Blame;
use XHProf\Cli\Live\Processors;
use XHProf\Cli\Live\Wait;
use XHProf\Cli\Terminal\Terminal;
use XHProf\Cli\Terminal\Text;
use XHProf\Cli\Terminal\Units;

/**
 * Culprits as a table.
 *
 * @phpstan-import-type Use from Processors
 */
final class BlameView
{
	/** In a narrower terminal, names get lines of their own. */
	private const NARROW = 70;
	private const INDENT = 4;

	/** The share of waiting for CPUs from which on it matters who uses them. */
	private const LEAST_WAITED = 0.02;

	/** The CPUs that a hypervisor must take away before this is shown. */
	private const LEAST_STOLEN = 0.01;

	public function __construct(private readonly Blame $blame, private readonly Terminal $terminal,
		private readonly string $target)
	{
	}

	public function text(int $limit): string
	{
		$culprits = $this->blame->culprits();
		$all = array_sum(array_column($culprits, 'wall_ns'));
		$text = $this->terminal->style("$this->target: " . Units::time($all)
			. ' in requests, ' . Units::of($this->blame->samples(), 'sample'), 'bold') . "\n"
			. $this->terminal->style('share     time  processes  culprit', 'dim') . "\n";
		foreach (array_slice($culprits, 0, $limit) as $row) {
			$numbers = Text::right(Units::percent($row['wall_ns'], $all), 5)
				. Text::right(Units::time($row['wall_ns']), 9) . Text::right((string) $row['processes'], 11) . '  ';
			$text .= $this->row($numbers, $row['name']);
		}

		return $text . Units::more(count($culprits) - $limit) . $this->processors($all)
			. LeftOut::rings($this->blame->refused(), $this->terminal);
	}

	/** A name without room beside its numbers goes below them, in as many lines as it needs. */
	private function row(string $numbers, string $name): string
	{
		$room = $this->terminal->width - strlen($numbers);
		$lines = explode("\n", Text::wrap($name, $this->terminal->width - self::INDENT));
		if (strlen($name) <= $room || $this->terminal->width >= self::NARROW) {
			return $numbers . Text::cut($name, $room) . "\n";
		}

		return rtrim($numbers) . "\n" . implode('',
			array_map(static fn (string $line): string => str_repeat(' ', self::INDENT) . "$line\n", $lines));
	}

	/** Names the processes that use the CPUs for which the requests wait. */
	private function processors(int $all): string
	{
		$use = $this->blame->processors();
		$waited = array_sum(array_column(array_filter($this->blame->culprits(),
			static fn (array $row): bool => $row['kind'] === Wait::FOR_CPU), 'wall_ns'));

		return $use === null || $waited < self::LEAST_WAITED * $all ? ''
			: Text::wrap(self::cpus($use), $this->terminal->width) . "\n";
	}

	/**
	 * "CPUs: 1.98 of 2 busy, 0.40 by these processes, 1.58 by others: convert (pid 77) 0.99"
	 *
	 * @param Use $use
	 */
	public static function cpus(array $use): string
	{
		$others = array_map(static fn (array $one): string =>
			"$one[name] (pid $one[pid]) " . Units::number($one['cpus']), $use['others']);

		return 'CPUs: ' . Units::number($use['busy']) . " of $use[cpus] busy, " . Units::number($use['own'])
			. ' by these processes, ' . Units::number(max(0, $use['busy'] - $use['own'])) . ' by others'
			. ($others === [] ? '' : ': ' . implode(', ', $others))
			. ($use['stolen'] < self::LEAST_STOLEN ? ''
				: '; ' . Units::number($use['stolen']) . ' taken by the hypervisor')
			. ($use['throttled_ns'] > 0 ? '; kept from running for ' . Units::time($use['throttled_ns'])
				. ' by the CPU limit of their control group' : '');
	}

	/** @return array<string, mixed> */
	public function data(int $limit): array
	{
		$culprits = $this->blame->culprits();

		return ['target' => $this->target, 'samples' => $this->blame->samples(),
			'wall_ns' => array_sum(array_column($culprits, 'wall_ns')), 'count' => count($culprits),
			'culprits' => array_slice($culprits, 0, $limit), 'processors' => $this->blame->processors(),
			'refused' => LeftOut::data($this->blame->refused())];
	}
}
