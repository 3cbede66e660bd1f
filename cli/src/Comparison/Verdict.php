<?php
declare(strict_types=1);

namespace XHProf\Cli\Comparison;

use XHProf\Cli\Metric\Metric;
use XHProf\Cli\Run\RunSet;
use XHProf\Cli\Statistics\Bootstrap;
use XHProf\Cli\Statistics\Noise;

/**
 * Finds what became slower, by how much, and how sure this is: the change of the whole run, and its parts. Each
 * function's own cost is in exactly one part: in that of the function where the number of calls began to change, or
 * else in its own.
 *
 * @phpstan-import-type Total from SetDiff
 * @phpstan-import-type Interval from Bootstrap
 */
final class Verdict
{
	/** The part of all files that one side compiles more often than the other. */
	public const FILES = 'load::';

	/** One function replaces another if the same caller calls it as often. With fewer calls, this may be chance. */
	private const LEAST_CALLS = 3;

	/** The part of the run's time that counts as nearly all. */
	private const ALL = 0.85;

	/** Parts with a smaller share of the run are not tested: they would only make others look like chance. */
	private const LEAST_SHARE = 0.001;

	/** @var Total */
	public readonly array $total;

	/**
	 * @var list<Cause> the causes that chance does not explain, the greatest first; for single runs, those whose number
	 *     of calls changed
	 */
	public readonly array $causes;

	/** The greatest part of the rest; null: there is none. */
	public readonly ?Cause $greatest;

	/** True if no part of the rest has more or fewer calls. */
	public readonly bool $isRestAtSameCalls;

	private readonly CallChanges $calls;

	public function __construct(private readonly SetDiff $diff, private readonly Metric $own)
	{
		$this->total = $diff->total(Metric::inclusive($own->name));
		$this->calls = $diff->calls();
		$all = $this->replaced($this->parts());
		usort($all, static fn (Cause $a, Cause $b): int => abs($b->change) <=> abs($a->change));
		$this->causes = array_values(array_filter($all, static fn (Cause $cause): bool => $cause->isSure));
		$rest = array_values(array_filter($all, static fn (Cause $cause): bool => !$cause->isSure));
		$this->greatest = $rest[0] ?? null;
		$this->isRestAtSameCalls = array_filter($rest, static fn (Cause $cause): bool => $cause->calls !== 0) === [];
	}

	public function change(): int
	{
		return $this->total['after'] - $this->total['before'];
	}

	/**
	 * The change without some causes.
	 *
	 * @param list<Cause> $causes
	 * @return array{change: int, interval: Interval|null}
	 */
	public function restBeyond(array $causes): array
	{
		$functions = array_merge(...array_map(static fn (Cause $cause): array => $cause->functions, $causes));
		$interval = null;
		if ($this->diff->hasIntervals()) {
			$key = $this->total['metric']->key;
			$values = [];
			foreach ([[$this->diff->old, $this->diff->before],
				[$this->diff->new, $this->diff->after]] as [$set, $rows]) {
				$values[] = array_map(static fn (int $all, int $part): int => $all - $part,
					$set->values(null, $key) ?? [0], $this->values($set, $rows, $functions));
			}
			$interval = self::intervalOf($values[0], $values[1]);
		}

		return ['change' => $this->change()
			- array_sum(array_map(static fn (Cause $cause): int => $cause->change, $causes)), 'interval' => $interval];
	}

	/**
	 * True if nearly all of the run became slower, or nearly all faster, and no single function is nearly all of it.
	 */
	public function isOfAll(): bool
	{
		$same = $all = $most = 0.0;
		foreach ($this->diff->after as $name => $row) {
			[$before, $after] = [$this->diff->before[$name][$this->own->key] ?? 0, $row[$this->own->key] ?? 0];
			if (is_int($before) && is_int($after) && $before > 0) {
				$all += $before;
				$most = max($most, $before);
				$same += ($after - $before) * $this->change() > 0 ? $before : 0;
			}
		}

		return $all > 0 && $same / $all >= self::ALL && $most / $all < self::ALL;
	}

	/** @return array<string, mixed> for programs */
	public function data(): array
	{
		$rest = $this->restBeyond($this->causes);

		return ['metric' => $this->total['metric']->name,
			'change' => $this->change(), 'interval' => $this->total['interval'],
			'causes' => array_map(static fn (Cause $cause): array => $cause->data(), $this->causes),
			'rest' => $rest['change'], 'rest_interval' => $rest['interval']];
	}

	private function originOf(string $function): string
	{
		return $this->calls->isChanged($function) && str_starts_with($function, self::FILES) ? self::FILES
			: $this->calls->originOf($function);
	}

	/** @return list<Cause> */
	private function parts(): array
	{
		$members = [];
		foreach ($this->diff->after + $this->diff->before as $name => $any) {
			$members[$this->originOf((string) $name)][] = (string) $name;
		}
		$parts = $chances = [];
		foreach ($members as $origin => $functions) {
			[$old, $new] = [$this->values($this->diff->old, $this->diff->before, $functions),
				$this->values($this->diff->new, $this->diff->after, $functions)];
			$change = Bootstrap::median($new) - Bootstrap::median($old);
			$interval = $this->diff->hasIntervals() && $this->isHeavy($old, $new) ? self::intervalOf($old, $new) : null;
			$chance = $interval === null ? 1.0 : Noise::chance($change, $interval, min(count($old), count($new)));
			$parts[] = [(string) $origin, $functions, $change, $interval, $chance];
			if ($interval !== null && !$this->hasMoved((string) $origin)) {
				$chances[] = $chance;
			}
		}
		$limit = $chances === [] ? -1.0 : Noise::limitOf($chances);

		return array_map(fn (array $part): Cause => $this->cause($part[0], $part[1], $part[2], $part[3],
			$part[4] <= $limit), $parts);
	}

	/**
	 * @param non-empty-list<int> $old
	 * @param non-empty-list<int> $new
	 */
	private function isHeavy(array $old, array $new): bool
	{
		return max(Bootstrap::median($old), Bootstrap::median($new)) >= self::LEAST_SHARE
			* max(abs($this->total['before']), abs($this->total['after']));
	}

	/**
	 * @param non-empty-list<int> $old
	 * @param non-empty-list<int> $new
	 * @return Interval of the change
	 */
	private static function intervalOf(array $old, array $new): array
	{
		return Bootstrap::interval($old, $new, static fn (int $before, int $after): int => $after - $before);
	}

	/**
	 * @param list<string> $functions
	 * @param Interval|null $interval null: there are too few runs, or its share of the run is too small
	 * @param bool $isFound chance does not explain the change
	 */
	private function cause(string $origin, array $functions, int $change, ?array $interval, bool $isFound): Cause
	{
		$hasOtherCalls = $this->hasMoved($origin);
		$calls = !$hasOtherCalls ? 0 : ($origin === self::FILES
			? array_sum(array_map($this->calls->of(...), $functions)) : $this->calls->of($origin));
		// More calls do not make a program faster, so that would be chance. But they may free memory.
		$isSure = $this->diff->hasIntervals()
			? $interval !== null && ($hasOtherCalls || $isFound) && !Noise::hides($interval)
			: $hasOtherCalls && ($calls * $change >= 0 || !$this->own->isTime());

		return new Cause($origin, $hasOtherCalls ? $this->calls->callerOf($origin) : null, null, $functions, $change,
			$isSure ? $interval : null, $calls, $isSure);
	}

	/** True if its number of calls changed. */
	private function hasMoved(string $origin): bool
	{
		return $origin === self::FILES || $this->calls->isChanged($origin);
	}

	/**
	 * The costs of several functions together, by run.
	 *
	 * @param array<string, array<string, mixed>> $rows
	 * @param list<string> $functions
	 * @return non-empty-list<int>
	 */
	private function values(RunSet $set, array $rows, array $functions): array
	{
		$sum = array_fill(0, max(1, $set->count()), 0);
		foreach ($functions as $function) {
			$values = $set->isMany() ? $set->values($function, $this->own->key) ?? []
				: [$rows[$function][$this->own->key] ?? 0];
			foreach ($values as $i => $value) {
				$sum[$i] = ($sum[$i] ?? 0) + (is_int($value) ? $value : 0);
			}
		}

		return array_values($sum);
	}

	/**
	 * Joins the parts of two functions if one is called in place of the other, by the same caller and as often.
	 *
	 * @param list<Cause> $parts
	 * @return list<Cause>
	 */
	private function replaced(array $parts): array
	{
		$gone = [];
		foreach ($parts as $i => $part) {
			if ($part->caller !== null && !isset($this->diff->after[$part->function])) {
				$gone[$part->caller][$i] = $part;
			}
		}
		foreach ($parts as $i => $part) {
			$before = $part->caller === null || isset($this->diff->before[$part->function]) ? []
				: array_filter($gone[$part->caller] ?? [],
					static fn (Cause $other): bool => $part->calls === -$other->calls
						&& $part->calls >= self::LEAST_CALLS);
			if ($before === []) {
				continue;
			}
			uasort($before, static fn (Cause $a, Cause $b): int => $a->change <=> $b->change);
			$at = array_key_first($before);
			$parts[$i] = $this->joined($part, $before[$at]);
			unset($parts[$at], $gone[$part->caller][$at]);
		}

		return array_values($parts);
	}

	private function joined(Cause $new, Cause $gone): Cause
	{
		$functions = [...$new->functions, ...$gone->functions];
		$interval = $this->diff->hasIntervals()
			? self::intervalOf($this->values($this->diff->old, $this->diff->before, $functions),
				$this->values($this->diff->new, $this->diff->after, $functions)) : null;

		return new Cause($new->function, $new->caller, $gone->function, $functions, $new->change + $gone->change,
			$interval, $new->calls + $gone->calls, !Noise::hides($interval));
	}
}
