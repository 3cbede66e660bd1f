<?php
/**
 * The contract of hierarchical profiles in plain PHP: what a run must give, told by explicit events.
 *
 * generate.php writes each program twice: as it is, and with a call of this class wherever the engine
 * would tell a profiler something. The second is run without the extension. No code is shared with
 * the extension, and nothing here is fast.
 */
final class M
{
	/** Name of the program that runs under the profiler, as names with a path in them show it. */
	public static string $file = '';
	/** With opcache a file is compiled once. */
	public static bool $opcache = false;
	/** Fiber::suspend() would throw: in destructors, before PHP 8.4. */
	public static int $blocked = 0;

	/** Numbers the run; 0 while there is none. */
	private static int $run = 0;
	private static int $runs = 0;
	private static bool $paused = false;
	private static bool $builtins = true;
	private static bool $runInit = false;
	private static array $ignored = [];
	/** Key => count, in the order of the first completion. */
	private static array $pairs = [];
	private static array $results = [];
	private static array $loaded = [];
	private static int $frames = 0;
	private static ?Stack $stack = null;
	/** The run's stacks, newest first. */
	private static array $stacks = [];

	private static function stack(): Stack
	{
		return self::$stack ??= new Stack();
	}

	/** A call begins. The returned number ends it. */
	public static function b(string $symbol, bool $builtin = false): int
	{
		$stack = self::stack();
		$frame = new Frame(++self::$frames, $symbol);
		if (self::$run && !self::$paused && !($builtin && !self::$builtins) && !isset(self::$ignored[$symbol])) {
			$frame->run = self::$run;
			self::place($frame, $stack, count($stack->frames));
		}
		$stack->frames[] = $frame;

		return $frame->number;
	}

	/** A call ends, however; null: the innermost. */
	public static function e(?int $number): void
	{
		$stack = self::stack();
		if (!$stack->frames) { // exit() has closed all
			return;
		}
		$frame = array_pop($stack->frames);
		if ($number !== null && $frame->number !== $number) {
			fwrite(STDERR, "model: {$frame->symbol} is open where another call ends\n");
			exit(99);
		}
		self::close($frame);
	}

	/** A builtin with all its arguments. */
	public static function i(string $symbol, callable $function, mixed ...$arguments): mixed
	{
		$call = self::b($symbol, true);
		try {
			return $function(...$arguments);
		} finally {
			self::e($call);
		}
	}

	/** "new" of a class whose constructor is a builtin. */
	public static function n(string $symbol, string $class, mixed ...$arguments): object
	{
		$call = self::b($symbol, true);
		try {
			return new $class(...$arguments);
		} finally {
			self::e($call);
		}
	}

	/**
	 * The name of a closure. Since PHP 8.4 it tells where the closure stands; run.php keeps the line of that. No name
	 * space precedes it.
	 */
	public static function closure(string $prefix, int $line): string
	{
		return PHP_VERSION_ID < 80400 ? "{$prefix}{closure}"
			: preg_replace('/[^:]*$/D', '', $prefix) . "{closure:$line}";
	}

	/** The compiler sees a file, and then the file runs. */
	public static function load(string $file): int
	{
		$short = implode('/', array_slice(explode('/', $file), -2));
		if (!self::$opcache || !isset(self::$loaded[$file])) {
			self::e(self::b("load::$short"));
		}
		self::$loaded[$file] = true;

		return self::runInit("run_init::$short");
	}

	public static function evaluate(int $line, bool $compiles = true): int
	{
		self::e(self::b('eval::' . self::$file . "($line) : eval()'d code"));

		return $compiles ? self::runInit('eval') : 0;
	}

	private static function runInit(string $symbol): int
	{
		$call = self::b($symbol);
		if (!self::$runInit) {
			$stack = self::stack();
			end($stack->frames)->run = 0;
		}

		return $call;
	}

	public static function enable(int $flags, array $options): void
	{
		if (self::$run) {
			self::i('xhprof_enable', fn() => null);
			return;
		}
		self::$run = ++self::$runs;
		self::$paused = false;
		self::$builtins = !($flags & 1);
		self::$ignored = array_flip((array) ($options['ignored_functions'] ?? []));
		self::$runInit = $options['run_init'] ?? false;
		self::$pairs = [];
		self::$stacks = [];
		for ($stack = self::stack(); $stack; $stack = $stack->resumer) {
			self::$stacks[] = $stack;
			$stack->caller = 'main()';
		}
	}

	public static function disable(): ?array
	{
		if (!self::$run) {
			return null;
		}
		self::b('xhprof_disable', true);
		for ($stack = self::stack(); $stack; $stack = $stack->resumer) {
			foreach (array_reverse($stack->frames) as $frame) {
				self::close($frame);
			}
		}
		$suspended = array_filter(self::$stacks, fn($stack) => $stack->suspended && $stack->frames);
		array_map(self::closeSuspended(...), $suspended);
		self::count('main()');
		if (count($suspended) > 1) { // which of them comes first is open
			self::$pairs['unordered'] = 1;
		}
		self::$run = 0;
		array_pop(self::stack()->frames); // xhprof_disable

		return self::$results[] = self::$pairs;
	}

	public static function pause(): void
	{
		self::i('xhprof_pause', function () {
			self::$paused = true;
		});
	}

	public static function resume(): void
	{
		self::i('xhprof_resume', function () {
			self::$paused = false;
		});
	}

	public static function results(): array
	{
		return self::$results;
	}

	/** exit(): every frame is left, innermost first; finally blocks do not run. */
	public static function leaveAll(): void
	{
		for ($stack = self::stack(); $stack; $stack = $stack->resumer) {
			while ($stack->frames) {
				self::close(array_pop($stack->frames));
			}
			self::$stack = $stack;
		}
	}

	/** The callable as the entry of a fiber. */
	public static function fiber(callable $entry): Fiber
	{
		return self::n('Fiber::__construct', 'Fiber', function (mixed ...$arguments) use ($entry) {
			self::enter(new Stack());
			try {
				return $entry(...$arguments);
			} finally {
				$stack = self::stack();
				self::$stack = $stack->resumer;
				self::$stacks = array_filter(self::$stacks, fn($other) => $other !== $stack);
			}
		});
	}

	/** Fiber::suspend() */
	public static function suspend(mixed $value): mixed
	{
		$call = self::b('Fiber::suspend', true);
		$stack = self::stack();
		try {
			if (self::$blocked || $stack->closing || !$stack->resumer) {
				return Fiber::suspend($value); // throws
			}
			self::$stack = self::leave($stack);
			$resumed = false;
			try {
				$value = Fiber::suspend($value);
				$resumed = true;
				return $value;
			} catch (Throwable $exception) {
				$resumed = true;
				throw $exception;
			} finally {
				$stack->closing = !$resumed;
				self::enter($stack);
			}
		} finally {
			self::e($call);
		}
	}

	/** A fiber is switched to by the code that now runs. */
	private static function enter(Stack $stack): void
	{
		$stack->resumer = self::stack();
		$stack->caller = self::topNode($stack->resumer);
		self::$stack = $stack;
		if (!self::$run) {
			$stack->suspended = false;
			return;
		}
		if (!in_array($stack, self::$stacks, true)) {
			array_unshift(self::$stacks, $stack);
		}
		foreach ($stack->frames as $index => $frame) {
			if ($frame->run !== self::$run) {
				continue;
			}
			$old = $frame->key;
			self::place($frame, $stack, $index);
			if ($frame->key !== $old && $frame !== self::bottom($stack)) {
				self::count($old);
			}
		}
		$stack->suspended = false;
	}

	/** A fiber suspends: its bottom has ended a call by that. */
	private static function leave(Stack $stack): Stack
	{
		$bottom = self::bottom($stack);
		if ($bottom) {
			self::count($bottom->key);
		}
		$stack->suspended = true;
		$resumer = $stack->resumer;
		$stack->resumer = null;

		return $resumer;
	}

	private static function closeSuspended(Stack $stack): void
	{
		foreach (array_reverse($stack->frames) as $frame) {
			if ($frame !== self::bottom($stack)) {
				self::close($frame);
			}
		}
	}

	private static function bottom(Stack $stack): ?Frame
	{
		foreach ($stack->frames as $frame) {
			if (self::$run && $frame->run === self::$run) {
				return $frame;
			}
		}

		return null;
	}

	/** Gives a frame its level, its caller and so its key. */
	private static function place(Frame $frame, Stack $stack, int $index): void
	{
		$frame->level = 0;
		for ($at = $stack, $below = $index; $at; $at = $at->resumer) {
			$frames = $at === $stack ? array_slice($at->frames, 0, $below) : $at->frames;
			foreach (array_reverse($frames) as $other) {
				if ($other->run === self::$run && $other->symbol === $frame->symbol) {
					$frame->level = $other->level + 1;
					break 2;
				}
			}
		}
		$caller = $stack->caller;
		foreach (array_slice($stack->frames, 0, $index) as $other) {
			if ($other->run === self::$run) {
				$caller = $other->node();
			}
		}
		$frame->key = $caller . '==>' . $frame->node();
	}

	private static function topNode(Stack $stack): string
	{
		foreach (array_reverse($stack->frames) as $frame) {
			if (self::$run && $frame->run === self::$run) {
				return $frame->node();
			}
		}

		return $stack->caller;
	}

	private static function close(Frame $frame): void
	{
		if (self::$run && $frame->run === self::$run) {
			self::count($frame->key);
		}
	}

	private static function count(string $key): void
	{
		self::$pairs[$key] = (self::$pairs[$key] ?? 0) + 1;
	}
}

final class Frame
{
	public int $run = 0;
	public int $level = 0;
	public string $key = '';

	public function __construct(public int $number, public string $symbol)
	{
	}

	public function node(): string
	{
		return $this->symbol . ($this->level ? "@{$this->level}" : '');
	}
}

/** What a fiber, or the main program, has open. */
final class Stack
{
	public array $frames = [];
	public ?Stack $resumer = null;
	/** The node below the bottom. */
	public string $caller = 'main()';
	public bool $suspended = false;
	/** Its fiber is being destroyed. */
	public bool $closing = false;
}
