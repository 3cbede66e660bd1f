<?php
/**
 * Writes a random program: DIR/SEED.php, what it includes, and DIR/SEED.model.php, the same program
 * with a call of the model (model.php) wherever a call begins or ends.
 *
 * Usage: php generate.php SEED DIR [WITHOUT,FEATURES [SKIP,STATEMENTS]]
 *
 * Every piece of code is a pair of texts: [for the profiler, for the model]. A random choice is made
 * once for both.
 */
final class Generate
{
	private const FUNCTIONS = ['f0', 'f1', 'f2', 'f3'];
	private const METHODS = ['m0', 'm1', 'inherited', 'fromTrait'];
	private const STATICS = ['s0', 's1'];
	private const GENERATORS = ['g0', 'g1', 'g2', 'A::gm'];
	private const IGNORABLE = ['f0', 'f1', 'f2', 'A::m0', 'A::s0', 'g0', 'g1', '{closure}', 'array_map', 'Fiber::start',
		'Fiber::suspend', 'Fiber::resume', 'Generator::next', 'D::__destruct', 'strrev', 'usort',
		'main()', 'F0', 'deep'];
	private const FEATURES = ['destructor', 'fiber', 'generator', 'exit', 'include', 'eval', 'gc', 'magic', 'invoke',
		'deep', 'local', 'toggle', 'uncaught', 'magicclosure', 'pause', 'fatal', 'iterator'];

	private int $fresh = 0;
	public int $statements = 0;
	private bool $inGenerator = false;
	private bool $inFile = false;
	private array $without = [];
	private array $files = [];
	private int $budget = 0;
	/** What comes before "{closure}" here. */
	private string $scope = "''";
	/** The mark of the line where the closure begins: its name since PHP 8.4. */
	private int $closureMark = 0;

	/** Numbers of the statements to leave out are the keys of skip. */
	public function __construct(private int $seed, private string $dir, array $without, private array $skip = [])
	{
		mt_srand($seed);
		foreach (self::FEATURES as $feature) {
			// Programs of a few features each find more than programs of all.
			if (in_array($feature, $without, true) || (mt_rand(0, 3) === 0)) {
				$this->without[$feature] = true;
			}
		}
		// what dies while the stack is unwound has no place in the model
		if ($this->has('exit') || $this->has('fatal')) {
			$this->without += ['destructor' => true, 'local' => true, 'finally' => true, 'gc' => true,
				'delegate' => true];
		}
	}

	private function has(string $feature): bool
	{
		return !isset($this->without[$feature]);
	}

	private function pick(array $of): mixed
	{
		return $of[mt_rand(0, count($of) - 1)];
	}

	private function chance(int $percent): bool
	{
		return mt_rand(1, 100) <= $percent;
	}

	/** A text for both. */
	private function same(string $text): array
	{
		return [$text, $text];
	}

	/** Puts pairs of texts where the text has "%s". */
	private function join(string $text, array ...$parts): array
	{
		return [vsprintf($text, array_column($parts, 0)), vsprintf($text, array_column($parts, 1))];
	}

	private function fresh(): string
	{
		return '$_' . ++$this->fresh;
	}

	/** A statement that calls a builtin: what it calls ends before the statement does. */
	private function builtin(string $symbol, array $statement): array
	{
		$call = $this->fresh();

		return [$statement[0], "$call = M::b('$symbol', true); try { {$statement[1]} } finally { M::e($call); }"];
	}

	/** The body of a function, between the events of its call. */
	private function body(string $symbol, array $statements): array
	{
		return [$statements[0],
			"\$_t = M::b($symbol); try {\n{$statements[1]}\n} finally { if (\$_t !== null) M::e(\$_t); }"];
	}

	/** The name of a closure that is written in this place, as an expression. */
	private function closureName(): string
	{
		return "\\M::closure({$this->scope}, @@L{$this->closureMark}@@)";
	}

	private function guard(): array
	{
		$trace = getenv('FUZZ_TRACE')
			? 'file_put_contents("php://stderr", "' . ++$this->fresh . ' {$GLOBALS[\'fuel\']}\n");' : '';

		return $this->same("$trace if (--\$GLOBALS['fuel'] < 0 || \$d < 0) return 0;\n");
	}

	private function closure(): array
	{
		$inGenerator = $this->inGenerator;
		$this->inGenerator = false;
		$mark = ++$this->fresh;
		$this->closureMark = $mark;
		$name = $this->closureName();
		$body = $this->body($name, $this->join("%s%s return \$GLOBALS['fuel'] %% 7;", $this->guard(), $this->block(1)));
		$this->inGenerator = $inGenerator;
		$static = $this->chance(30) ? 'static ' : '';

		return $this->join("{$static}function (\$d = 0, \$x = null) { /*@L$mark*/\n%s\n}", $body);
	}

	/** Something callable with an int, as an expression. */
	private function callable(): array
	{
		return match (mt_rand(0, 9)) {
			0, 1 => $this->same("'" . $this->pick(self::FUNCTIONS) . "'"),
			2 => $this->same("[\$GLOBALS['a'], '" . $this->pick(self::METHODS) . "']"),
			3 => $this->same("'A::" . $this->pick(self::STATICS) . "'"),
			4 => $this->same($this->pick(self::FUNCTIONS) . '(...)'),
			5 => $this->same("\$GLOBALS['a']->" . $this->pick(self::METHODS) . '(...)'),
			6 => $this->same("\$GLOBALS['c'][" . mt_rand(0, 2) . ']'),
			7 => $this->has('magic') ? $this->same($this->pick(["[\$GLOBALS['a'], 'magic1']",
				$this->scope === "''" ? "'A::smagic1'" : "[\$GLOBALS['a'], 'magic2']"])) : $this->same("'N\\nf'"),
			8 => $this->has('magic') ? $this->same("\$GLOBALS['invokable']") : $this->same("'f0'"),
			9 => $this->budget > 0 && !$this->inFile ? $this->closure() : $this->same("'f1'"),
		};
	}

	/** A call of a user function, as an expression that gives an int. */
	private function call(): array
	{
		$argument = $this->chance(15) && $this->budget > 0 ? $this->nested() : $this->same('$d - 1');

		return match (mt_rand(0, 13)) {
			0, 1, 2 => $this->join($this->pick(self::FUNCTIONS) . '(%s)', $argument),
			3 => $this->join("\$GLOBALS['a']->" . $this->pick(self::METHODS) . '(%s)', $argument),
			4 => $this->join('A::' . $this->pick(self::STATICS) . '(%s)', $argument),
			5 => $this->join("\$GLOBALS['c'][" . mt_rand(0, 2) . '](%s)', $argument),
			6 => $this->join('(%s)(%s)', $this->callable(), $argument),
			7 => $this->join('\call_user_func(%s, %s)', $this->callable(), $argument),
			8 => $this->join('\call_user_func_array(%s, [%s])', $this->callable(), $argument),
			9 => $this->join($this->pick(self::FUNCTIONS) . '(...[%s])', $argument),
			10 => $this->join($this->pick(self::FUNCTIONS) . '(x: 1, d: %s)', $argument),
			11 => $this->has('magic') ? $this->magic() : $this->join('\N\nf(%s)', $argument),
			12 => $this->join('\N\nf(%s)', $argument),
			13 => $this->join('(new B)->' . $this->pick(self::METHODS) . '(%s)', $argument),
		};
	}

	private function nested(): array
	{
		$this->budget--;

		return $this->join('(%s) %% 3', $this->call());
	}

	private function magic(): array
	{
		return match (mt_rand(0, 6)) {
			0 => $this->same('$GLOBALS["a"]->undefined1($d - 1)'),
			1 => $this->same('A::undefined2($d - 1)'),
			2 => $this->same('$GLOBALS["a"]->property1'),
			3 => $this->same('($GLOBALS["a"]->property2 = $d - 1)'),
			4 => $this->same('($GLOBALS["invokable"])($d - 1)'),
			5 => $this->same('(int) isset($GLOBALS["a"]["k"])'),
			6 => $this->same('(int) ("" . $GLOBALS["a"])'),
		};
	}

	/** A call of a builtin, as a statement. */
	private function internal(): array
	{
		$list = $this->chance(50) ? '[$d - 1, $d - 2]' : '[$d - 1]';
		$value = $this->fresh();

		return match (mt_rand(0, 19)) {
			0, 1 => [
				// PHP 8.6 compiles array_map(f(...)) to a loop.
				"$value = " . ($callable = $this->callable())[0] . "; array_map($value, $list);",
				"M::i('array_map', 'array_map', {$callable[1]}, $list);",
			],
			2 => $this->join("$value = [3, 1, 2]; %s",
				$this->builtin('usort', $this->join("usort($value, %s);", $this->callable()))),
			3 => $this->builtin('array_filter', $this->join("array_filter($list, %s);", $this->callable())),
			4 => $this->builtin('array_reduce', $this->join("array_reduce($list, %s, 1);", $this->callable())),
			5 => $this->join("$value = $list; %s",
				$this->builtin('array_walk', $this->join("array_walk($value, %s);", $this->callable()))),
			6 => $this->builtin('strrev', $this->same('strrev($GLOBALS["text"]);')),
			7 => $this->join('%s %s', $this->same("$value = 'call_user_func';"),
				$this->builtin('call_user_func', $this->join("$value(%s, \$d - 1);", $this->callable()))),
			8 => $this->join('%s %s', $this->same("$value = 'call_user_func_array';"),
				$this->builtin('call_user_func_array', $this->join("$value(%s, [\$d - 1]);", $this->callable()))),
			9 => [
				"$value = Closure::fromCallable('f0'); {$value}(\$d - 1);",
				"$value = M::i('Closure::fromCallable', 'Closure::fromCallable', 'f0'); {$value}(\$d - 1);",
			],
			10 => [
				"(new ReflectionFunction('f1'))->invoke(\$d - 1);",
				"M::i('ReflectionFunction::invoke', [M::n('ReflectionFunction::__construct', 'ReflectionFunction', "
					. "'f1'), 'invoke'], \$d - 1);",
			],
			11 => $this->builtin('preg_replace_callback',
				$this->same('preg_replace_callback("~a~", "ofMatch", "a" . $GLOBALS["text"]);')),
			12 => $this->builtin('trigger_error', $this->same('trigger_error("x");')),
			13 => $this->builtin('json_encode', $this->same('json_encode([$GLOBALS["a"]]);')),
			14 => $this->has('magic') ? $this->builtin('strrev', $this->same('strrev($GLOBALS["a"]);'))
				: $this->same('$GLOBALS["text"] . "x";'),
			15 => $this->builtin('class_exists', $this->same('class_exists("Missing" . ($GLOBALS["fuel"] % 3));')),
			16 => [
				"strrev(...)(\$GLOBALS['text']);",
				"M::i('strrev', 'strrev', \$GLOBALS['text']);",
			],
			17 => $this->same('\strlen($GLOBALS["text"]); $_u = $_undefined;'),
			18 => $this->has('invoke') ? [
				"\$GLOBALS['cb']->__invoke(\$d - 1);",
				"M::i('Closure::__invoke', \$GLOBALS['cb'], \$d - 1);",
			] : $this->builtin('array_product', $this->same('array_product([$d, 2]);')),
			19 => $this->join('%s %s', $this->builtin('ob_start', $this->same("ob_start('ofOutput');")),
				$this->builtin('ob_end_clean', $this->same('ob_end_clean();'))),
		};
	}

	private function destructor(): array
	{
		$slot = "\$GLOBALS['o'][" . mt_rand(0, 1) . ']';

		return match (mt_rand(0, 5)) {
			0 => $this->same('new D($d);'),
			1 => $this->same("$slot = new D(\$d);"),
			2 => $this->same("unset($slot);"),
			3 => $this->has('local') ? $this->same('$_o = new D($d);') : $this->same('new D($d - 1);'),
			4 => $this->has('local') ? $this->same('f0($d - 1, new D($d - 1));') : $this->same("$slot = null;"),
			5 => $this->has('gc') ? $this->join('$_c = new C; $_c->self = $_c; unset($_c); %s', [
				'gc_collect_cycles();',
				"\$_u = M::b('gc_collect_cycles', true); \$_g = M::b('{gc}'); "
					. "try { gc_collect_cycles(); } finally { M::e(\$_g); M::e(\$_u); }",
			]) : $this->same('clone $GLOBALS["a"];'),
		};
	}

	private function fiber(): array
	{
		$fiber = "\$GLOBALS['fb'][" . mt_rand(0, 3) . ']';
		$make = function () use ($fiber): array {
			if ($this->chance(10)) {
				return ["$fiber = new Fiber('array_map'); {$fiber}->start('f1', [\$d - 1, \$d - 2]);",
					"$fiber = M::fiber(fn(\$f, \$l) => M::i('array_map', 'array_map', \$f, \$l)); M::i('Fiber::start', "
						. "[$fiber, 'start'], 'f1', [\$d - 1, \$d - 2]);"];
			}
			$callable = $this->callable();
			return ["$fiber = new Fiber({$callable[0]});" . ($this->chance(85) ? " {$fiber}->start(\$d - 1);" : ''),
				null, $callable[1]];
		};

		return match (mt_rand(0, 8)) {
			0, 1, 2 => (function () use ($make, $fiber) {
				$made = $make();
				return $made[1] !== null ? $made : [$made[0], "$fiber = M::fiber({$made[2]});"
					. (str_contains($made[0], '->start(') && str_ends_with($made[0], '->start($d - 1);')
						? " M::i('Fiber::start', [$fiber, 'start'], \$d - 1);" : '')];
			})(),
			3, 4 => ['Fiber::suspend(1);', 'M::suspend(1);'],
			5 => ["{$fiber}->resume(1);", "M::i('Fiber::resume', [$fiber, 'resume'], 1);"],
			6 => ["if (isset($fiber)) {$fiber}->resume(1);",
				"if (isset($fiber)) M::i('Fiber::resume', [$fiber, 'resume'], 1);"],
			7 => ["if (isset($fiber)) {$fiber}->throw(new X('thrown in'));", "if (isset($fiber)) M::i('Fiber::throw', "
				. "[$fiber, 'throw'], M::n('Exception::__construct', 'X', 'thrown in'));"],
			8 => $this->same("unset($fiber);"),
		};
	}

	private function generatorCall(): string
	{
		$name = $this->pick(self::GENERATORS);

		return ($name === 'A::gm' ? '$GLOBALS["a"]->gm' : $name) . '($d - 1)';
	}

	private function generator(): array
	{
		$slot = "\$GLOBALS['gn'][" . mt_rand(0, 2) . ']';
		$value = $this->fresh();
		$method = $this->pick(['current', 'next', 'valid', 'rewind', 'key']);

		return match (mt_rand(0, 9)) {
			0, 1 => $this->join("{$value}g = {$this->generatorCall()}; foreach ({$value}g as $value) {\n%s\n}",
				$this->block(1)),
			2 => $this->join("{$value}g = {$this->generatorCall()}; foreach ({$value}g as $value) {\n%s\n"
				. "if (\$GLOBALS['fuel'] %% 2) break; }", $this->block(1)),
			3, 4 => $this->same("$slot = {$this->generatorCall()};"),
			5 => ["if (isset($slot)) {$slot}->$method();",
				"if (isset($slot)) M::i('Generator::$method', [$slot, '$method']);"],
			6 => ["if (isset($slot)) {$slot}->send(1);",
				"if (isset($slot)) M::i('Generator::send', [$slot, 'send'], 1);"],
			7 => ["if (isset($slot)) {$slot}->throw(new X('thrown into'));",
				"if (isset($slot)) M::i('Generator::throw', [$slot, 'throw'], M::n('Exception::__construct', "
					. "'X', 'thrown into'));"],
			8 => $this->same("unset($slot);"),
			9 => (fn($made) => ["iterator_to_array($made, false);",
				"M::i('iterator_to_array', 'iterator_to_array', $made, false);"])($this->generatorCall()),
		};
	}

	/** Objects whose methods the engine calls. */
	private function iterator(): array
	{
		$value = $this->fresh();

		return match (mt_rand(0, 8)) {
			0 => $this->join("foreach (new It as $value) {\n%s\n}", $this->block(1)),
			1 => $this->join("foreach (new Aggregate as $value) {\n%s\n}", $this->same('f0($d - 1);')),
			2 => $this->same('f0(...new It(1));'),
			3 => ['iterator_to_array(new It);',
				"$value = new It; M::i('iterator_to_array', 'iterator_to_array', $value);"],
			4 => $this->same('E::One->label($d - 1);'),
			5 => $this->builtin('E::from', $this->same('E::from($d > 0 ? 1 : 2);')),
			6 => $this->builtin('Closure::call', $this->same('$GLOBALS["cb"]->call($GLOBALS["a"], $d - 1);')),
			7 => ["Closure::bind(\$GLOBALS['cb'], \$GLOBALS['a'], 'A')(\$d - 1);",
				"M::i('Closure::bind', 'Closure::bind', \$GLOBALS['cb'], \$GLOBALS['a'], 'A')(\$d - 1);"],
			8 => $this->same(
				'$GLOBALS["anonymous"]->m($d - 1); $GLOBALS["cb"]($d - 1); $GLOBALS["anonymous"]->m0($d - 1);'),
		};
	}

	/** What a generator does when it is resumed with an exception, or not at all. */
	private function yields(): array
	{
		$value = $this->fresh();
		$yield = match (mt_rand(0, 4)) {
			0, 1, 2 => "$value = yield \$d;",
			3 => "$value = yield from [1, 2];",
			4 => $this->has('delegate') ? "$value = yield from {$this->generatorCall()};" : "$value = yield 1;",
		};
		if (str_contains($yield, 'from [')) {
			// An array's values are taken without us; at the end it goes on in the same resume.
			return [$yield, "M::e(\$_t); \$_t = null; try { $yield } catch (\\Throwable \$_y) { \$_t = M::b(\$_s); "
				. "throw \$_y; } \$_t = M::b(\$_s);"];
		}

		return [$yield, "M::e(\$_t); \$_t = null; try { $yield } catch (\\Throwable \$_y) { \$_t = M::b(\$_s); "
			. "throw \$_y; } \$_t = M::b(\$_s);"];
	}

	private function toggle(): array
	{
		if ($this->has('pause') && $this->chance(50)) {
			return $this->pick([['xhprof_pause();', 'M::pause();'], ['xhprof_resume();', 'M::resume();']]);
		}
		if ($this->chance(50)) {
			return ['R::keep(xhprof_disable());', 'M::disable();'];
		}

		return $this->enable();
	}

	private function enable(): array
	{
		$flags = $this->pick([0, 0, 0, 1, 2, 4, 6, 7]);
		$options = [];
		if ($this->chance(25)) {
			$options['ignored_functions'] = array_values(array_unique(
				array_map(fn() => $this->pick(self::IGNORABLE), range(0, mt_rand(0, 3)))));
		}
		if ($this->chance(25)) {
			$options['run_init'] = $this->chance(80);
		}
		$options = preg_replace('~\s+~', ' ', var_export($options, true));

		return ["xhprof_enable($flags, $options);", "M::enable($flags, $options);"];
	}

	private function tries(): array
	{
		$inGenerator = $this->inGenerator; // no yield in "finally": closing such a generator throws
		$this->inGenerator = false;
		$finally = $this->block(1);
		$this->inGenerator = $inGenerator;
		if ($this->inGenerator) {
			$finally[1] = '$_t ??= M::b($_s); ' . $finally[1];
		}
		$catch = $this->chance(70) ? $this->join("catch (X \$_e) {\n%s\n}", $this->block(1)) : $this->same('');
		$end = $catch[0] === '' || $this->chance(50) ? $this->join("finally {\n%s\n}", $finally) : $this->same('');
		if (isset($this->without['finally'])) {
			$catch = $this->join("catch (X \$_e) {\n%s\n}", $this->block(1));
			$end = $this->same('');
		}

		return $this->join("try {\n%s\n} %s %s", $this->block(2), $catch, $end);
	}

	private function includes(): array
	{
		$number = mt_rand(0, 1); // the file may include itself, with the same variables: so none is used

		return ["if (--\$GLOBALS['fuel'] > 0) include __DIR__ . '/{$this->seed}.inc$number.php';",
			"if (--\$GLOBALS['fuel'] > 0) { M::load(dirname(M::\$file) . '/{$this->seed}.inc$number.php'); "
				. "try { include __DIR__ . '/{$this->seed}.inc$number.model.php'; } finally { M::e(null); } }"];
	}

	private function evals(): array
	{
		$code = $this->pick(['f0($d - 1);', 'A::s0($d - 1);', '$GLOBALS["c"][0]($d - 1);']);
		$call = $this->fresh();
		if ($this->chance(20)) {
			return ["/*@L{$this->fresh}*/ try { eval('}'); } catch (\\ParseError) {}",
				"M::evaluate(@@L{$this->fresh}@@, false);"];
		}

		return ["/*@L{$this->fresh}*/ eval('$code');",
			"$call = M::evaluate(@@L{$this->fresh}@@); try { eval('$code'); } finally { M::e($call); }"];
	}

	/** One statement, or nothing in its place where run.php reduces a program that fails. */
	private function statement(): array
	{
		$number = ++$this->statements;
		$statement = $this->anyStatement();

		return isset($this->skip[$number]) ? $this->same('') : $statement;
	}

	private function anyStatement(): array
	{
		$this->budget--;
		$kind = mt_rand(0, 99);
		if ($this->inGenerator && $this->chance(35)) {
			return $this->yields();
		}

		return match (true) {
			$kind < 26 => $this->join('%s;', $this->call()),
			$kind < 44 => $this->internal(),
			$kind < 54 && $this->has('generator') => $this->generator(),
			$kind < 68 && $this->has('fiber') => $this->fiber(),
			$kind < 74 && $this->has('destructor') => $this->destructor(),
			$kind < 76 && $this->has('iterator') => $this->iterator(),
			$kind < 79 && $this->has('toggle') => $this->toggle(),
			$kind < 83 => $this->tries(),
			$kind < 87 => ["throw new X('x');", "throw M::n('Exception::__construct', 'X', 'x');"],
			$kind < 89 && $this->has('include') => $this->includes(),
			$kind < 91 && $this->has('eval') => $this->evals(),
			$kind < 92 && $this->has('deep') => $this->same('deep(' . mt_rand(3, 90) . ');'),
			$kind < 94 => $this->join("for (\$_i = 0; \$_i < 2; \$_i++) {\n%s\n}", $this->block(1)),
			$kind < 95 && $this->has('exit') => $this->same('leave();'),
			$kind < 96 && $this->has('fatal') => $this->same('fatal' . mt_rand(1, 2) . '();'),
			$kind < 97 => $this->join("\$_p = [fn(\$d) => \$d, 1]; %s;", $this->call()),
			$kind < 99 && $this->has('magic')
				&& $this->has('magicclosure') => $this->same('($GLOBALS["a"]->magic2(...))($d - 1);'),
			default => $this->join('$_v = %s;', $this->call()),
		};
	}

	private function block(int $most): array
	{
		$lines = [[], []];
		for ($left = mt_rand(1, $most); $left > 0; $left--) {
			$statement = $this->budget > 0 ? $this->statement() : $this->same('f0($d - 1);');
			if ($this->chance(25)) {
				$statement = $this->join("if (\$GLOBALS['fuel'] %% %s) {\n%s\n}",
					$this->same((string) mt_rand(2, 4)), $statement);
			}
			$lines[0][] = $statement[0];
			$lines[1][] = $statement[1];
		}

		return [implode("\n", $lines[0]), implode("\n", $lines[1])];
	}

	private function function(string $head, string $symbol, int $size,
		string $tail = "return \$GLOBALS['fuel'] %% 7;"): array
	{
		$this->budget = 6;
		$this->scope = $this->scopeOf($symbol);
		$body = $this->body($symbol, $this->join("%s%s\n$tail", $this->guard(), $this->block($size)));
		$this->scope = "''";

		return $this->join("$head {\n%s\n}\n", $body);
	}

	private function generatorFunction(string $head, string $symbol): array
	{
		$this->budget = 6;
		$this->scope = $this->scopeOf($symbol);
		$this->inGenerator = true;
		$body = $this->body("\$_s = $symbol", $this->join("%s%s\n%s\n%s return 1;",
			$this->guard(), $this->block(2), $this->yields(), $this->block(2)));
		$this->inGenerator = false;
		$this->scope = "''";

		return $this->join("$head {\n%s\n}\n", $body);
	}

	private function scopeOf(string $symbol): string
	{
		if (str_starts_with($symbol, 'self::')) {
			return "self::class . '::'";
		}

		return preg_match("~^'(\w+::|N)~", $symbol, $match)
			? "'" . rtrim($match[1], '\\') . ($match[1] === 'N' ? "\\\\" : '') . "'" : "''";
	}

	private function small(string $head, string $symbol, string $code): array
	{
		return $this->join("$head {\n%s\n}\n", $this->body("'$symbol'", $this->same($code)));
	}

	private function classes(): array
	{
		$parts = [
			$this->same("class X extends Exception {}\nclass Base0 {\n"),
			$this->function('public function inherited($d = 0, $x = null)', "'Base0::inherited'", 2),
			$this->same("}\ntrait T {\n"),
			$this->function('public function fromTrait($d = 0, $x = null)', 'self::class . "::fromTrait"', 2),
			$this->same("}\nclass A extends Base0 implements JsonSerializable, ArrayAccess {\nuse T;\n"),
			$this->function('public function m0($d = 0, $x = null)', "'A::m0'", 3),
			$this->function('private function m1private($d = 0, $x = null)', "'A::m1private'", 2),
			$this->function('public function m1($d = 0, $x = null)', "'A::m1'", 2, 'return $this->m1private($d - 1);'),
			$this->function('public static function s0($d = 0, $x = null)', "'A::s0'", 3),
			$this->function('public static function s1($d = 0, $x = null)', "'A::s1'", 2, 'return static::s0($d - 1);'),
			$this->generatorFunction('public function gm($d = 0, $x = null)', "'A::gm'"),
			$this->small('public function __call($_n, $_a)', 'A::__call', 'return f0(($_a[0] ?? 0) - 1);'),
			$this->small('public static function __callStatic($_n, $_a)', 'A::__callStatic',
				'return f1(($_a[0] ?? 0) - 1);'),
			$this->small('public function __get($_n)', 'A::__get', 'return f2(0);'),
			$this->small('public function __set($_n, $_v)', 'A::__set', 'f2($_v - 1);'),
			$this->small('public function __toString()', 'A::__toString', 'return "a" . f3(0);'),
			$this->small('public function __clone()', 'A::__clone', 'f1(0);'),
			$this->small('public function jsonSerialize(): mixed', 'A::jsonSerialize', 'return f1(0);'),
			$this->small('public function offsetExists($_k): bool', 'A::offsetExists', 'return (bool) f1(0);'),
			$this->small('public function offsetGet($_k): mixed', 'A::offsetGet', 'return f1(0);'),
			$this->small('public function offsetSet($_k, $_v): void', 'A::offsetSet', 'f1(0);'),
			$this->small('public function offsetUnset($_k): void', 'A::offsetUnset', 'f1(0);'),
			$this->same("}\nclass B extends A {\nuse T;\n"),
			$this->small('public function __construct()', 'B::__construct', '$this->q = 1; $this->q;'),
			$this->same("public \$q;\n}\nclass Invokable {\n"),
			$this->function('public function __invoke($d = 0, $x = null)', "'Invokable::__invoke'", 2),
			$this->same("}\nclass D {\npublic \$self;\npublic function __construct(public \$d) {\n"),
			$this->body("'D::__construct'", $this->same('$this->d = $d;')),
			$this->same("}\n"),
			// Of what the garbage collector finds, in this place only: else its order would matter.
			$this->join("public function __destruct() { %s }\n}\nclass C {\npublic \$self;\n"
				. "public function __destruct() { %s }\n}\n", $this->destructorBody($this->same(
					'$d = $this->d; if (--$GLOBALS["fuel"] > 0) ' . $this->pick(['f0($d - 1);',
						'A::s0($d - 1);', 'f1(0);', "try { f2(\$d - 1); } catch (X \$_e) {}"]))),
				$this->body("'C::__destruct'", $this->builtin('strrev', $this->same('strrev($GLOBALS["text"]);')))),
		];
		$parts[] = $this->same("class It implements Iterator {\npublic function __construct(private \$n = 2) {\n");
		$parts[] = $this->body("'It::__construct'", $this->same('$this->n %= 3;'));
		$parts[] = $this->same("\n}\n");
		foreach (['rewind(): void' => 'f3(0);', 'valid(): bool' => 'return --$GLOBALS["fuel"] > 0 && $this->n > 0;',
			'current(): mixed' => 'return f2(0) % 2;',
			'key(): mixed' => 'return $this->n;', 'next(): void' => '$this->n--; f1(0);'] as $head => $code) {
			$parts[] = $this->small("public function $head", 'It::' . strstr($head, '(', true), $code);
		}
		$parts[] = $this->same("}\nclass Aggregate implements IteratorAggregate {\n");
		$parts[] = $this->small('public function getIterator(): Iterator', 'Aggregate::getIterator',
			'return g0($GLOBALS["fuel"] % 3);');
		$parts[] = $this->same("}\nenum E: int {\ncase One = 1;\n");
		$parts[] = $this->function('public function label($d = 0, $x = null)', "'E::label'", 2);
		$parts[] = $this->same("}\n");

		// A private method called on $this, and a trait used twice: each has its own name.
		return [implode('', array_column($parts, 0)), implode('', array_column($parts, 1))];
	}

	/** Fibers cannot be switched in there. */
	private function destructorBody(array $code): array
	{
		$body = $this->body("'D::__destruct'", $code);

		return [$body[0], "\$_b = (int) (PHP_VERSION_ID < 80400); M::\$blocked += \$_b; "
			. "try { {$body[1]} } finally { M::\$blocked -= \$_b; }"];
	}

	private function functions(): array
	{
		$parts = [];
		foreach (self::FUNCTIONS as $name) {
			$parts[] = $this->function("function $name(\$d = 0, \$x = null)", "'$name'", 4);
		}
		foreach (['g0', 'g1', 'g2'] as $name) {
			$parts[] = $this->generatorFunction("function $name(\$d = 0, \$x = null)", "'$name'");
		}
		$this->budget = 3;
		$parts[] = $this->join("function deep(\$n) {\n%s\n}\n", $this->body("'deep'", $this->join(
			'if ($n > 0) { return deep($n - 1); } $d = 1; if (--$GLOBALS["fuel"] < 0) return 0; %s', $this->block(2))));
		$parts[] = $this->small('function ofMatch($m)', 'ofMatch', 'f0(1); return "";');
		$parts[] = $this->small('function ofError($n, $m)', 'ofError', 'f3($GLOBALS["fuel"] % 3); return true;');
		$parts[] = $this->small('function ofOutput($text)', 'ofOutput', 'return "";');
		$parts[] = $this->small('function ofException($e)', 'ofException', 'try { f1(1); } catch (Throwable $_e) {}');
		$parts[] = ["function fatal1() {\n/*@L0*/ eval('function f0() {}');\n}\n",
			"function fatal1() {\nM::b('fatal1'); M::evaluate(@@L0@@, false); M::leaveAll(); exit(0);\n}\n"];
		$parts[] = ["function fatal2() {\nstr_repeat(\$GLOBALS['text'], 1 << 28);\n}\n",
			"function fatal2() {\nM::b('fatal2'); M::b('str_repeat', true); M::leaveAll(); exit(0);\n}\n"];
		$parts[] = ["function leave() {\nexit(0);\n}\n", "function leave() {\nM::b('leave'); "
			. "if (PHP_VERSION_ID >= 80400) M::b('exit', true); M::leaveAll(); exit(0);\n}\n"];

		return [implode('', array_column($parts, 0)), implode('', array_column($parts, 1))];
	}

	private function setUp(): array
	{
		$autoload = $this->closure();
		$lines = [
			$this->same('$GLOBALS["fuel"] = ' . mt_rand(20, 250) . ";\n"),
			$this->same("\$GLOBALS['text'] = 'text' . \$argc; "
				. "\$GLOBALS['a'] = new A; \$GLOBALS['invokable'] = new Invokable;\n"),
			$this->same("\$GLOBALS['fb'] = []; \$GLOBALS['gn'] = []; \$GLOBALS['o'] = [];\n"),
		];
		for ($i = 0; $i < 3; $i++) {
			$this->budget = 5;
			$lines[] = $this->join("\$GLOBALS['c'][$i] = %s;\n", $this->closure());
		}
		$this->closureMark = ++$this->fresh;
		$lines[] = $this->join("spl_autoload_register(function (\$class) { /*@L{$this->fresh}*/\n%s\n});\n",
			$this->body($this->closureName(), $this->same('if (--$GLOBALS["fuel"] > 0) f1($GLOBALS["fuel"] % 3);')));
		$lines[] = $this->same("set_error_handler('ofError');\n");
		$mark = ++$this->fresh;
		$lines[] = $this->join("\$GLOBALS['cb'] = function (\$d = 0, \$x = null) { /*@L$mark*/\n%s\n};\n",
			$this->body("M::closure(isset(\$this) ? 'A::' : '', @@L$mark@@)", $this->same('f0($d - 1);')));
		$lines[] = $this->join("\$GLOBALS['anonymous'] = new class extends A {\n%s};\n",
			$this->small('public function m($d)', 'A@anonymous::m', 'f3($d - 1);'));

		return [implode('', array_column($lines, 0)), implode('', array_column($lines, 1))];
	}

	private function main(): array
	{
		$parts = [$this->setUp()];
		$mark = ++$this->fresh;
		$parts[] = ["register_shutdown_function(function () { /*@L$mark*/ R::keep(xhprof_disable()); R::show(); });\n",
			"register_shutdown_function(function () { \$_t = M::b(M::closure('', @@L$mark@@)); M::disable(); "
				. "M::e(\$_t); file_put_contents('php://stdout', serialize(M::results()) . \"\\n\"); });\n"];
		$uncaught = $this->has('uncaught') && $this->chance(50);
		if ($uncaught) {
			$parts[] = $this->same("set_exception_handler('ofException');\n");
		}
		$parts[] = $this->same("\$d = " . mt_rand(2, 4) . ";\n");
		if ($this->chance(20)) { // what was called before must be seen later
			$this->budget = 4;
			$parts[] = $this->join("try {\n%s\n} catch (Throwable \$_e) {}\n", $this->block(2));
		}
		for ($i = mt_rand(1, 3); $i > 0; $i--) {
			$parts[] = $this->enable();
			for ($j = mt_rand(1, 4); $j > 0; $j--) {
				$this->budget = 8;
				$block = $this->block(3);
				$parts[] = $uncaught && $i === 1 && $j === 1 ? $this->join("%s\n", $block)
					: $this->join("try {\n%s\n} catch (Throwable \$_e) {}\n", $block);
			}
			$parts[] = $this->chance(80) ? ["R::keep(xhprof_disable());\n", "M::disable();\n"] : $this->same('');
		}

		return [implode('', array_column($parts, 0)), implode('', array_column($parts, 1))];
	}

	private function write(string $name, array $text, string $prefix = '', string $modelPrefix = ''): void
	{
		$text[0] = "<?php\n$prefix{$text[0]}";
		preg_match_all('~/\*@(L\d+)\*/~', $text[0], $marks, PREG_OFFSET_CAPTURE | PREG_SET_ORDER);
		foreach ($marks as [, [$mark, $offset]]) {
			$this->lines[$mark] = 1 + substr_count($text[0], "\n", 0, $offset);
		}
		$text[1] = preg_replace_callback('~@@(L\d+)@@~', fn($match) => $this->lines[$match[1]] ?? 0, $text[1]);
		file_put_contents("{$this->dir}/$name.php", $text[0]);
		file_put_contents("{$this->dir}/$name.model.php", "<?php\n$modelPrefix{$text[1]}");
	}

	private array $lines = [];

	public function run(): void
	{
		$classes = $this->classes();
		$functions = $this->functions();
		$this->budget = 3;
		$n = $this->function('function nf($d = 0, $x = null)', "'N\\\\nf'", 1, 'return \\f1($d - 1);');
		// In a namespace the compiler does not know which function is meant: all are real calls.
		$spaced = ['function ns($d) { strlen("x" . $d); call_user_func("f0", $d - 1); }',
			"function ns(\$d) { \$_t = \\M::b('N\\\\ns'); try { \\M::i('strlen', 'strlen', 'x'); "
				. "\\M::i('call_user_func', 'call_user_func', 'f0', \$d - 1); } finally { \\M::e(\$_t); } }"];
		$main = $this->main();
		foreach ([0, 1] as $number) {
			$this->budget = 4;
			$this->without['eval'] = true; // it would show another file
			$this->inFile = true; // and its closures the class that includes it
			// Nothing calls it. opcache's optimizer works out what it gives, by the handlers of the builtins.
			$computed =
				'(static function () { $s = "Ab"; return str_repeat($s, 3) . strtolower($s) . implode(",", [$s]); });';
			$this->write("{$this->seed}.inc$number",
				$this->join("$computed\n%s\n", $this->without + ['include' => 1] ? $this->block(2) : $this->same('')));
		}
		$space = $this->join(
			"namespace N {\nuse M, X, A, B, C, D, E, It, Aggregate, Fiber, Closure, ReflectionFunction, R;\n%s%s\n}\n",
			$n, $spaced);
		$text = $this->join("namespace {\n%s%s}\n%s\nnamespace {\n%s\ntry { N\\ns(2); } catch (Throwable \$_e) {}\n}\n",
			$classes, $functions, $space, $main);
		$results = <<<'R'
			namespace {
			final class R
			{
				private static array $all = [];

				public static function keep(?array $pairs): void
				{
					if ($pairs !== null) {
						self::$all[] = $pairs;
					}
				}

				public static function show(): void
				{
					file_put_contents('php://stdout', "\n<<<" . serialize(self::$all) . ">>>\n");
				}
			}
			}

			R;
		$model = var_export(__DIR__ . '/model.php', true);
		$this->write((string) $this->seed, $text, $results, "namespace {\nrequire $model; M::\$file = __DIR__ "
			. ". '/{$this->seed}.php'; M::\$opcache = (\$argv[1] ?? '') === 'opcache';\n}\n");
	}
}

if (realpath($_SERVER['SCRIPT_FILENAME']) === __FILE__) {
	if ($argc < 3) {
		fwrite(STDERR, "Usage: php generate.php SEED DIR [WITHOUT,FEATURES [SKIP,STATEMENTS]]\n");
		exit(2);
	}
	$generate = new Generate((int) $argv[1], $argv[2], array_filter(explode(',', $argv[3] ?? '')),
		array_flip(array_filter(explode(',', $argv[4] ?? ''))));
	$generate->run();
	echo $generate->statements, "\n";
}
