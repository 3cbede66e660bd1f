<?php
declare(strict_types=1);

namespace XHProf\Cli\View;

use XHProf\Cli\Live\Recorder;
use XHProf\Cli\Metric\Metric;
use XHProf\Cli\Process\CommandLine;
use XHProf\Cli\Run\RunFormat;
use XHProf\Cli\Statistics\ShareErrors;
use XHProf\Cli\Terminal\Terminal;
use XHProf\Cli\Terminal\Text;
use XHProf\Cli\Terminal\Units;
use XHProf\Profile;

/**
 * The result of a recording.
 *
 * @phpstan-import-type Totals from Recorder
 * @phpstan-type Saved array{value: string|null, profile: Profile, file: string}
 */
final class RecordView
{
	private const ROWS = 10;

	/** @var Totals */
	private readonly array $totals;

	/** @param bool $wasAsked false: the samples were in the rings already */
	public function __construct(
		private readonly Recorder $recorder,
		private readonly Terminal $terminal,
		private readonly string $target,
		private readonly int $tookNs,
		private readonly bool $wasAsked,
	) {
		$this->totals = $recorder->totals();
	}

	/** @param non-empty-list<Saved> $saved */
	public function text(array $saved, string $format): string
	{
		$text = $this->processes() . "\n" . $this->sampling($saved) . "\n" . $this->warnings();
		if ($saved[0]['value'] === null) {
			$report = new RunView($saved[0]['profile'], $this->terminal, $this->target,
				$this->wasAsked ? $this->tookNs : null);
			$text .= "\n" . $report->head() . "\n" . $report->table(self::ROWS, Metric::of('own_wt'));
			if ($saved[0]['file'] === '-') {
				return $text;
			}
		} else {
			$text .= $this->sources($saved) . "\n" . $this->values($saved);
		}
		$file = $saved[0]['file'];

		return $text
			. (count($saved) > 1 ? '' : "\nfile:  $file ($format, " . Units::bytes((int) @filesize($file)) . ")\n")
			. (RunFormat::keepsRun($format) ? (count($saved) > 1 ? "\n" : '') . 'more:  '
				. CommandLine::of(['xhprof', 'open', CommandLine::file($file)]) . "\n" : '');
	}

	/**
	 * @param non-empty-list<Saved> $saved
	 * @return array<string, mixed>
	 */
	public function data(array $saved, string $format, string $by): array
	{
		[$samples, $wall] = self::sums($saved);

		return ['target' => $this->target, 'took_ns' => $this->tookNs, 'format' => $format, 'by' => $by,
			'samples' => $samples, 'effective_interval_ns' => intdiv($wall, max(1, $samples)),
			'shares_within' => max(array_map(static fn (array $row): float =>
				$row['profile']->summary()['share_error_points'] ?? 0.0, $saved)),
			'seconds_more' => $saved[0]['value'] === null
				? ShareErrors::secondsMore($saved[0]['profile'], $this->tookNs) : null]
			+ $this->totals + ['files' => array_map(static function (array $row): array {
				$summary = $row['profile']->summary();
				return ['value' => $row['value'], 'file' => $row['file'],
					'samples' => $summary['samples'] ?? 0, 'wall_ns' => $summary['wall_ns'],
					'cpu_ns' => $summary['cpu_ns'] ?? 0, 'share_error_points' => $summary['share_error_points'] ?? null,
					'effective_samples' => $summary['effective_samples'] ?? null,
					'sampled' => $summary['sampled'] ?? null];
			}, $saved),
			'refused' => LeftOut::data($this->recorder->refused())];
	}

	/**
	 * @param non-empty-list<Saved> $saved
	 * @return array{int, int} samples, and the wall time that they stand for
	 */
	private static function sums(array $saved): array
	{
		$summaries = array_map(static fn (array $row): array => $row['profile']->summary(), $saved);

		return [(int) array_sum(array_column($summaries, 'samples')),
			(int) array_sum(array_column($summaries, 'wall_ns'))];
	}

	private function processes(): string
	{
		$totals = $this->totals;
		$text = Units::of($totals['processes'], 'process', 'processes');
		$more = array_filter([$totals['started'] > 0 ? "$totals[started] started" : '',
			$totals['ended'] > 0 ? "$totals[ended] ended" : '']);

		return $this->terminal->style(($totals['processes'] === 1 && str_starts_with($this->target, 'process ')
			? $this->target : $text . ' of ' . Text::plain($this->target)) . ' for ' . Units::time($this->tookNs),
			'bold') . ($more === [] ? '' : '; ' . implode(', ', $more) . ' meanwhile');
	}

	/** @param non-empty-list<Saved> $saved */
	private function sampling(array $saved): string
	{
		[$samples, $wall] = self::sums($saved);
		$totals = $this->totals;
		$least = Units::time($totals['least_ns']);
		$most = Units::time($totals['most_ns']);

		if ($totals['sources'] === ['outside']) {
			$cost = ''; // of another process
		} else {
			$cost = '; sampling took ' . Units::number(
				100 * (float) ($totals['handler_ns'] + $totals['helper_ns']) / max(1, $this->tookNs)) . ' % of a CPU'
				. ($totals['budget'] > 0 ? "; its budget was $totals[budget] % of CPU time" : '');
		}

		return Units::of($samples, 'sample') . ', one for ' . Units::time($wall / max(1, $samples)) . ' on average'
			. ($totals['most_ns'] > 0 ? '; the interval in force was ' . ($least === $most ? $least : "$least to $most")
				: '') . ($this->wasAsked ? $cost : '');
	}

	/**
	 * The sources of the samples, in the words of a single profile's head.
	 *
	 * @param non-empty-list<Saved> $saved
	 */
	private function sources(array $saved): string
	{
		$texts = array_unique(
			array_map(static fn (array $row): string => $row['profile']->summary()['sampled'] ?? '', $saved));

		return implode('', array_map(fn (string $text): string => Text::wrap($text, $this->terminal->width) . "\n",
			array_filter($texts)));
	}

	private function warnings(): string
	{
		$totals = $this->totals;
		$lost = array_filter([
			$totals['lost_bytes'] > 0
				? Units::bytes($totals['lost_bytes']) . ' of samples were overwritten before they were read' : '',
			$totals['brief'] > 0
				? Units::of($totals['brief'], 'process', 'processes')
				. ' lived for less than a second: much of their time is missing,'
				. ' as sampling starts up to 0.25 s after a process, and misses shorter ones' : '',
			$totals['damaged'] > 0 ? Units::of($totals['damaged'], 'block was', 'blocks were') . ' damaged' : '',
			$totals['late'] > 0
				? Units::of($totals['late'], 'sample') . ' came late: the next sample stands for them' : '',
			$totals['cut'] > 0 ? Units::of($totals['cut'], 'stack was', 'stacks were') . ' cut' : '',
			$totals['functions_lost'] > 0 ? Units::of($totals['functions_lost'], 'frame is', 'frames are')
				. ' "(other)": the table of functions is full' : '',
		]);

		return implode('',
			array_map(fn (string $text): string => $this->terminal->style($text, 'yellow') . "\n", $lost))
			. LeftOut::rings($this->recorder->refused(), $this->terminal);
	}

	/** The largest error of a share; "too few" if it is too large to mean anything. */
	private static function error(Profile $profile): string
	{
		$error = $profile->summary()['share_error_points'] ?? 100.0;

		return $error > ShareErrors::MOST_POINTS ? 'too few' : Units::points($error);
	}

	/** @param non-empty-list<Saved> $saved */
	private function values(array $saved): string
	{
		[$samples, $wall] = self::sums($saved);
		$cells = min(48, max(array_map(static fn (array $row): int => strlen((string) $row['value']), $saved)));
		$text = '';
		foreach ($saved as $row) {
			$summary = $row['profile']->summary();
			$text .= Text::right(Units::percent($summary['wall_ns'], $wall), 5)
				. ' %' . Text::right(Units::time($summary['wall_ns']), 10)
				. Text::right(Units::count($summary['samples'] ?? 0), 10) . Text::right(self::error($row['profile']), 8)
				. '  ' . Text::fit((string) $row['value'], $cells) . '  ' . Text::plain($row['file']) . "\n";
		}

		return $this->terminal->style("  time      wall   samples   ± pts  value\n", 'dim') . $text;
	}
}
