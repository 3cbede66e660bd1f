<?php
declare(strict_types=1);

namespace XHProf\Cli\Comparison;

use XHProf\Cli\Metric\Metric;
use XHProf\Cli\Problem;
use XHProf\Cli\Statistics\Bootstrap;
use XHProf\Cli\Terminal\Duration;

/**
 * A limit for runs: how much worse one may be than the one before, "wt>+10%", "own_wt[Foo::bar]>+5ms", "ct>100000"; or
 * with which power of the size a cost may grow, "growth[Foo::bar]>1.2", "own_growth>2".
 *
 * @api
 */
final class Threshold
{
	private const UNITS = [
		'time' => Duration::UNITS,
		'bytes' => ['B' => 1, 'KiB' => 1 << 10, 'MiB' => 1 << 20, 'GiB' => 1 << 30],
		'calls' => ['' => 1],
	];

	private const FORM = '/^(?<metric>[\w-]+)(?:\[(?<function>.+)\])?\s*(?<operator>[<>]=?)\s*(?<sign>[+-]?)'
		. '(?<amount>(?<number>\d+(?:\.\d+)?)\s*(?<unit>%|[A-Za-z]*)'
		. '(?<more>(?:(?<!%)\s*\d+(?:\.\d+)?\s*[A-Za-z]+)*))$/sD';

	/** The cost whose growth each of these is. */
	private const GROWTH = ['growth' => 'wt', 'own_growth' => 'own_wt'];

	private function __construct(
		public readonly string $text,
		public readonly Metric $metric,
		public readonly ?string $function,
		private readonly string $operator,
		private readonly bool $isChange,
		private readonly bool $isPercent,
		private readonly float $limit,
		public readonly bool $isGrowth = false,
	) {
	}

	/** @throws Problem if the text is no threshold: the advice has examples */
	public static function parse(string $text): self
	{
		$advice = "write it like 'wt>+10%', 'mu>+2MiB', 'own_wt[Foo::bar]>+5ms', 'ct>100000'; "
			. "for run --vary 'growth[Foo::bar]>1.2'";
		if (preg_match(self::FORM, $text, $part) !== 1) {
			throw new Problem("\"$text\" is not a threshold", $advice);
		}
		if (isset(self::GROWTH[$part['metric']])) {
			return self::ofGrowth($text, $part);
		}
		$metric = Metric::of($part['metric']);
		$isPercent = $part['unit'] === '%';
		$kind = $metric->isTime() ? 'time' : ($metric->isCount() ? 'calls' : 'bytes');
		$limit = $isPercent ? (float) $part['number'] : self::limit($kind, $part);
		if ($limit === null || ($isPercent && $part['sign'] === '')) {
			$units = array_filter(array_keys(self::UNITS[$kind]));
			throw new Problem("\"$text\" is not a threshold: " . ($isPercent ? 'a percentage needs + or -'
				: ($units === [] ? 'calls have no unit' : 'its unit is one of ' . implode(', ', $units))), $advice);
		}

		return new self($text, $metric, $part['function'] === '' ? null : $part['function'], $part['operator'],
			$part['sign'] !== '', $isPercent, $part['sign'] === '-' ? -$limit : $limit);
	}

	/**
	 * The limit in a threshold. The metric decides what a unit means: "m" are minutes, as in other times, and bytes and
	 * calls have no such unit.
	 *
	 * @param array<string> $part of FORM
	 * @return float|null nanoseconds, bytes or calls; null: the unit is missing, or does not fit the metric
	 */
	private static function limit(string $kind, array $part): ?float
	{
		// "wt>+5" names no unit; only zero can do without one.
		if ($part['unit'] . $part['more'] === '' && (float) $part['number'] === 0.0) {
			return 0.0;
		}
		if ($kind === 'time') {
			return Duration::parse($part['amount']);
		}
		$scale = $part['more'] === '' ? self::UNITS[$kind][$part['unit']] ?? null : null;

		return $scale === null ? null : (float) $part['number'] * $scale;
	}

	/** @param array<string> $part of FORM */
	private static function ofGrowth(string $text, array $part): self
	{
		if ($part['sign'] . $part['unit'] . $part['more'] !== '') {
			throw new Problem("\"$text\" is not a threshold: growth is an exponent, without sign and unit",
				"write it like 'growth[Foo::bar]>1.2'");
		}

		return new self($text, Metric::of(self::GROWTH[$part['metric']]),
			$part['function'] === '' ? null : $part['function'], $part['operator'], false, false,
			(float) $part['number'], true);
	}

	/** True if the cost is the one without callees. */
	public function isOwn(): bool
	{
		return str_starts_with($this->metric->name, 'own_');
	}

	/**
	 * True if the run is beyond the limit.
	 *
	 * @param int $before nanoseconds, bytes or a number, as the metric has it; so are the other values here
	 */
	public function isBroken(int $before, int $after): bool
	{
		return $this->isBeyond($this->value($before, $after));
	}

	/**
	 * The same for sets: true only if all of the interval is beyond the limit.
	 *
	 * @param non-empty-list<int> $before
	 * @param non-empty-list<int> $after
	 * @return bool|null null: the limit lies within the interval, so that this cannot be decided
	 */
	public function isBrokenBySets(array $before, array $after): ?bool
	{
		return $this->isBrokenWithin(...Bootstrap::interval($before, $after, $this->value(...)));
	}

	/** The same for an interval: true only if all of it is beyond the limit. Null: the limit lies within. */
	public function isBrokenWithin(float $low, float $high): ?bool
	{
		[$isLow, $isHigh] = [$this->isBeyond($low), $this->isBeyond($high)];

		return $isLow === $isHigh ? $isLow : null;
	}

	private function value(int $before, int $after): int|float
	{
		$value = $this->isChange ? $after - $before : $after;
		if ($this->isPercent) {
			// From nothing to something is more than any percentage.
			return $before === 0 ? ($after === 0 ? 0 : INF * $after) : 100 * $value / abs($before);
		}

		return $value;
	}

	private function isBeyond(int|float $value): bool
	{
		return match ($this->operator) {
			'>' => $value > $this->limit,
			'>=' => $value >= $this->limit,
			'<' => $value < $this->limit,
			default => $value <= $this->limit, // "<="
		};
	}

	/**
	 * The thresholds in a file, one on each line. "#" begins a comment.
	 *
	 * @return non-empty-list<self>
	 * @throws Problem if it cannot be read, has none, or one of them is none
	 */
	public static function ofFile(string $file): array
	{
		$text = is_file($file) ? @file_get_contents($file) : false;
		if ($text === false) {
			throw new Problem("$file: " . (is_file($file) ? 'no permission to read it' : 'no such file'),
				'a file of thresholds has one a line');
		}
		$thresholds = [];
		foreach (explode("\n", $text) as $i => $line) {
			// A function's name may have "#" and the text of a query.
			$line = trim((string) preg_replace('/(^|\s)#.*$/Ds', '', $line));
			try {
				array_push($thresholds, ...($line === '' ? [] : [self::parse($line)]));
			} catch (Problem $problem) {
				throw new Problem("$file, line " . ($i + 1) . ": {$problem->getMessage()}", $problem->advice);
			}
		}

		return $thresholds !== [] ? $thresholds
			: throw new Problem("$file: there is no threshold in it", "write them like 'wt>+10%', one a line");
	}
}
