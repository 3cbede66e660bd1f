<?php
declare(strict_types=1);

namespace XHProf\Cli\Comparison;

use XHProf\Cli\Run\RunSet;
use XHProf\Cli\Terminal\Units;

/**
 * Finds which function of a later run is which function of an earlier one. The user's --rename comes first. Then
 * functions are matched by name; else by the part of the name that stays, as closures move to other lines and classes
 * of templates get other hashes; else by shape: callers, callees, and how often they call.
 *
 * @phpstan-type Renamed array{before: string, after: string, by: 'wish'|'name'|'shape'}
 */
final class Matching
{
	/**
	 * How alike shapes must be for functions with the same stable name, if the two runs have different numbers of them.
	 */
	private const LEAST_LIKE = 0.2;

	/** How alike shapes must be for functions whose names have nothing in common. */
	private const LEAST_SHAPE = 0.7;

	/** If two functions fit, the better one must fit better by this much. */
	private const MARGIN = 0.08;

	/** With more candidates than this, names are matched by their order alone, and shapes not at all. */
	private const MOST = 300;

	/** The most rounds of matching by shape: functions that were found help to find their callers and callees. */
	private const ROUNDS = 4;

	/** @var array<string, Renamed> by the name before, of functions that have another name after */
	public array $renamed = [];

	private readonly FunctionShapes $before;
	private readonly FunctionShapes $after;

	/** @var array<string, true> names of the earlier run that have been matched, if only to the same name */
	private array $found = [];

	/** @var array<string, true> names of the later run that have been matched */
	private array $taken = [];

	/**
	 * @param list<string> $wishes the values of --rename: "old=>new", where "*" stands for the same text on both sides
	 */
	public function __construct(RunSet $before, RunSet $after, array $wishes)
	{
		$this->before = new FunctionShapes($before->profile());
		$this->after = new FunctionShapes($after->profile());
		$this->fulfil($wishes);
		foreach ([StableName::of(...), StableName::withoutFolder(...)] as $stable) {
			$this->matchClasses($stable);
			$this->matchFiles();
			$this->matchMembers($stable);
		}
		for ($round = 0; $round < self::ROUNDS && $this->matchShapes(); $round++);
	}

	/** @return array<string, string> */
	public function names(): array
	{
		return array_map(static fn (array $renamed): string => $renamed['after'], $this->renamed);
	}

	/** The earlier runs with the names of the later ones. */
	public function apply(RunSet $before): RunSet
	{
		return $this->renamed === [] ? $before : $before->renamed($this->names());
	}

	/** @param list<string> $wishes */
	private function fulfil(array $wishes): void
	{
		foreach ($wishes as $wish) {
			[$old, $new] = Renaming::parse($wish);
			$isFound = false;
			foreach ($this->before->names() as $name) {
				$to = Renaming::of($name, $old, $new);
				if ($to !== null && !isset($this->renamed[$name])) {
					$this->add($name, $to, 'wish');
					$isFound = true;
				}
			}
			if (!$isFound) {
				throw Renaming::unknown('before', $old, $this->before->names());
			}
			if (!str_contains($new, '*') && !isset($this->after->functions[$new])) {
				throw Renaming::unknown('after', $new, $this->after->names());
			}
		}
	}

	/** @param 'wish'|'name'|'shape' $by */
	private function add(string $before, string $after, string $by): void
	{
		if ($before !== $after) {
			$this->renamed[$before] = ['before' => $before, 'after' => $after, 'by' => $by];
		}
		$this->found[$before] = $this->taken[$after] = true;
	}

	/** "38 functions have another name before"; empty: none. */
	public function text(): string
	{
		$count = count($this->renamed);

		return $count === 0 ? ''
			: Units::of($count, 'function has', 'functions have') . ' had another name before: --json lists them';
	}

	/** The name in the later run of a function of the earlier one; if it was not matched, the same name. */
	public function nameAfter(string $name): string
	{
		return $this->renamed[$name]['after'] ?? $name;
	}

	/** @var array<string, string> classes of the later run, by the matching classes of the earlier one */
	private array $classes = [];

	/**
	 * Matches classes whose names have a hash, or a file and a line.
	 *
	 * @param callable(string): string $stable
	 */
	private function matchClasses(callable $stable): void
	{
		[$old, $new] = [self::classesOf($this->before, $stable, $this->classes),
			self::classesOf($this->after, $stable, array_flip($this->classes))];
		foreach (array_intersect_key($old, $new) as $name => $classes) {
			$others = $new[$name];
			if (array_keys($classes) != array_keys($others)) {
				$this->classes += $this->assign($classes, $others, self::isOrdered((string) $name));
			}
		}
	}

	/**
	 * @param callable(string): string $stable
	 * @param array<string, string> $known classes that are matched already
	 * @return array<string, array<string, list<string>>> functions by class, by its stable name
	 */
	private static function classesOf(FunctionShapes $run, callable $stable, array $known): array
	{
		$classes = [];
		foreach (array_keys($run->functions) as $name) {
			$class = StableName::classOf((string) $name);
			if ($class !== '' && !isset($known[$class]) && StableName::isUnstable($class)) {
				$classes[$stable($class)][$class][] = (string) $name;
			}
		}

		return $classes;
	}

	/**
	 * True if what this stable name stands for, such as closures, keeps its order in the file. Hashes and files have no
	 * order.
	 */
	private static function isOrdered(string $stable): bool
	{
		return str_contains($stable, '{closure')
			|| (str_contains($stable, '@anonymous') && !str_contains($stable, '*'));
	}

	/**
	 * Pairs classes or functions that have the same stable name. Each may consist of several functions.
	 *
	 * @param array<string, list<string>> $old
	 * @param array<string, list<string>> $new
	 * @return array<string, string>
	 */
	private function assign(array $old, array $new, bool $isOrdered): array
	{
		if (!$isOrdered) {
			[$old, $new] = [array_diff_key($old, $new), array_diff_key($new, $old)];
		}
		[$old, $new] = [self::byLine($old, $this->before), self::byLine($new, $this->after)];
		if ($old === [] || $new === []) {
			return [];
		}
		if (max(count($old), count($new)) > self::MOST) {
			return count($old) === count($new) ? array_combine(array_keys($old), array_keys($new)) : [];
		}
		if (count($old) === 1 && count($new) === 1 || ($isOrdered && count($old) === count($new))) {
			return array_combine(array_map(strval(...), array_keys($old)), array_map(strval(...), array_keys($new)));
		}
		$likeness = $this->likenessOf($old, $new);

		return $isOrdered ? Alignment::ordered($likeness) : Alignment::best($likeness, self::LEAST_LIKE, 0.0);
	}

	/**
	 * @param array<string, list<string>> $old
	 * @param array<string, list<string>> $new
	 * @return array<string, array<string, float>>
	 */
	private function likenessOf(array $old, array $new): array
	{
		$known = static fn (string $name): string => StableName::of($name);
		$after = array_map(fn (array $names): array => $this->after->of($names, $known), $new);
		$likeness = [];
		foreach ($old as $name => $names) {
			$shape = $this->before->of($names, $known);
			foreach ($after as $other => $otherShape) {
				$likeness[$name][$other] = FunctionShapes::likeness($shape, $otherShape);
			}
		}

		return $likeness;
	}

	/**
	 * @param array<string, list<string>> $groups
	 * @return array<string, list<string>> in the order in which they stand in their files
	 */
	private static function byLine(array $groups, FunctionShapes $run): array
	{
		$line = static fn (string $name): int => $run->functions[$name]['line']
			?? (preg_match('/:(\d+)(?:\}|::|$)/D', $name, $found) === 1 ? (int) $found[1] : 0);
		$places = [];
		foreach ($groups as $key => $names) {
			$places[$key] = [$run->functions[$names[0] ?? '']['file'] ?? '',
				min([PHP_INT_MAX, ...array_map($line, $names)])];
		}
		uksort($groups, static fn (string|int $a, string|int $b): int => $places[$a] <=> $places[$b]);

		return $groups;
	}

	/** Matches the code of files, "load::" and "run_init::", if the file has a class that was matched. */
	private function matchFiles(): void
	{
		$files = [];
		foreach ($this->classes as $old => $new) {
			[$from, $to] = [self::fileOf($this->before, $old), self::fileOf($this->after, $new)];
			if ($from !== null && $to !== null) {
				$files[$from] = $to;
			}
		}
		foreach ($this->before->functions as $name => ['file' => $file]) {
			if (preg_match('/^(load|run_init)::/', (string) $name, $kind) !== 1 || !isset($files[$file])) {
				continue;
			}
			foreach ($this->after->functions as $other => ['file' => $otherFile]) {
				if ($otherFile === $files[$file] && str_starts_with((string) $other, $kind[0])) {
					$this->add((string) $name, (string) $other, 'name');
				}
			}
		}
	}

	private static function fileOf(FunctionShapes $run, string $class): ?string
	{
		foreach ($run->functions as $name => ['file' => $file]) {
			if ($file !== null && str_starts_with((string) $name, "$class::")) {
				return $file;
			}
		}

		return null;
	}

	/**
	 * Matches functions whose stable names are the same: methods of matched classes by name, closures by order.
	 *
	 * @param callable(string): string $stable
	 */
	private function matchMembers(callable $stable): void
	{
		[$old, $new] = [$this->members($this->before, $stable, $this->classes),
			$this->members($this->after, $stable, [])];
		foreach (array_intersect_key($old, $new) as $member => $names) {
			$others = $new[$member];
			if (array_keys($names) == array_keys($others)) {
				continue;
			}
			foreach ($this->assign($names, $others, self::isOrdered((string) $member)) as $name => $other) {
				$this->add((string) $name, (string) $other, 'name');
			}
		}
	}

	/**
	 * @param callable(string): string $stable
	 * @param array<string, string> $classes
	 * @return array<string, array<string, list<string>>> by the class in the later run, and by stable name
	 */
	private function members(FunctionShapes $run, callable $stable, array $classes): array
	{
		$members = [];
		foreach ($run->names() as $name) {
			$class = StableName::classOf($name);
			$isMatched = isset(($run === $this->before ? $this->found : $this->taken)[$name]);
			$isMatched = $isMatched
				|| ($stable($name) === $name && isset($this->before->functions[$name], $this->after->functions[$name]));
			if (!$isMatched && ($stable($name) !== $name || isset($classes[$class]))) {
				$members[($classes[$class] ?? $class) . "\0" . $stable(substr($name, strlen($class)))][$name] = [$name];
			}
		}

		return $members;
	}

	/** Matches functions by shape; true if this found at least one. */
	private function matchShapes(): bool
	{
		$gone = array_filter($this->before->names(),
			fn (string $name): bool => !isset($this->renamed[$name]) && !isset($this->after->functions[$name]));
		$known = array_flip(array_map($this->nameAfter(...), $this->before->names()));
		$new = array_filter($this->after->names(),
			fn (string $name): bool => !isset($known[$name]) && !isset($this->taken[$name]));
		if ($gone === [] || $new === [] || max(count($gone), count($new)) > 10 * self::MOST) {
			return false;
		}
		$found = Alignment::best($this->shapesOf($gone, $new), self::LEAST_SHAPE, self::MARGIN);
		foreach ($found as $name => $other) {
			$this->add((string) $name, (string) $other, 'shape');
		}

		return $found !== [];
	}

	/**
	 * How alike the shapes are. Only functions that have a caller in common are compared.
	 *
	 * @param array<int, string> $gone
	 * @param array<int, string> $new
	 * @return array<string, array<string, float>>
	 */
	private function shapesOf(array $gone, array $new): array
	{
		$byCaller = [];
		foreach ($new as $name) {
			foreach (array_keys($this->after->callersOf($name)) as $caller) {
				$byCaller[$caller][] = $name;
			}
		}
		$likeness = [];
		foreach ($gone as $name) {
			$candidates = [];
			foreach (array_keys($this->before->callersOf($name)) as $caller) {
				$candidates += array_fill_keys($byCaller[$this->nameAfter((string) $caller)] ?? [], true);
			}
			foreach (count($candidates) > self::MOST ? [] : array_keys($candidates) as $other) {
				$likeness[$name][(string) $other] = $this->shapeLikeness($name, (string) $other);
			}
		}

		return $likeness;
	}

	/** Compares callers, callees and names. Without callees, the names count more. */
	private function shapeLikeness(string $old, string $new): float
	{
		if (self::kindOf($old) !== self::kindOf($new)
			|| ($this->before->functions[$old]['file'] === null) !== ($this->after->functions[$new]['file'] === null)) {
			return 0.0;
		}
		$callers = FunctionShapes::likeness(self::marks($this->before->callersOf($old), $this->nameAfter(...)),
			self::marks($this->after->callersOf($new), strval(...)));
		$callees = FunctionShapes::likeness(self::marks($this->before->calleesOf($old), $this->nameAfter(...)),
			self::marks($this->after->calleesOf($new), strval(...)));
		$hasCallees = $this->before->calleesOf($old) !== [] || $this->after->calleesOf($new) !== [];
		$name = self::nameLikeness($old, $new);

		return $hasCallees ? 0.4 * $callers + 0.35 * $callees + 0.25 * $name : 0.45 * $callers + 0.55 * $name;
	}

	/**
	 * @param array<string, int> $calls
	 * @param callable(string): string $known
	 * @return array<string, float>
	 */
	private static function marks(array $calls, callable $known): array
	{
		$marks = [];
		foreach ($calls as $name => $count) {
			$marks[$known((string) $name)] = 1 + log(1 + max(0, $count), 2);
		}

		return $marks;
	}

	/** The kind of code, as a function is never the same as the code of a file or of eval(). */
	private static function kindOf(string $name): string
	{
		return preg_match('/^(load|run_init|eval)::|\{closure|@anonymous/', $name, $kind) === 1 ? $kind[0] : '';
	}

	private static function nameLikeness(string $old, string $new): float
	{
		[$a, $b] = [self::lastPart($old), self::lastPart($new)];
		if ($a === $b) {
			return 1.0;
		}
		similar_text(strtolower(substr($a, 0, 80)), strtolower(substr($b, 0, 80)), $percent);

		return $percent / 100 > 0.5 ? $percent / 100 - 0.1 : 0.0;
	}

	private static function lastPart(string $name): string
	{
		return (string) preg_replace('~^.*(?:::|[\\\\/])~s', '', StableName::of($name));
	}
}
