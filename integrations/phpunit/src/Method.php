<?php
declare(strict_types=1);

namespace XHProf\PHPUnit;

use XHProf\Profile;

/**
 * The part of a run that is the test method: what it cost, and the functions below it. setUp(), PHPUnit's assertions
 * and the loading of classes, which depends on the order of tests, are not in it.
 */
final class Method
{
	private const COLUMNS = ['calls' => 0, 'wall_ns' => 0, 'own_wall_ns' => 0, 'cpu_ns' => 0, 'own_cpu_ns' => 0,
		'memory_bytes' => 0, 'own_memory_bytes' => 0, 'peak_bytes' => 0, 'own_peak_bytes' => 0];

	/** @var array<int, string> the names of the method's call paths, its own first */
	private array $names = [];

	/** @var array<int, int|null> */
	private array $parents = [];

	/** @var array<int, array<string, int>> callees included, and "own_" of each without them */
	private array $costs = [];

	/**
	 * @var array<int, true> call paths that end in code of PHPUnit, of the autoloader, or in an internal function that
	 *     these call
	 */
	private array $foreign = [];

	private const FOREIGN = '/^(?:PHPUnit\\\\|SebastianBergmann\\\\|Composer\\\\Autoload\\\\|load::|run_init::)/i';

	private function __construct()
	{
	}

	/** Null: the run has no such method, as that of a test in a process of its own. */
	public static function in(Profile $run, string $name): ?self
	{
		$self = new self();
		foreach ($run->nodes() as $i => $node) {
			$parent = $node['parent'] !== null && isset($self->names[$node['parent']]) ? $node['parent'] : null;
			if ($parent === null && ($self->names !== [] || $node['function'] !== $name)) {
				continue;
			}
			$self->names[$i] = $node['function'];
			$self->parents[$i] = $parent;
			$self->costs[$i] = array_intersect_key($node, self::COLUMNS);
			if ($parent !== null && (preg_match(self::FOREIGN, $node['function']) === 1
				|| ($node['file'] === null && isset($self->foreign[$parent])))) {
				$self->foreign[$i] = true;
			}
		}

		return $self->names === [] ? null : $self;
	}

	/**
	 * The cost of the method, or of all calls of a function in it, by the keys of XHProf\Profile.
	 *
	 * @return array<string, int>
	 */
	public function cost(?string $function): array
	{
		$top = (int) array_key_first($this->names);
		if ($function === null) {
			return $this->whole($this->costs[$top]);
		}
		$sum = array_fill_keys(array_keys($this->costs[$top]), 0);
		foreach ($this->paths($function) as $i => $isInner) {
			foreach ($this->costs[$i] as $key => $value) {
				$sum[$key] += self::counts($key, $isInner) ? $value : 0;
			}
		}

		return $sum;
	}

	/**
	 * @param array<string, int> $sum of the method
	 * @return array<string, int> without what is foreign; a peak cannot be taken apart
	 */
	private function whole(array $sum): array
	{
		$sum['calls'] = array_sum(array_column(array_diff_key($this->costs, $this->foreign), 'calls')) - $sum['calls'];
		foreach (array_intersect_key($this->costs, $this->foreign) as $cost) {
			foreach (['wall_ns', 'cpu_ns', 'memory_bytes'] as $key) {
				if (isset($sum[$key])) {
					$sum[$key] -= $cost["own_$key"] ?? 0;
				}
			}
		}

		return $sum;
	}

	/**
	 * The shares of a function's callers in what it cost.
	 *
	 * @return array<string, int> the greatest first
	 */
	public function callers(string $function, string $key): array
	{
		$shares = [];
		foreach ($this->paths($function) as $i => $isInner) {
			for ($parent = $this->parents[$i]; $parent !== null && isset($this->foreign[$parent]);
				$parent = $this->parents[$parent]);
			$caller = $parent === null ? 'PHPUnit' : $this->names[$parent];
			$shares[$caller] = ($shares[$caller] ?? 0) + (self::counts($key, $isInner) ? $this->costs[$i][$key] : 0);
		}

		return self::greatest($shares);
	}

	/**
	 * The functions by what they cost without their callees.
	 *
	 * @return array<string, int> the greatest first
	 */
	public function functions(string $key): array
	{
		$own = $key === 'calls' || str_starts_with($key, 'own_') ? $key : "own_$key";
		$shares = [];
		foreach (array_diff_key($this->names, $this->foreign) as $i => $name) {
			$shares[$name] = ($shares[$name] ?? 0)
				+ ($key === 'calls' && $this->parents[$i] === null ? 0 : $this->costs[$i][$own]);
		}

		return self::greatest($shares);
	}

	/**
	 * The call paths that end in the function, or in it with the text of a query: "PDO::query#SELECT ?".
	 *
	 * @return array<int, bool> whether the function is also further up in the path
	 */
	private function paths(string $function): array
	{
		$paths = $isBelow = [];
		foreach ($this->names as $i => $name) {
			$isIt = !isset($this->foreign[$i])
				&& (strcasecmp($name, $function) === 0
					|| strncasecmp($name, "$function#", strlen($function) + 1) === 0);
			$isInner = $this->parents[$i] !== null && $isBelow[$this->parents[$i]];
			$isBelow[$i] = $isIt || $isInner;
			if ($isIt) {
				$paths[$i] = $isInner;
			}
		}

		return $paths;
	}

	/** The outermost call of a recursion includes the cost of the inner ones, except in columns without callees. */
	private static function counts(string $key, bool $isInner): bool
	{
		return !$isInner || $key === 'calls' || str_starts_with($key, 'own_');
	}

	/**
	 * @param array<string, int> $shares
	 * @return array<string, int>
	 */
	private static function greatest(array $shares): array
	{
		$shares = array_filter($shares, static fn (int $share): bool => $share > 0);
		arsort($shares);

		return $shares;
	}
}
