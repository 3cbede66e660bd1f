<?php
/**
 * The results of run.php as a chart, for README.md: how much longer programs take under each profiler.
 *
 *     php bench/chart.php RESULTS.json >docs/overhead.svg     what `run.php --json` wrote; `run.php --svg` does both
 *
 * The chart has its own background, light or dark as the reader's system is.
 */

declare(strict_types=1);

namespace Bench;

/**
 * Variants of run.php to what the chart calls them, in its order. Others of the same shape follow by their own names.
 */
const BARS = [
	'xhprof 1 ms samples' => 'xhprof, a sample each ms',
	'excimer 1 ms samples' => 'excimer, a sample each ms',
	'two clocks' => 'two reads of the clock a call',
	'xhprof none' => 'xhprof',
	'xhprof cpu+memory' => 'xhprof, CPU and memory',
	'xhprof tree' => 'xhprof, call tree',
	'spx' => 'spx',
	'tideways none' => 'tideways',
	'tideways cpu+memory' => 'tideways, CPU and memory',
	'xdebug profile' => 'xdebug',
];

/** Programs of cases.php. */
const CHART_PROGRAMS = ['PHP-Parser', 'Twig, render', 'Twig, compile', 'Parsedown', 'Symfony'];

const CHART_WIDTH = 760;
const CHART_LABELS = 190; // what the names have of it
const CHART_VALUES = 150;
const CHART_ROW = 24;
const CHART_MARGIN = 20;

/**
 * @param array{environment: array<string, string>, configs: array<string, array<string,
 *     array<string, array{ratio: float}>>>} $result
 */
function render_chart(array $result): string
{
	$figures = $result['configs']['plain'] ?? reset($result['configs']);
	$programs = array_values(array_intersect(CHART_PROGRAMS, array_keys($figures['not loaded'])));
	$y = CHART_MARGIN + 16;
	$body = chart_text(CHART_MARGIN, $y, 'How many times as long programs take while they are profiled', 'title');
	$y += 20;
	$body .= chart_text(CHART_MARGIN, $y, 'Mean of ' . count($programs)
		. ' programs, in brackets the least and the most. 1 is PHP without a profiler.', 'note');
	[$bars, $y] = chart_bars(chart_ratios($figures, $programs), $y + 12);
	$body .= $bars;
	$y += CHART_ROW;
	$body .= chart_text(CHART_MARGIN, $y, 'Programs: ' . implode('; ', $programs) . '.', 'note');
	$y += 18;
	$body .= chart_text(CHART_MARGIN, $y, chart_source($result['environment']), 'note');

	return chart_frame($body, $y + CHART_MARGIN - 4);
}

/** @return array<string, list<float>> label to the ratios of the programs */
function chart_ratios(array $figures, array $programs): array
{
	$ratios = [];
	foreach (chart_variants(array_keys($figures)) as $variant => $label) {
		$ratios[$label] = array_map(static fn (string $program): float => $figures[$variant][$program]['ratio'],
			$programs);
	}

	return $ratios;
}

/**
 * @param list<string> $measured
 * @return array<string, string> variant to label: ours first, then the peers
 */
function chart_variants(array $measured): array
{
	$bars = [];
	foreach (BARS as $variant => $label) {
		foreach ($measured as $name) {
			// A peer given by --peer is "NAME WAY"; what profiles nothing is no bar.
			if ($name === $variant
				|| ($variant === 'spx' && str_starts_with($name, 'spx ') && !str_ends_with($name, ' off'))) {
				$bars[$name] = $label;
			}
		}
	}

	return $bars;
}

/**
 * @param array<string, list<float>> $ratios
 * @return array{string, int} the bars, and where they end
 */
function chart_bars(array $ratios, int $y): array
{
	$means = array_map(geometric_mean(...), $ratios);
	$scale = (CHART_WIDTH - 2 * CHART_MARGIN - CHART_LABELS - CHART_VALUES) / max($means);
	$left = CHART_MARGIN + CHART_LABELS;
	$svg = '';
	$top = $y;
	foreach ($means as $label => $mean) {
		$class = str_starts_with($label, 'xhprof') ? 'ours' : 'peer';
		$width = max(1, round($mean * $scale, 1));
		$text = '× ' . chart_number($mean) . ' (' . chart_number(min($ratios[$label])) . ' to '
			. chart_number(max($ratios[$label])) . ')';
		$svg .= chart_text($left - 10, $y + 16, $label, "$class label") . "<rect class=\"$class\" x=\"$left\" y=\""
			. ($y + 4) . "\" width=\"$width\" height=\"" . (CHART_ROW - 8) . "\" rx=\"2\"/>\n"
			. chart_text((int) ($left + $width + 8), $y + 16, $text, $class);
		$y += CHART_ROW;
	}
	$one = round($left + $scale, 1);

	return ["$svg<line x1=\"$one\" x2=\"$one\" y1=\"$top\" y2=\"$y\"/>\n", $y];
}

function chart_number(float $ratio): string
{
	return number_format($ratio, $ratio < 10 ? 2 : 1);
}

/** @param array<string, string> $environment */
function chart_source(array $environment): string
{
	return "bench/run.php, xhprof {$environment['xhprof']}, PHP {$environment['php']}, "
		. preg_replace('/, .*|\s+\d+-Core.*| Processor.*| @.*/', '', $environment['machine']);
}

function chart_text(int $x, int $y, string $text, string $class): string
{
	return "<text class=\"$class\" x=\"$x\" y=\"$y\">" . htmlspecialchars($text, ENT_XML1) . "</text>\n";
}

function chart_frame(string $body, int $height): string
{
	$width = CHART_WIDTH;
	$inner = [$width - 2, $height - 2];

	return <<<END_OF_SVG
		<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 $width $height" width="$width" height="$height" role="img" aria-label="overhead of profilers">
		<style>
		.frame { fill: #fff; stroke: #d1d9e0 }
		text { font: 13px -apple-system, "Segoe UI", "Noto Sans", Helvetica, Arial, sans-serif; fill: #59636e }
		.title { font-size: 16px; font-weight: 600; fill: #1f2328 }
		.program { font-weight: 600; fill: #1f2328 }
		.label { text-anchor: end }
		text.ours { font-weight: 600; fill: #0a5cc2 }
		rect.ours { fill: #0a5cc2 }
		rect.peer { fill: #b7bfc8 }
		line { stroke: #1f2328; stroke-dasharray: 2 3 }
		@media (prefers-color-scheme: dark) {
			.frame { fill: #0d1117; stroke: #3d444d }
			text { fill: #9198a1 }
			.title, .program { fill: #f0f6fc }
			text.ours { fill: #79c0ff }
			rect.ours { fill: #4493f8 }
			rect.peer { fill: #656c76 }
			line { stroke: #f0f6fc }
		}
		</style>
		<rect class="frame" x="1" y="1" width="$inner[0]" height="$inner[1]" rx="8"/>
		$body</svg>

		END_OF_SVG;
}

if (realpath($_SERVER['SCRIPT_FILENAME']) === __FILE__) {
	require __DIR__ . '/report.php';
	$result = json_decode((string) @file_get_contents($argv[1] ?? ''), true);
	if (!isset($result['configs'])) {
		fwrite(STDERR,
			"chart.php: FILE must be what run.php --json wrote: php bench/chart.php RESULTS.json >docs/overhead.svg\n");
		exit(2);
	}
	echo render_chart($result);
}
