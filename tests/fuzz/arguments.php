<?php
/**
 * Calls every function and method of the extension, found by reflection, with random arguments, in a
 * random order. Errors that PHP throws or warns of are right; what must not happen is a crash, a type
 * that is not the declared one, or a profiler that does not work any more.
 *
 * Some of them write files: all that are named without a folder are in DIR.
 *
 * Usage: php arguments.php DIR SEED [CALLS]
 */

final class Arguments
{
	private const OPTIONS = [
		'mode' => ['hier', 'tree', 'timeline', 'alloc', 'x'],
		'alloc' => ['full', 'sampled', 'x'],
		'alloc_interval' => [1, 64, 1 << 20],
		'compensate' => [true, false],
		'run_init' => [true, false],
		'max_nodes' => [1, 10, 1000],
		'max_timeline_bytes' => [0, 1, 10000],
		'interval' => [100, 1000, 0, -1],
		'clock' => ['wall', 'cpu', 'x'],
		'engine' => ['auto', 'signal', 'interrupt', 'x'],
		'depth' => [1, 2, 1000, -1],
		'paths' => [true, false],
	];

	private array $callables = [];
	private array $objects = [];
	public int $calls = 0;
	public int $thrown = 0;

	public function __construct(private string $extension)
	{
		$reflection = new ReflectionExtension($this->extension);
		foreach ($reflection->getFunctions() as $function) {
			$this->callables[] = [$function, null];
		}
		foreach ($reflection->getClasses() as $class) {
			foreach ($class->getMethods() as $method) {
				$this->callables[] = [$method, $class];
			}
		}
	}

	private function value(int $depth = 0): mixed
	{
		return match (mt_rand(0, $depth < 2 ? 21 : 14)) {
			0 => null,
			1 => mt_rand(0, 1) === 1,
			2 => mt_rand(-3, 40),
			3 => PHP_INT_MAX - mt_rand(0, 1),
			4 => PHP_INT_MIN + mt_rand(0, 1),
			5 => mt_rand(-100, 100) / 7,
			6 => [INF, -INF, NAN, 1e300][mt_rand(0, 3)],
			7 => '',
			8 => ['7', '7x', 'main()', 'strrev', "a\0b", 'f==>g', '/nowhere/x', 'php://memory', 'data:,x', 'there.php',
				"\xff\xfe"][mt_rand(0, 10)],
			9 => str_repeat('long', mt_rand(1, 20000)),
			10 => new stdClass,
			11 => fn() => 1,
			12 => new class { public function __toString(): string { throw new Exception('from __toString'); } },
			13 => $this->objects ? $this->objects[array_rand($this->objects)] : null,
			14 => STDERR,
			15, 16, 17 => $this->list($depth),
			18 => ['ignored_functions' => $this->value($depth + 1)],
			19 => ['run_init' => $this->value($depth + 1)],
			20 => $this->options($depth),
			21 => (function () use ($depth) {
				$value = $this->value($depth + 1);
				$list = ['ignored_functions' => &$value];
				$value = $this->list($depth);
				return $list;
			})(),
		};
	}

	/** Some of what xhprof_enable() and xhprof_sample_enable() know, each with a right or with any value. */
	private function options(int $depth): array
	{
		$options = [];
		foreach (self::OPTIONS as $name => $values) {
			if (mt_rand(0, 3) === 0) {
				$options[$name] = mt_rand(0, 3) ? $values[array_rand($values)] : $this->value($depth + 1);
			}
		}

		return $options;
	}

	private function list(int $depth): array
	{
		$list = [];
		for ($i = mt_rand(0, 5); $i > 0; $i--) {
			if (mt_rand(0, 1)) {
				$list[] = $this->value($depth + 1);
			} else {
				$list[['a', 'ignored_functions', '', 'max_nodes'][mt_rand(0, 3)]] = $this->value($depth + 1);
			}
		}

		return $list;
	}

	/** Something to profile. */
	public function work(int $depth): string
	{
		return $depth > 0 ? strrev($this->work($depth - 1)) : implode(array_map(fn($x) => $x, ['a', 'b']));
	}

	/** Mostly as many as are declared, and now and then of the right type. */
	private function arguments(ReflectionFunctionAbstract $function): array
	{
		$arguments = [];
		foreach ($function->getParameters() as $parameter) {
			if (mt_rand(0, 9) === 0) {
				break;
			}
			$arguments[] = str_ends_with((string) $parameter->getType(), 'Profile') && $this->objects && mt_rand(0, 1)
				? $this->objects[array_rand($this->objects)] : $this->value();
		}
		for ($i = mt_rand(-9, 2); $i > 0; $i--) {
			$arguments[] = $this->value();
		}

		return $arguments;
	}

	public function call(): void
	{
		[$function, $class] = $this->callables[mt_rand(0, count($this->callables) - 1)];
		$arguments = $this->arguments($function);
		$this->calls++;
		try {
			if (!$class) {
				$result = $function->invokeArgs($arguments);
			} elseif ($function->isConstructor() || !$this->objects && !$function->isStatic()) {
				$function->setAccessible(true);
				$result = mt_rand(0, 1) ? $class->newInstanceArgs($arguments)
					: $function->invokeArgs($class->newInstanceWithoutConstructor(), $arguments);
			} else {
				$object = $this->objects ? $this->objects[array_rand($this->objects)] : null;
				$result = $function->invokeArgs($object, $arguments);
			}
		} catch (Throwable $exception) {
			$this->thrown++;
			return;
		}
		if (is_object($result) && count($this->objects) < 5) {
			$this->objects[] = $result;
		}
		if ($this->objects && mt_rand(0, 30) === 0) {
			$this->misuse($this->objects[array_rand($this->objects)]);
		}
	}

	/** What one can do with any object. */
	private function misuse(object $object): void
	{
		$deeds = [fn() => clone $object, fn() => serialize($object), fn() => unserialize('O:14:"XHProf\Profile":0:{}'),
			fn() => var_export($object, true), fn() => (array) $object, fn() => json_encode($object),
			fn() => $object->x = 1, fn() => $object == clone $object, function () {
				$this->objects = [];
				gc_collect_cycles();
			},
			fn() => print_r($object, true), fn() => get_object_vars($object), fn() => $object < 1,
			fn() => (new ReflectionObject($object))->newInstanceWithoutConstructor()->summary()];
		try {
			$deeds[mt_rand(0, count($deeds) - 1)]();
		} catch (Throwable) {
			$this->thrown++;
		}
	}

	/** Whether the profiler still does what it should. */
	public function works(): bool
	{
		xhprof_disable();
		xhprof_enable();
		$this->work(1);
		$profile = xhprof_disable();

		return $profile['main()==>Arguments::work']['ct'] === 1 && xhprof_disable() === null;
	}

	public static function run(string $dir, int $seed, int $calls): self
	{
		copy(__FILE__, "$dir/there.php");
		chdir($dir);
		mt_srand($seed);
		error_reporting(0);
		ini_set('memory_limit', '1G');
		$arguments = new self('xhprof');
		while ($calls-- > 0) {
			$arguments->call();
			$arguments->work($calls % 5);
		}

		return $arguments;
	}
}

if (realpath($_SERVER['SCRIPT_FILENAME']) === __FILE__) {
	$arguments = Arguments::run($argv[1], (int) ($argv[2] ?? 1), (int) ($argv[3] ?? 5000));
	echo "{$arguments->calls} calls, {$arguments->thrown} threw\n";
	if (!$arguments->works()) {
		echo "the profiler does not work any more\n";
		exit(1);
	}
}
