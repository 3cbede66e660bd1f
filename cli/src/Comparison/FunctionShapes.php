<?php
declare(strict_types=1);

namespace XHProf\Cli\Comparison;

use XHProf\Cli\Statistics\Average;
use XHProf\Profile;

/**
 * The shape of each function: its callers, its callees, and how often they call. Functions with similar shapes may be
 * the same function under two names.
 *
 * A shape has a weight for each mark of a function, such as "called by main()".
 *
 * @phpstan-type Shape array<string, float>
 */
final class FunctionShapes
{
	/** @var array<string, array<string, int>> calls by callee and caller */
	private array $callers = [];

	/** @var array<string, array<string, int>> calls by caller and callee */
	private array $callees = [];

	/** @var array<string, array{file: string|null, line: int|null, calls: int}> by function */
	public readonly array $functions;

	public function __construct(Profile $run)
	{
		$runs = max(1, $run->summary()['runs']);
		$functions = [];
		foreach ($run->functions() as $name => $row) {
			$functions[(string) $name] = ['file' => $row['file'], 'line' => $row['line'],
				'calls' => Average::of($row['calls'], $runs)];
		}
		$this->functions = $functions;
		foreach ($run->pairs() as $pair => $row) {
			$names = preg_replace('/@\d+$/D', '', explode('==>', (string) $pair, 2));
			if (count($names) === 2 && $names[0] !== $names[1]) {
				$calls = intdiv((int) $row['ct'], $runs);
				$this->callers[$names[1]][$names[0]] = ($this->callers[$names[1]][$names[0]] ?? 0) + $calls;
				$this->callees[$names[0]][$names[1]] = ($this->callees[$names[0]][$names[1]] ?? 0) + $calls;
			}
		}
	}

	/** @return list<string> of its functions */
	public function names(): array
	{
		return array_map(strval(...), array_keys($this->functions));
	}

	/** @return array<string, int> calls by caller */
	public function callersOf(string $name): array
	{
		return $this->callers[$name] ?? [];
	}

	/** @return array<string, int> calls by callee */
	public function calleesOf(string $name): array
	{
		return $this->callees[$name] ?? [];
	}

	/**
	 * The shape of several functions together, by their stable names.
	 *
	 * @param list<string> $names
	 * @param callable(string): string $known the name of a caller or callee that both runs have for it
	 * @return Shape
	 */
	public function of(array $names, callable $known): array
	{
		$shape = [];
		foreach ($names as $name) {
			$own = '';
			if (count($names) > 1) {
				$own = StableName::of($name);
				$shape[$own] = ($shape[$own] ?? 0.0) + 1 + log(1 + max(0, $this->functions[$name]['calls']), 2);
			}
			foreach (['<' => $this->callers[$name] ?? [], '>' => $this->callees[$name] ?? []] as $way => $others) {
				foreach ($others as $other => $calls) {
					$mark = "$own $way " . $known((string) $other);
					$shape[$mark] = ($shape[$mark] ?? 0.0) + 1 + log(1 + max(0, $calls), 2);
				}
			}
		}

		return $shape;
	}

	/**
	 * How similar two shapes are, from 0, nothing in common, to 1.
	 *
	 * @param Shape $one
	 * @param Shape $other
	 */
	public static function likeness(array $one, array $other): float
	{
		$common = $all = 0.0;
		foreach ($one + $other as $mark => $any) {
			[$a, $b] = [$one[$mark] ?? 0.0, $other[$mark] ?? 0.0];
			$common += min($a, $b);
			$all += max($a, $b);
		}

		return $all > 0 ? $common / $all : 0.0;
	}
}
