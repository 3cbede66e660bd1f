<?php
declare(strict_types=1);

namespace XHProf\Cli\Serve;

/**
 * Two values over time, as lines of an SVG without scripts. Stretches of time are links, and releases are marked.
 *
 * @api
 * @phpstan-type Stretch array{from: int, until: int, low: int|float, high: int|float, text: string, link: string}
 */
final class Curve
{
	private const MOST_STRETCHES = 80;

	/** Lengths of stretches, in seconds. */
	private const LENGTHS = [1, 5, 10, 30, 60, 300, 600, 1800, 3600, 7200, 10800, 21600, 43200, 86400,
		172800, 604800, 2592000];

	/** Two labels that are nearer than this, in percent of the width, go on two lines. A third one is left out. */
	private const NEAR = 9.0;

	private const MOST_MARKS = 40;

	/**
	 * @param list<Stretch> $stretches in order, each from one Unix time to another, with the tooltip and address of its
	 *     link
	 * @param array<int|string, int> $marks labels to their Unix time
	 * @param array{string, string} $names of the low and the high line
	 * @param \Closure(int|float): string $unit writes a value for people
	 */
	public function __construct(private readonly array $stretches, private readonly array $marks,
		private readonly array $names, private readonly \Closure $unit)
	{
	}

	/** The length, in seconds, of the stretches into which a time of this many seconds is divided. */
	public static function length(int $seconds): int
	{
		foreach (self::LENGTHS as $length) {
			if ($seconds / $length <= self::MOST_STRETCHES) {
				return $length;
			}
		}

		return (int) ceil($seconds / self::MOST_STRETCHES);
	}

	/** The figure for Html::page(); empty if there are fewer than two stretches. */
	public function html(): string
	{
		if (count($this->stretches) < 2) {
			return '';
		}
		$from = $this->stretches[0]['from'];
		$span = $this->stretches[count($this->stretches) - 1]['until'] - $from;
		$most = self::round(max(array_column($this->stretches, 'high')) ?: 1);
		$hits = $lows = $highs = '';
		$before = null;
		foreach ($this->stretches as $one) {
			[$x, $width] = [1000 * ($one['from'] - $from) / $span, 1000 * ($one['until'] - $one['from']) / $span];
			$hits .= sprintf(
				'<a href="%s"><rect class="hit" x="%.2f" y="0" width="%.2f" height="100"><title>%s</title></rect></a>',
				Html::text($one['link']), $x, $width, Html::text($one['text']));
			$isNext = $before !== null && $before === $one['from'];
			$lows .= self::point($x, $width, 100 - 100 * $one['low'] / $most, $isNext);
			$highs .= self::point($x, $width, 100 - 100 * $one['high'] / $most, $isNext);
			$before = $one['until'];
		}

		return '<figure><figcaption><span class="low">' . Html::text($this->names[0])
			. '</span> <span class="high">' . Html::text($this->names[1]) . '</span>'
			. ($this->marks === [] ? '' : ' <span class="mark">release</span>') . "</figcaption>\n"
			. '<svg class="curve" width="100%" height="164" role="img" aria-label="'
			. Html::text($this->names[0] . ' and ' . $this->names[1] . ' over time') . '">'
			. '<line class="grid" x1="0" x2="100%" y1="34" y2="34"/><line class="grid" x1="0" '
			. 'x2="100%" y1="84" y2="84"/><line class="grid" x1="0" x2="100%" y1="134" y2="134"/>'
			. $this->marks($from, $span)
			. '<svg x="0" y="34" width="100%" height="100" viewBox="0 0 1000 100" preserveAspectRatio="none">'
			. "<path class=\"high\" d=\"$highs\"/><path class=\"low\" d=\"$lows\"/>$hits</svg>"
			. '<text x="2" y="31">' . Html::text(($this->unit)($most))
			. '</text><text x="2" y="81">' . Html::text(($this->unit)($most / 2)) . '</text>'
			. '<text x="0" y="152">' . date('Y-m-d H:i', $from) . '</text><text x="100%" y="152" text-anchor="end">'
			. date('Y-m-d H:i', $from + $span) . "</text></svg></figure>\n";
	}

	/** Rounds up to 1, 1.2, 1.6, 2, 3, 4, 5, 6 or 8 times a power of ten. */
	private static function round(int|float $most): float
	{
		$power = 10 ** floor(log10($most));
		foreach ([1, 1.2, 1.6, 2, 3, 4, 5, 6, 8] as $step) {
			if ($most <= $step * $power * 1.0001) {
				return $step * $power;
			}
		}

		return 10 * $power;
	}

	/** A line from the previous stretch, or a dash if there is none. */
	private static function point(float $x, float $width, float $y, bool $isNext): string
	{
		return $isNext ? sprintf('L%.1f %.1f', $x + $width / 2, $y)
			: sprintf('M%.1f %.1fL%.1f %.1f', $x + $width * 0.3, $y, $x + $width / 2, $y);
	}

	private function marks(int $from, int $span): string
	{
		$html = '';
		$ends = [-INF, -INF];
		foreach (array_slice($this->marks, -self::MOST_MARKS, null, true) as $label => $time) {
			$x = 100 * ($time - $from) / $span;
			if ($x < 0 || $x > 100) {
				continue;
			}
			$line = $x - $ends[0] >= self::NEAR ? 0 : ($x - $ends[1] >= self::NEAR ? 1 : null);
			$isRight = $x > 90;
			$html .= sprintf('<line class="mark" x1="%.2f%%" x2="%.2f%%" y1="4" y2="134"><title>%s</title></line>', $x,
				$x, Html::text("$label, " . date('Y-m-d H:i', $time)));
			if ($line !== null) {
				$ends[$line] = $x;
				$name = strlen((string) $label) > 16 ? substr((string) $label, 0, 12) . '…' : (string) $label;
				$html .= sprintf('<text class="mark" x="%.2f%%" dx="%d" y="%d"%s>%s</text>', $x, $isRight ? -4 : 4,
					11 + 11 * $line, $isRight ? ' text-anchor="end"' : '', Html::text($name));
			}
		}

		return $html;
	}
}
