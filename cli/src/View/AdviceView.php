<?php
declare(strict_types=1);

namespace XHProf\Cli\View;

use XHProf\Cli\Advise\Call;
use XHProf\Cli\Advise\Defect;
use XHProf\Cli\Advise\Gathered;
use XHProf\Cli\Terminal\Terminal;
use XHProf\Cli\Terminal\Text;
use XHProf\Cli\Terminal\Units;

/**
 * Findings: on a terminal, as Markdown, as JSON.
 *
 * @phpstan-import-type Row from Gathered
 */
final class AdviceView
{
	public function __construct(private readonly Gathered $gathered, private readonly string $title,
		private readonly Terminal $terminal)
	{
	}

	public function text(): string
	{
		$rows = $this->gathered->rows();
		$text = $this->terminal->style($this->head(count($rows)), 'bold') . "\n";
		foreach ($rows as $i => $row) {
			$finding = $row['finding'];
			$text .= "\n" . $this->terminal->style(Text::cut(($i + 1) . ". $finding->text", $this->terminal->width),
				'bold') . "\n" . $this->field('rule', $finding->id)
				. $this->field('cost', $this->cost($row)) . implode('',
					array_map(fn (string $where): string => $this->field('where', $where), self::where($finding)))
				. implode('', array_map(fn (string $why): string => $this->field('why', $why), $finding->evidence))
				. $this->field('try', $finding->change)
				. ($row['caution'] === null ? '' : $this->field('', $row['caution'])) . '         '
				. $finding->proof->text($row['run'], $row['file']) . "\n";
		}

		return $text . $this->notAsked();
	}

	public function markdown(): string
	{
		$rows = $this->gathered->rows();
		$text = '**' . $this->head(count($rows)) . "**\n";
		foreach ($rows as $i => $row) {
			$finding = $row['finding'];
			$text .= "\n" . ($i + 1) . '. **' . self::escaped($finding->text) . "** ($finding->id): "
				. $this->cost($row) . "\n";
			foreach ([...self::where($finding), ...$finding->evidence] as $line) {
				$text .= '   * ' . self::escaped($line) . "\n";
			}
			$text .= '   * Try: ' . self::escaped($finding->change)
				. ($row['caution'] === null ? '' : "\n   * " . self::escaped(ucfirst($row['caution'])))
				. "\n\n     ```sh\n     " . $finding->proof->text($row['run'], $row['file']) . "\n     ```\n";
		}

		return $text;
	}

	private function head(int $count): string
	{
		$of = ($this->gathered->runs === 1 ? '' : Units::count($this->gathered->runs) . ' runs, ')
			. 'wall ' . Units::time($this->gathered->wallNs) . ($this->gathered->profilerNs > 0
				? " without the profiler's " . Units::time($this->gathered->profilerNs) : '');

		$rules = count($this->gathered->asked) . ' rules';
		$found = $count === 0 ? "no findings: $rules checked " : Units::of($count, 'finding') . ", by $rules: ";

		return $found . Text::plain($this->title) . ", $of";
	}

	/** @param Row $row */
	private function cost(array $row): string
	{
		$finding = $row['finding'];
		$cost = match (true) {
			$finding->costBytes !== null => Units::bytes($finding->costBytes) . ' of the peak',
			$row['cost_ns'] === 0 => 'unknown',
			default => Units::time($row['cost_ns']) . ', ' . Units::percent($this->gathered->share($row), 1) . ' %'
				. ($finding->isOfProfiler ? ' as recorded' : ''),
		};

		return $cost . ($row['calls'] === null ? '' : ', ' . Units::of($row['calls'], 'call'))
			. ($this->gathered->runs > 1 ? ", in $row[runs] of {$this->gathered->runs} runs" : '');
	}

	/** @return list<string> the call path, its middle left out if it is long, and the line to change */
	private static function where(Defect $finding): array
	{
		$names = array_map(static fn (Call $call): string => Text::function($call->function),
			$finding->at?->path() ?? []);
		if (count($names) > 6) {
			$names = [$names[0], '...', ...array_slice($names, -4)];
		}
		[$file, $line] = $finding->place();

		return array_values(
			array_filter([implode(' > ', $names), $file === null ? '' : $file . ($line === null ? '' : ":$line")]));
	}

	private function field(string $name, string $text): string
	{
		$lines = explode("\n", wordwrap(Text::plain($text), max(20, $this->terminal->width - 9), "\n"));

		return '  ' . str_pad($name, 7) . implode("\n         ", $lines) . "\n";
	}

	private function notAsked(): string
	{
		$text = $this->gathered->notAsked === [] ? '' : "\nnot checked:\n";
		foreach ($this->gathered->notAsked as $id => $need) {
			$text .= "  $id needs $need\n";
		}

		return $this->terminal->style($text, $text === '' ? '' : 'dim');
	}

	private static function escaped(string $text): string
	{
		return (string) preg_replace('/[\\\\`*_<>|\[\]]/', '\\\\$0', Text::plain($text));
	}
}
