<?php
declare(strict_types=1);

namespace XHProf\Cli\Foreign;

/**
 * Splits the costs of calls within a circle into recursion levels, for files that have no levels. Each of these calls
 * is recorded with the cost of all calls that are open below it, so their sum is many times what the circle took.
 *
 * @phpstan-type Calls array<string, array{array{int, int}, array{int, int}, array<string, int>}>
 */
final class CircleCosts
{
	private const CALLS = 'calls';
	private const MEMORY = 'memory_bytes';

	/** Memory is split in the same proportion as wall time, because its own costs may be negative. */
	private const TIME = 'wall_ns';

	/** @var array<string, array<string, int>> by circle: what enters it */
	private array $entering = [];

	/** @var array<string, array<string, int>> by function: what callers outside its circle call it with */
	private array $outside = [];

	/** @var array<string, array<string, int>> by function: what the other members of its circle call it with */
	private array $inside = [];

	/** @var array<string, array<string, int>> by function, what its own cost lacks */
	private array $lacking = [];

	/** @var array<string, array<string, int>> by call, to be added at level 1 */
	private array $added = [];

	/**
	 * @param array<string, array{array{int, int}, array<string, int>}> $own by function
	 * @param Calls $calls
	 * @param array<string, string> $circles by function, the one that stands for its circle
	 */
	public function __construct(array $own, private readonly array $calls, private readonly array $circles)
	{
		foreach ($own as $key => [, $costs]) {
			$this->lacking[$key] = Whole::sums($this->lacking[$key] ?? [], $costs);
		}
		foreach ($calls as [$caller, $callee, $costs]) {
			[$from, $to] = ["$caller[0] $caller[1]", "$callee[0] $callee[1]"];
			$this->lacking[$from] = Whole::sums($this->lacking[$from] ?? [], $costs);
			$this->lacking[$to] = Whole::sums($this->lacking[$to] ?? [], $costs, -1);
			if ($circles[$from] !== $circles[$to]) {
				$this->entering[$circles[$to]] = Whole::sums($this->entering[$circles[$to]] ?? [], $costs);
				$this->outside[$to] = Whole::sums($this->outside[$to] ?? [], $costs);
			} elseif ($from !== $to) {
				$this->inside[$to] = Whole::sums($this->inside[$to] ?? [], $costs);
			}
		}
	}

	/**
	 * @return iterable<array{array{int, int}, array{int, int}, int, array<string, int>}> caller, callee, its level,
	 *     costs
	 */
	public function rows(): iterable
	{
		$this->settle();
		foreach ($this->calls as $key => [$caller, $callee, $costs]) {
			[$from, $to] = ["$caller[0] $caller[1]", "$callee[0] $callee[1]"];
			if ($this->circles[$from] !== $this->circles[$to]) {
				yield [$caller, $callee, $callee[1], $costs];
				continue;
			}
			$outermost = $from === $to ? [] : $this->outermost($to, $costs);
			if ($outermost !== []) {
				yield [$caller, $callee, $callee[1], $outermost];
			}
			yield [$caller, $callee, max(1, $callee[1]),
				Whole::sums(Whole::sums($costs, $outermost, -1), $this->added[$key] ?? [])];
		}
	}

	/**
	 * The outermost part of a call from within the circle: the part made while no call of the function is open yet. In
	 * total, this part cannot be more than what entered the circle through other functions.
	 *
	 * @param array<string, int> $costs
	 * @return array<string, int>
	 */
	private function outermost(string $to, array $costs): array
	{
		$parts = [];
		foreach ($costs as $column => $_) {
			$inside = $this->inside[$to][$column] ?? 0;
			$room = ($this->entering[$this->circles[$to]][$column] ?? 0) - ($this->outside[$to][$column] ?? 0);
			$parts[$column] = $inside > 0 ? max(0.0, min(1.0, $room / $inside)) : 0.0;
		}
		$parts[self::MEMORY] = $parts[self::CALLS] = $parts[self::TIME] ?? 0.0;
		if ($parts[self::TIME] === 0.0) {
			return [];
		}
		$outermost = [];
		foreach ($costs as $column => $cost) {
			$outermost[$column] = (int) round($parts[$column] * $cost);
		}
		$outermost[self::CALLS] = min($costs[self::CALLS], max(1, $outermost[self::CALLS]));

		return $outermost;
	}

	/**
	 * Makes the own costs equal to those in the file. If a member's own cost is too low, the rest is taken from other
	 * members, through calls of the circle at level 1, which no function's sum counts.
	 */
	private function settle(): void
	{
		$members = [];
		foreach ($this->circles as $key => $circle) {
			$members[$circle][] = $key;
		}
		foreach ($members as $circle => $keys) {
			if (count($keys) > 1) {
				$entry = $this->entry($keys);
				$this->move($this->tree($entry, $circle, false), 1);
				$this->move($this->tree($entry, $circle, true), -1);
			}
		}
	}

	/** @param non-empty-list<string> $keys */
	private function entry(array $keys): string
	{
		$entry = $keys[0];
		foreach ($keys as $key) {
			$entry = ($this->outside[$key][self::TIME] ?? -1) > ($this->outside[$entry][self::TIME] ?? -1) ? $key
				: $entry;
		}

		return $entry;
	}

	/**
	 * @return array<string, array{string, string}> by member: that before it and the call between them, from the entry
	 *     or, reversed, to it; the nearest first
	 */
	private function tree(string $entry, string $circle, bool $isReversed): array
	{
		$next = $tree = [];
		foreach ($this->calls as $call => [$caller, $callee]) {
			[$from, $to] = ["$caller[0] $caller[1]", "$callee[0] $callee[1]"];
			if ($this->circles[$from] === $circle && $this->circles[$to] === $circle) {
				$next[$isReversed ? $to : $from][] = [$isReversed ? $from : $to, $call];
			}
		}
		for ($queue = [$entry], $at = 0; $at < count($queue); $at++) {
			foreach ($next[$queue[$at]] ?? [] as [$member, $call]) {
				if ($member !== $entry && !isset($tree[$member])) {
					$tree[$member] = [$queue[$at], $call];
					$queue[] = $member;
				}
			}
		}

		return $tree;
	}

	/**
	 * Moves what the members lack along a tree, the farthest member first. A time moves only in one direction, because
	 * no call may lose time.
	 *
	 * @param array<string, array{string, string}> $tree
	 */
	private function move(array $tree, int $sign): void
	{
		foreach (array_reverse($tree) as $member => [$before, $call]) {
			foreach ($this->lacking[$member] ?? [] as $column => $lacking) {
				if ($column !== self::CALLS && ($sign * $lacking > 0 || $column === self::MEMORY)) {
					$this->added[$call] = Whole::sums($this->added[$call] ?? [], [$column => $sign * $lacking]);
					$this->lacking[$before] = Whole::sums($this->lacking[$before] ?? [], [$column => $lacking]);
					$this->lacking[$member][$column] = 0;
				}
			}
		}
	}
}
