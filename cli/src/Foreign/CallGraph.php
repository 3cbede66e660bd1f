<?php
declare(strict_types=1);

namespace XHProf\Cli\Foreign;

use XHProf\Cli\Problem;

/**
 * Functions with their own costs and the costs of their calls, from which a run without call paths is made. A function
 * is a number and a recursion level. If a file has no levels, a call within a circle may in part be a call of a
 * function that is open already. The callee then costs at level 0 no more than what enters the circle. The rest goes to
 * level 1, so that no sum counts anything twice.
 */
final class CallGraph
{
	/** The memory that the extension charges for a row. */
	private const ROW_BYTES = 448;

	/** The part by which sums may differ, because files round each cost. */
	private const ROUNDING = 0.01;

	/** The key of main(). */
	private const MAIN = FunctionTable::MAIN . ' 0';

	public readonly FunctionTable $functions;

	/** @var array<string, array{array{int, int}, array<string, int>}> own costs by function and level */
	private array $own = [];

	/** @var array<string, array{array{int, int}, array{int, int}, array<string, int>}> by caller and callee */
	private array $calls = [];

	public function __construct(private int $leftBytes)
	{
		$this->functions = new FunctionTable();
	}

	/**
	 * @param array{int, int} $function
	 * @param array<string, int> $costs
	 */
	public function addOwn(array $function, array $costs): void
	{
		$key = "$function[0] $function[1]";
		$this->leftBytes = LoadLimit::left($this->leftBytes, isset($this->own[$key]) ? 0 : self::ROW_BYTES);
		$this->own[$key] = [$function, Whole::sums($this->own[$key][1] ?? [], $costs)];
	}

	/**
	 * @param array{int, int} $caller
	 * @param array{int, int} $callee
	 * @param array<string, int> $costs of all these calls, callees included
	 */
	public function addCalls(array $caller, array $callee, int $count, array $costs): void
	{
		if ($count < 0) {
			throw new Problem("$count calls are below 0");
		}
		$key = "$caller[0] $caller[1] $callee[0] $callee[1]";
		$this->leftBytes = LoadLimit::left($this->leftBytes, isset($this->calls[$key]) ? 0 : self::ROW_BYTES);
		$this->calls[$key] = [$caller, $callee, Whole::sums($this->calls[$key][2] ?? [], ['calls' => $count] + $costs)];
	}

	/**
	 * @param array<string, mixed> $head as RunText::of() takes it
	 * @param list<string> $columns
	 */
	public function json(array $head, array $columns): string
	{
		$functions = $this->functionsByKey();
		$circles = $this->circles($functions);
		$this->callEntries($functions, $circles);
		$pairs = new PairTable();
		$none = ['calls' => 0] + array_fill_keys($columns, 0);
		$main = ['calls' => 1] + ($this->own[self::MAIN][1] ?? []) + $none;
		foreach ($this->calls as [$caller, , $costs]) {
			$main = $caller[0] === FunctionTable::MAIN ? Whole::sums($main, ['calls' => 0] + $costs) : $main;
		}
		foreach ((new CircleCosts($this->own, $this->calls, $circles))->rows() as [$caller, $callee, $level, $costs]) {
			$pairs->add($caller[0], $caller[1], $callee[0], $level, $costs + $none);
		}
		$pairs->add(null, 0, FunctionTable::MAIN, 0, $main);

		return RunText::of($head, $this->functions, $pairs);
	}

	/** @return array<string, array{int, int}> */
	private function functionsByKey(): array
	{
		$functions = [self::MAIN => [FunctionTable::MAIN, 0]];
		foreach ($this->own as $key => [$function]) {
			$functions[$key] = $function;
		}
		foreach ($this->calls as [$caller, $callee]) {
			$functions["$caller[0] $caller[1]"] = $caller;
			$functions["$callee[0] $callee[1]"] = $callee;
		}

		return $functions;
	}

	/**
	 * @param array<string, array{int, int}> $functions
	 * @return array<string, string> by function, the one that stands for its circle: itself where files have levels
	 */
	private function circles(array $functions): array
	{
		$callees = array_fill_keys(array_keys($functions), []);
		foreach ($this->calls as [$caller, $callee]) {
			if ($caller[1] + $callee[1] > 0) {
				return array_combine(array_keys($functions), array_keys($functions));
			}
			$callees["$caller[0] 0"][] = "$callee[0] 0";
		}

		return Circles::of($callees);
	}

	/**
	 * Makes main() the caller of functions, or of their circles, that cost more than their callers account for: the
	 * recording began inside them, or they ran in another thread.
	 *
	 * @param array<string, array{int, int}> $functions
	 * @param array<string, string> $circles
	 */
	private function callEntries(array $functions, array $circles): void
	{
		$whole = $known = $entries = $most = [];
		foreach ($this->own as $key => [, $costs]) {
			$whole[$circles[$key]] = Whole::sums($whole[$circles[$key]] ?? [], $costs);
		}
		foreach ($this->calls as [$caller, $callee, $costs]) {
			[$from, $to] = ["$caller[0] $caller[1]", "$callee[0] $callee[1]"];
			if ($circles[$from] === $circles[$to]) {
				continue;
			}
			$whole[$circles[$from]] = Whole::sums($whole[$circles[$from]] ?? [], $costs);
			$known[$circles[$to]] = Whole::sums($known[$circles[$to]] ?? [], $costs);
			if (($costs['wall_ns'] ?? 0) > ($most[$circles[$to]] ?? -1)) {
				[$most[$circles[$to]], $entries[$circles[$to]]] = [$costs['wall_ns'] ?? 0, $functions[$to]];
			}
		}
		foreach ($functions as $key => $function) {
			if ($circles[$key] !== $circles[self::MAIN]) {
				$entries[$circles[$key]] ??= $function;
			}
		}
		foreach ($entries as $circle => $function) {
			$missing = Whole::sums($whole[$circle] ?? [], $known[$circle] ?? [], -1);
			unset($missing['calls']);
			if (!isset($known[$circle])) {
				$this->addCalls([FunctionTable::MAIN, 0], $function, 1, $missing);
			} elseif (($missing['wall_ns'] ?? 0) > self::ROUNDING * ($known[$circle]['wall_ns'] ?? 0)) {
				$this->addCalls([FunctionTable::MAIN, 0], $function, 0,
					array_map(static fn (int $cost): int => max(0, $cost), $missing));
			}
		}
	}
}
