<?php
declare(strict_types=1);

namespace XHProf\Cli\Comparison;

use XHProf\Profile;

/**
 * Finds where more or fewer calls of a function begin, by call paths. Pairs of caller and callee are not enough: if all
 * SQL of a site goes through one method, the calls that this method makes do not say who called it.
 */
final class PathChanges
{
	/** More paths than this take too much memory. */
	private const MOST_PATHS = 100_000;

	/** A place explains the change if it explains more than this part of all that changed, more calls and fewer. */
	private const LEAST_EXPLAINED = 0.5;

	/** @var list<string> the function of each path, callers before callees */
	private array $functions = [];

	/** @var list<int> the path of the caller; -1: there is none */
	private array $parents = [];

	/** @var array<int, array<int, float>> calls in a run, before (0) and after (1), by path */
	private array $calls = [[], []];

	/** @var array<string, string> the place where most of the change began, by function */
	private array $places = [];

	/** @param array<string, true> $changed functions that are called more or less often */
	private function __construct(Profile $before, Profile $after, array $changed)
	{
		$known = [];
		foreach ([$before, $after] as $side => $run) {
			$this->add($run, $side, $known);
		}
		unset($known);
		$this->findPlaces($changed);
	}

	/**
	 * @param array<string, true> $changed functions that are called more or less often
	 * @return self|null null: a run has no call paths, or too many
	 */
	public static function of(Profile $before, Profile $after, array $changed): ?self
	{
		$counts = [$before->summary()['nodes'], $after->summary()['nodes']];

		return $changed === [] || min($counts) === 0 || max($counts) > self::MOST_PATHS ? null
			: new self($before, $after, $changed);
	}

	/**
	 * The function where most of the change began: its caller calls it more or less often, and all calls below follow
	 * from this. Null: there is no such function.
	 */
	public function placeOf(string $function): ?string
	{
		return $this->places[$function] ?? null;
	}

	/** @param array<string, int> $known the number of a path, by the number of its caller's path and the function */
	private function add(Profile $run, int $side, array &$known): void
	{
		$runs = max(1, $run->summary()['runs']);
		$numbers = [];
		foreach ($run->nodes() as $node) {
			$parent = $node['parent'] === null ? -1 : $numbers[$node['parent']];
			$number = $known["$parent $node[function]"] ??= count($this->functions);
			if ($number === count($this->functions)) {
				$this->functions[] = $node['function'];
				$this->parents[] = $parent;
				$this->calls[0][] = $this->calls[1][] = 0.0;
			}
			$this->calls[$side][$number] += $node['calls'] / $runs;
			$numbers[] = $number;
		}
	}

	/** @param array<string, true> $changed */
	private function findPlaces(array $changed): void
	{
		$places = $parts = [];
		foreach ($this->functions as $number => $function) {
			$change = $this->calls[1][$number] - $this->calls[0][$number];
			if ($change === 0.0 || !isset($changed[$function])) {
				continue;
			}
			$place = $places[$this->parents[$number]] ?? null;
			$places[$number] = $place !== null && $this->explains($this->parents[$number], $number)
				? $place : $function;
			$parts[$function][$places[$number]] = ($parts[$function][$places[$number]] ?? 0.0) + $change;
		}
		foreach ($parts as $function => $changes) {
			// If more calls here and fewer there cancelled out, two places would each explain all of the little that is
			// left.
			$all = array_sum(array_map(abs(...), $changes));
			foreach ($changes as $place => $change) {
				if (abs($change) > self::LEAST_EXPLAINED * $all) {
					$this->places[$function] = (string) $place;
				}
			}
		}
	}

	/** True if the calls of the caller's path explain the change. */
	private function explains(int $caller, int $callee): bool
	{
		[$before, $after] = [$this->calls[0][$caller], $this->calls[1][$caller]];
		$change = $this->calls[1][$callee] - $this->calls[0][$callee];
		$explained = $before === 0.0 || $after === 0.0 ? $change
			: $this->calls[0][$callee] / $before * ($after - $before);

		return $explained / $change >= self::LEAST_EXPLAINED;
	}
}
