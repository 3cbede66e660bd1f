<?php
/*
 * Runs all kinds of code for so many seconds and prints a sum that depends on every result.
 * tools/stress.sh samples runs it plain and under sampling, which must change nothing.
 *
 * Usage: php sample.php SECONDS ROUNDS      at most so many rounds; prints "ROUNDS SUM"
 */
namespace Stress;

function numbers(int $n)
{
	for ($i = 0; $i < $n; $i++) { $got = yield $i => $i * 2; if ($got) { yield $got; } }
	return $n;
}
function delegates(int $n)
{
	$a = yield from numbers($n);
	$b = yield from new \ArrayIterator([1, 2, 3]);
	return $a + 1;
}
function generators(int $n): int
{
	$sum = 0;
	foreach (delegates($n) as $key => $value) { $sum += $key + $value; }
	$g = numbers($n); $g->current(); $sum += $g->send(7) ?? 0;
	unset($g);
	return $sum;
}

function fibers(int $n): int
{
	$sum = 0; $fibers = [];
	for ($i = 0; $i < 4; $i++) {
		$fibers[] = $fiber = new \Fiber(function (int $x) use ($n, &$sum): void {
			for ($j = 0; $j < $n; $j++) { $sum += array_sum(array_map(fn($v) => \Fiber::suspend($v) + $v, [$j, $x])); }
		});
		$fiber->start($i);
	}
	while ($fibers) {
		foreach ($fibers as $k => $fiber) {
			if ($fiber->isTerminated()) { unset($fibers[$k]); } else { $fiber->resume(1); }
		}
	}
	return $sum;
}

function closures(int $n): int
{
	$compose = fn(callable $f, callable $g) => fn($x) => $f($g($x));
	$f = fn($x) => $x + 1;
	for ($i = 0; $i < $n; $i++) { $f = $compose($f, strlen(...)) ; $f = $compose(fn($x) => $x + $i, fn($x) => "$x"); }
	return (int) $f(5) + (new class { function __invoke($x) { return $x * 3; } })(4);
}

function evals(int $n): int
{
	$sum = 0;
	for ($i = 0; $i < $n; $i++) {
		$sum += eval("return (function (\$x) { \$c = new class(\$x) { function __construct(public int \$v) {} function "
			. "get() { return \$this->v + $i; } }; return \$c->get(); })($i);");
	}
	return $sum;
}

class Failure extends \Exception {}
class Dies
{
	static int $dead = 0;
	function __construct(public ?Dies $next = null) {}
	function __destruct()
	{
		self::$dead += strlen(str_repeat('x', 3));
		try { throws(2); } catch (Failure $e) { self::$dead++; }
	}
}
function throws(int $n) { try { if ($n === 0) { throw new Failure('f', 3); } throws($n - 1); } finally { $n++; } }
function exceptions(int $n): int
{
	$sum = 0;
	for ($i = 0; $i < $n; $i++) {
		try { throws($i % 9); } catch (Failure $e) { $sum += $e->getCode() + count($e->getTrace()); }
		$chain = null; for ($j = 0; $j < 5; $j++) { $chain = new Dies($chain); }
	}
	return $sum + Dies::$dead;
}

class Magic implements \ArrayAccess, \Countable, \IteratorAggregate
{
	private array $data = [];
	static function __callStatic($name, $arguments) { return strlen($name) + count($arguments); }
	function __call($name, $arguments) { return $this->$name = strlen($name) + array_sum($arguments); }
	function __get($name) { return crc32($name) % 100; }
	function __set($name, $value) { $this->data[$name] = $value; }
	function offsetExists(mixed $o): bool { return isset($this->data[$o]); }
	function offsetGet(mixed $o): mixed { return $this->data[$o] ?? 0; }
	function offsetSet(mixed $o, mixed $v): void { $this->data[$o] = $v; }
	function offsetUnset(mixed $o): void { unset($this->data[$o]); }
	function count(): int { return count($this->data); }
	function getIterator(): \Iterator { yield from $this->data; }
	function __toString(): string { return implode(',', $this->data); }
	function __serialize(): array { return $this->data; }
	function __unserialize(array $data): void { $this->data = $data; }
	function __clone() { $this->data['cloned'] = 1; }
}
function magic(int $n): int
{
	$m = new Magic; $sum = 0;
	for ($i = 0; $i < $n; $i++) {
		$name = 'method' . $i % 7;
		$sum += $m->$name($i, 2) + Magic::$name($i) + $m->nothing + count($m);
		$m["k$i"] = $i; unset($m['k' . ($i - 3)]);
		$sum += strlen((string) $m);
	}
	foreach (unserialize(serialize(clone $m)) as $k => $v) { $sum += strlen((string) $k) + $v; }
	return $sum;
}

function reflection(int $n): int
{
	$sum = 0;
	for ($i = 0; $i < $n; $i++) {
		$class = new \ReflectionClass(Magic::class);
		foreach ($class->getMethods() as $method) { $sum += $method->getNumberOfParameters(); }
		$sum += (new \ReflectionFunction(__NAMESPACE__ . '\closures'))->invoke(2);
		$sum += (new \ReflectionMethod(Magic::class, 'count'))->invoke(new Magic);
	}
	return $sum;
}

function sorts(int $n): int
{
	$a = []; for ($i = 0; $i < $n * 10; $i++) { $a[] = crc32((string) $i) % 1000; }
	usort($a, fn($x, $y) => $x <=> $y);
	uasort($a, function ($x, $y) { return sorted($y, $x); });
	array_walk($a, function (&$v, $k) { $v += $k; });
	return array_sum(array_filter($a, fn($v) => $v % 2))
		+ crc32(preg_replace_callback('/\d+/', fn($m) => $m[0] + 1, implode(' ', $a)));
}
function sorted($x, $y) { return $x <=> $y; }

function buffers(int $n): int
{
	$sum = 0;
	for ($i = 0; $i < $n; $i++) {
		ob_start(fn($text) => strrev($text));
		echo "text $i ";
		printf('%05d', $i);
		$sum += strlen(ob_get_contents());
		ob_end_clean();
		ob_start(); var_dump(['a' => $i]); print_r(new Magic); $sum += crc32(ob_get_clean());
	}
	return $sum;
}

function frameless(int $n): int
{
	$sum = 0; $list = range(1, 50);
	for ($i = 0; $i < $n * 5; $i++) {
		$sum += \in_array($i, $list, true) ? 1 : 0; $sum += \strlen(\str_replace('a', 'bb', 'abracadabra' . $i));
		$sum += \preg_match('/(\d+)b/', "xx{$i}b") + \strpos('haystack', 'st')
			+ \count(\explode(',', "a,$i,b")) + \min($i, 3);
		$sum += \strlen(\trim(" $i ")) + \strlen(\implode('-', $list)) + \crc32(\substr("text$i", 1, 3));
	}
	return $sum;
}

function waits(int $n): int
{
	static $pair = null;
	$pair ??= stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
	$sum = 0;
	for ($i = 0; $i < $n; $i++) {
		$read = [$pair[0]]; $write = $except = null;
		$sum += stream_select($read, $write, $except, 0, 50) === 0 ? 1 : 1000;
		$sum += time_nanosleep(0, 50000) === true ? 1 : 1000;
		fwrite($pair[1], "x$i\n"); $sum += strlen(fgets($pair[0]));
	}
	return $sum;
}

function recursion(int $n): int
{
	return $n > 0 ? recursion($n - 1) + 1 : array_sum(array_map(fn($x) => $x + 1, [0, 0]));
}
function deep(int $n): int { return recursion($n * 30); }
function collects(int $n): int
{
	for ($i = 0; $i < $n; $i++) { $a = new \stdClass; $b = new \stdClass; $a->b = $b; $b->a = $a; }
	return gc_collect_cycles() > 0 ? 1 : 0;
}

$end = microtime(true) + (float) $argv[1];
$sum = 0;
if (getenv('STRESS_SAMPLE')) {
	xhprof_sample_enable(json_decode(getenv('STRESS_SAMPLE'), true));
}
for ($round = 0; $round < (int) $argv[2] && microtime(true) < $end; $round++) {
	foreach (['generators', 'fibers', 'closures', 'evals', 'exceptions', 'magic', 'reflection', 'sorts', 'buffers',
		'frameless', 'waits', 'deep', 'collects'] as $part) {
		$sum = ($sum * 31 + (__NAMESPACE__ . "\\$part")(20)) % 1000000007;
	}
	if (getenv('STRESS_SAMPLE') && $round % 200 === 199) {
		check(xhprof_sample_disable());
		xhprof_sample_enable(json_decode(getenv('STRESS_SAMPLE'), true));
	}
	if ($round % 50 === 49) {
		Dies::$dead = 0;
		gc_collect_cycles();
	}
}
echo "$round $sum\n";
if (getenv('STRESS_SAMPLE')) {
	check(xhprof_sample_disable());
	fwrite(STDERR, json_encode(array_intersect_key(xhprof_info()['sampling'],
		['source' => 0, 'samples' => 0, 'weight' => 0, 'late' => 0, 'dropped' => 0])) . "\n");
}

/* No stack may hold a name that is none. */
function check(array $samples): void
{
	foreach (array_unique(array_values($samples)) as $stack) {
		foreach (explode('==>', $stack) as $name) {
			if (!preg_match('/^[\w\\\\:{}@\/.()$\' -]+$/', $name)) {
				fwrite(STDERR, 'not a name: ' . json_encode($name, JSON_INVALID_UTF8_SUBSTITUTE) . "\n");
				exit(1);
			}
		}
	}
}
