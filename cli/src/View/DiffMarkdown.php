<?php
declare(strict_types=1);

namespace XHProf\Cli\View;

use XHProf\Cli\Metric\Metric;
use XHProf\Cli\Statistics\Noise;
use XHProf\Cli\Terminal\Text;
use XHProf\Cli\Terminal\Units;

/** A diff as Markdown, for the comment on a pull request. */
final class DiffMarkdown
{
	public function __construct(private readonly DiffView $view)
	{
	}

	public function text(int $limit): string
	{
		return '### xhprof: ' . $this->verdict() . "\n\n" . $this->differences()
			. $this->words() . $this->totals() . $this->checks() . $this->functions($limit)
			. '<sub>' . trim(strtr($this->view->note(), ['~' => '≈'])) . "</sub>\n";
	}

	private function verdict(): string
	{
		$failed = count(array_filter($this->view->checks, static fn (array $check): bool => $check['broken'] === true));

		return ($this->view->diff->differences() === [] ? '' : 'not comparable, ') . ($failed > 0 ? "$failed threshold"
			. ($failed > 1 ? 's' : '') . ' exceeded, ' : ($this->view->isUnclear() ? 'cannot tell, ' : ''))
			. $this->view->words->summary() . ($this->view->words->isNoise ? ', within noise' : '')
			. ($this->view->diff->isMany() ? ', ' . $this->view->diff->basis() : '');
	}

	private function words(): string
	{
		return implode('', array_map(static fn (array $part): string => $part['name'] ? Text::markdown($part['text'])
			: strtr($part['text'], ['>' => '&gt;']), $this->view->words->parts())) . "\n\n";
	}

	private function totals(): string
	{
		$text = "| | before | after | change | 95 % interval |\n|---|--:|--:|--:|--:|\n";
		foreach ($this->view->totals as ['metric' => $metric, 'before' => $before, 'after' => $after,
			'interval' => $interval, 'relative' => $relative]) {
			$text .= "| $metric->label | {$metric->text($before)} | {$metric->text($after)} | "
				. rtrim(DiffView::signed($metric, $after - $before) . ' ' . Units::change($before, $after)) . ' | '
				. DiffView::within($metric, $relative, $interval) . " |\n";
		}

		return "$text\n";
	}

	private function checks(): string
	{
		$text = '';
		foreach ($this->view->checks as ['threshold' => $threshold, 'before' => $before, 'after' => $after,
			'broken' => $broken, 'interval' => $interval, 'relative' => $relative]) {
			$text .= '* ' . ($broken === null ? '❔ cannot tell' : ($broken ? '❌ failed' : '✅ ok'))
				. ': ' . Text::markdown($threshold->text) . ', ' . $threshold->metric->text($before)
				. ' → ' . $threshold->metric->text($after) . rtrim(' ' . Units::change($before, $after))
				. DiffView::behind(DiffView::within($threshold->metric, $relative, $interval)) . "\n";
		}

		return $text === '' ? '' : "$text\n";
	}

	private function differences(): string
	{
		$text = $this->view->diff->differencesText();

		$sampled = $this->view->diff->sampledDifferently();

		return ($text === '' ? '' : '⚠️ **not comparable**: ' . Text::markdown($text) . "\n\n")
			. ($sampled === '' ? '' : "⚠️ $sampled\n\n");
	}

	private function functions(int $limit): string
	{
		$changed = $this->view->changed();
		if ($changed === []) {
			return "No function differs.\n\n";
		}
		$own = Metric::of('own_wt');
		$text = "<details><summary>Functions</summary>\n\n| own change | before | after | calls | function |\n"
			. "|--:|--:|--:|--:|---|\n";
		foreach (array_slice($changed, 0, $limit, true) as $name => $change) {
			$isNoise = Noise::hides($this->view->intervalOf((string) $name));
			[$before, $after] = [$this->view->diff->before[$name] ?? null, $this->view->diff->after[$name] ?? null];
			$text .= '| ' . ($isNoise ? '≈ ' : '') . DiffView::signed($own, DiffView::number($change, 'own_wall_ns'))
				. ' | ' . ($before === null ? '-' : $own->text($own->value($before)))
				. ' | ' . ($after === null ? '-' : $own->text($own->value($after)))
				. ' | ' . (DiffView::number($change, 'calls') === 0 ? ''
					: Units::signed(DiffView::number($change, 'calls')))
				. ' | ' . Text::markdown((string) $name) . " |\n";
		}
		$more = count($changed) - $limit;

		return $text . ($more > 0 ? "\n" . Units::count($more) . " more\n" : '') . "\n</details>\n\n";
	}
}
