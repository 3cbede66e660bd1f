<?php
declare(strict_types=1);

namespace XHProf\Cli\Growth;

use XHProf\Cli\Metric\Metric;
use XHProf\Cli\Problem;
use XHProf\Cli\Run\RunSet;
use XHProf\Cli\Statistics\Bootstrap;
use XHProf\Cli\Statistics\PowerFit;
use XHProf\Cli\Statistics\ShareErrors;
use XHProf\Cli\Terminal\Text;

/**
 * Finds the power of the size with which the calls and the costs of functions grow, from runs of several sizes. If
 * there are several runs of a size, their medians count. If there is no fit, a string in its place says why.
 *
 * @phpstan-type Fit PowerFit|string
 * @phpstan-type GrowthRow array{function: string, rank: int, share: float|null, calls: Fit, own: Fit, inclusive: Fit}
 */
final class Growth
{
	/**
	 * Ranks of functions: those that cost something themselves, those that cost something by their callees, and the
	 * rest.
	 */
	public const OWN = 0;
	public const CALLEES = 1;
	public const SMALL = 2;

	/** The least shares of the cost, at the greatest size, for the first two ranks. */
	private const OWN_SHARE = 0.01;
	private const CALLEES_SHARE = 0.1;

	/**
	 * Smaller values say nothing about a function: an interrupt, a page fault or a cold cache costs as much time, and
	 * rounding as much memory.
	 */
	private const LEAST_NS = 10_000;
	private const LEAST_BYTES = 1024;

	/** With samples, a value must be this many times its error. */
	private const LEAST_ERRORS = 2;

	private readonly Metric $own;
	private readonly Metric $inclusive;

	/** @var list<array<string, array<string, mixed>>> the functions of each size */
	private readonly array $functions;

	/** @var non-empty-list<array{float, RunSet}> by size, ascending */
	public readonly array $sets;

	/** @param list<array{float, RunSet}> $sets by size, ascending */
	public function __construct(array $sets, string $by)
	{
		if (count($sets) < PowerFit::LEAST) {
			throw new Problem('there are runs of ' . count($sets)
				. ' sizes only, and growth needs at least ' . PowerFit::LEAST,
				'two points fit any curve');
		}
		$this->sets = $sets;
		$this->own = Metric::own($by);
		$this->inclusive = Metric::inclusive($by);
		if ($this->isOfCalls() && $this->isSampled()) {
			throw new Problem('samples do not count calls', 'use --by wall, or runs of another mode');
		}
		$functions = [];
		foreach ($sets as [, $set]) {
			$functions[] = $set->profile()->functions();
			foreach ([$this->own, $this->inclusive] as $metric) {
				$metric->value($functions[count($functions) - 1]['main()'] ?? [$metric->key => 0]);
			}
		}
		$this->functions = $functions;
	}

	/** @return list<GrowthRow> all functions by rank, and within a rank those that grow fastest first */
	public function rows(): array
	{
		$names = array_keys(array_replace(...$this->functions));
		$rows = array_map(fn (int|string $name): array => $this->row((string) $name), $names);
		$exponent = static fn (array $row): float => $row['own'] instanceof PowerFit && !$row['own']->isUnclear()
			? round($row['own']->exponent, 1) : -INF;
		usort($rows, static fn (array $a, array $b): int => [$a['rank'], $exponent($b), $b['share']]
			<=> [$b['rank'], $exponent($a), $a['share']]);

		return $rows;
	}

	/** @return GrowthRow */
	public function of(string $function): array
	{
		$names = array_map(strval(...), array_keys(array_replace(...$this->functions)));
		if (!in_array($function, $names, true)) {
			$near = Text::nearest($function, $names);
			throw new Problem("no run has the function \"$function\"",
				$near === null ? '--limit 1000 lists more names' : "did you mean $near?");
		}

		return $this->row($function);
	}

	/** @return GrowthRow */
	private function row(string $name): array
	{
		$whole = Bootstrap::median($this->sets[count($this->sets) - 1][1]->values(null, $this->inclusive->key) ?? [0]);
		$share = $whole > 0 ? $this->last($name, $this->own) / $whole : null;
		$isOfCallees = $whole > 0 && $this->last($name, $this->inclusive) / $whole >= self::CALLEES_SHARE;

		return ['function' => $name,
			'rank' => $share >= self::OWN_SHARE ? self::OWN : ($isOfCallees ? self::CALLEES : self::SMALL),
			'share' => $share, 'calls' => $this->isSampled() ? 'not counted' : $this->fit($name, Metric::of('ct')),
			'own' => $this->fit($name, $this->own), 'inclusive' => $this->fit($name, $this->inclusive)];
	}

	/** The cost at the greatest size. */
	private function last(string $name, Metric $metric): int
	{
		return $this->value(count($this->sets) - 1, $name, $metric) ?? 0;
	}

	/** The median cost at a size; null: the function did not run there, or the cost was not recorded. */
	private function value(int $place, string $name, Metric $metric): ?int
	{
		$values = isset($this->functions[$place][$name]) ? $this->sets[$place][1]->values($name, $metric->key) : null;

		return $values === null ? null : Bootstrap::median($values);
	}

	/** @return Fit */
	private function fit(string $name, Metric $metric): PowerFit|string
	{
		$points = [];
		$ran = 0;
		foreach ($this->sets as $place => [$size]) {
			$value = $this->value($place, $name, $metric);
			$ran += $value === null ? 0 : 1;
			if ($value !== null && $value >= $this->least($place, $name, $metric)) {
				$points[] = [$size, (float) $value];
			}
		}
		if (count($points) >= PowerFit::LEAST) {
			return PowerFit::of($points);
		}
		$least = $this->isSampled() ? 'too few samples' : 'below ' . $metric->text(self::leastOf($metric));

		return $ran < PowerFit::LEAST ? ($ran === 1 ? 'at 1 size' : "at $ran sizes") : $least;
	}

	private function least(int $place, string $name, Metric $metric): float
	{
		$least = self::leastOf($metric);

		return !$this->isSampled() ? $least
			: max($least, self::LEAST_ERRORS * ShareErrors::ns($this->sets[$place][1]->profile(),
				$this->functions[$place][$name] ?? null, $metric->key));
	}

	private static function leastOf(Metric $metric): int
	{
		return $metric->isTime() ? self::LEAST_NS : ($metric->isCount() ? 1 : self::LEAST_BYTES);
	}

	public function isSampled(): bool
	{
		return $this->sets[0][1]->profile()->summary()['mode'] === 'sample';
	}

	/** @return list<string> why exponents may be wrong */
	public function doubts(): array
	{
		$jit = $lost = 0;
		foreach ($this->sets as [, $set]) {
			$own = (array) ($set->profile()->meta()['xhprof'] ?? []);
			$jit += ($own['jit'] ?? false) === true ? 1 : 0;
			$summary = $set->profile()->summary();
			$lost += $summary['truncated_calls'] + $summary['unrecorded_calls'];
		}

		return array_values(array_filter([
			$jit === 0 ? '' : 'the JIT was on: it compiles frequently run code, so that costs grow less than the work',
			$lost === 0 ? ''
				: "$lost calls lack a path or were not recorded, and their functions grow faster than shown: "
				. '--mode hier, or more xhprof.max_nodes',
		]));
	}

	/** True if the cost is the number of calls, which callees do not add to. */
	public function isOfCalls(): bool
	{
		return $this->own->name === 'ct';
	}

	/** The name of the cost, such as "wall". */
	public function label(): string
	{
		return $this->inclusive->label;
	}

	public function key(): string
	{
		return $this->inclusive->key;
	}
}
