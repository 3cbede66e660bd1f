<?php
declare(strict_types=1);

namespace XHProf\Cli\Foreign;

use XHProf\Cli\Problem;

/**
 * Functions with their own costs and those of their calls, from which a run without call paths is made. Functions are numbers with
 * levels of recursion; where a file has none, a call that closes a circle goes to level 1, so that nothing counts twice in a sum.
 */
final class CallGraph
{
	/** As the extension charges a row. */
	private const ROW_BYTES = 448;

	/** Files that round each cost do not add up. */
	private const ROUNDING = 0.01;

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
		if (!isset($this->own[$key])) {
			$this->charge();
		}
		$this->own[$key] = [$function, self::sum($this->own[$key][1] ?? [], $costs)];
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
		if (!isset($this->calls[$key])) {
			$this->charge();
		}
		$this->calls[$key] = [$caller, $callee, self::sum($this->calls[$key][2] ?? [], ['calls' => $count] + $costs)];
	}

	private function charge(): void
	{
		$this->leftBytes -= self::ROW_BYTES;
		if ($this->leftBytes < 0) {
			throw new Problem('it takes more memory than xhprof.max_load_bytes allows');
		}
	}

	/**
	 * @param array<string, int> $sum
	 * @param array<string, int> $costs
	 * @return array<string, int>
	 */
	private static function sum(array $sum, array $costs, int $sign = 1): array
	{
		foreach ($costs as $column => $cost) {
			$sum[$column] = Whole::sum($sum[$column] ?? 0, $sign * $cost);
		}

		return $sum;
	}

	/**
	 * @param array<string, mixed> $head as RunText::of() takes it
	 * @param list<string> $columns
	 */
	public function json(array $head, array $columns): string
	{
		$this->callEntries();
		$pairs = new PairTable();
		$none = ['calls' => 0] + array_fill_keys($columns, 0);
		$main = ['calls' => 1] + ($this->own[FunctionTable::MAIN . ' 0'][1] ?? []) + $none;
		$closing = $this->closing();
		foreach ($this->calls as $key => [$caller, $callee, $costs]) {
			$level = isset($closing[$key]) ? 1 : $callee[1];
			$pairs->add($caller[0], $caller[1], $callee[0], $level, $costs + $none);
			$main = $caller[0] === FunctionTable::MAIN ? self::sum($main, ['calls' => 0] + $costs) : $main;
		}
		$pairs->add(null, 0, FunctionTable::MAIN, 0, $main);

		return RunText::of($head, $this->functions, $pairs);
	}

	/** Functions cost more than their callers account for where the recording began in them, or in another thread: main() calls these. */
	private function callEntries(): void
	{
		$functions = $whole = $known = [];
		foreach ($this->own as $key => [$function, $costs]) {
			[$functions[$key], $whole[$key]] = [$function, $costs];
		}
		foreach ($this->calls as [$caller, $callee, $costs]) {
			[$from, $to] = ["$caller[0] $caller[1]", "$callee[0] $callee[1]"];
			[$functions[$from], $functions[$to]] = [$caller, $callee];
			$whole[$from] = self::sum($whole[$from] ?? [], $costs);
			$known[$to] = self::sum($known[$to] ?? [], $costs);
		}
		unset($functions[FunctionTable::MAIN . ' 0']);
		foreach ($functions as $key => $function) {
			$missing = self::sum($whole[$key] ?? [], $known[$key] ?? [], -1);
			unset($missing['calls']);
			if (!isset($known[$key])) {
				$this->addCalls([FunctionTable::MAIN, 0], $function, 1, $missing);
			} elseif (($missing['wall_ns'] ?? 0) > self::ROUNDING * ($known[$key]['wall_ns'] ?? 0)) {
				$this->addCalls([FunctionTable::MAIN, 0], $function, 0, array_map(static fn (int $cost): int => max(0, $cost), $missing));
			}
		}
	}

	/** @return array<string, true> the keys of calls whose callee is open already, where files have no levels */
	private function closing(): array
	{
		$callees = $closing = $state = [];
		foreach ($this->calls as $key => [$caller, $callee]) {
			if ($caller[1] + $callee[1] > 0) {
				return []; // they have
			}
			$callees[$caller[0]][] = [$callee[0], $key];
		}
		$open = [FunctionTable::MAIN];
		$state[FunctionTable::MAIN] = true;
		while ($open !== []) {
			$function = $open[count($open) - 1];
			$next = isset($callees[$function]) ? array_pop($callees[$function]) : null;
			if ($next === null) {
				$state[$function] = false; // done
				array_pop($open);
			} elseif (($state[$next[0]] ?? false) === true) {
				$closing[$next[1]] = true;
			} elseif (!isset($state[$next[0]])) {
				$state[$next[0]] = true;
				$open[] = $next[0];
			}
		}

		return $closing;
	}
}
