<?php
declare(strict_types=1);

namespace XHProf\Cli\View;

use XHProf\Cli\Problem;
use XHProf\Cli\Terminal\Terminal;
use XHProf\Cli\Terminal\Text;
use XHProf\Cli\Terminal\Units;
use XHProf\Profile;

/**
 * The distortion by recording calls: the share of each function in the calls, and in samples of the same program.
 *
 * @phpstan-import-type Distortion from Profile
 */
final class DistortionView
{
	/** The columns before the name. */
	private const CELLS = 61;

	/** @var Distortion */
	private readonly array $found;

	private readonly string $sampled;

	/** @param Profile|null $samples of another file; null: those beside the calls */
	public function __construct(Profile $calls, ?Profile $samples, private readonly Terminal $terminal)
	{
		$this->sampled = ($samples ?? $calls)->summary()['sampled'] ?? '';
		try {
			$this->found = $calls->distortion($samples);
		} catch (\RuntimeException $e) {
			throw new Problem(Problem::reason($e),
				'xhprof run --mode both -- SCRIPT records calls and samples');
		}
	}

	/** @return array<string, mixed> */
	public function data(int $limit): array
	{
		$functions = [];
		foreach (array_slice($this->found['functions'], 0, $limit, true) as $name => $row) {
			$functions[] = ['name' => (string) $name] + $row;
		}

		return ['distortion' => ['functions' => $functions] + $this->found];
	}

	public function text(int $limit): string
	{
		$text = $this->head() . "\n" . $this->terminal
			->style('   calls  traced without  sampled          95 %    ratio    function', 'dim') . "\n";
		foreach (array_slice($this->found['functions'], 0, $limit, true) as $name => $row) {
			$ratio = $row['ratio'] === null ? '' : '× ' . Units::number($row['ratio']);
			$line = Text::right(Units::brief($row['calls']), 8) . Text::right(Units::percent($row['traced'], 1), 8)
				. Text::right($row['compensated'] === null ? '' : Units::percent($row['compensated'], 1), 8)
				. Text::right(Units::percent($row['sampled'], 1), 9)
				. Text::right(Units::percent($row['low'], 1) . ' to ' . Units::percent($row['high'], 1), 14)
				. Text::right($ratio, 9) . ($row['distorted'] ? ' !' : '  ') . '  '
				. Text::cut((string) $name, max(10, $this->terminal->width - self::CELLS));
			$text .= $this->terminal->style(rtrim($line), $row['distorted'] ? 'yellow' : '') . "\n";
		}

		return $text . Units::more(count($this->found['functions']) - $limit);
	}

	private function head(): string
	{
		$found = $this->found;
		$text = 'own ' . ($found['clock'] === 'cpu' ? 'CPU' : 'wall') . ' time in percent: recorded'
			. ($found['compensated'] ? ' (this run is without the overhead)' : '')
			. ', without the overhead of calls, and in ' . Units::count($found['samples']) . " samples\n";
		$text .= $this->sampled === '' ? '' : Text::wrap($this->sampled, $this->terminal->width) . "\n";
		if ($found['profiler'] > 0) {
			$text .= Units::percent($found['profiler'], 1)
				. " % of all samples were in the profiler itself, and are not counted\n";
		}

		return $text . ($found['distorted'] === 0 ? 'no function differs by more than chance'
			: '! ' . Units::count($found['distorted']) . ' differ by more than chance, three standard errors')
			. "\n";
	}
}
