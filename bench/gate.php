<?php
/**
 * The program that callgrind.sh counts: each case between two calls of gc_enabled(), whose C function is the mark at
 * which callgrind writes a part. Parts: a first one to be thrown away, then for each case one with 100 of its chunks'
 * calls and one with 300; the difference is 200 calls without what surrounds them.
 */

declare(strict_types=1);

namespace Bench;

class Subject
{
	public function get(): void
	{
	}
}

function nothing(): void
{
}

function fib(int $n): int
{
	return $n < 2 ? 1 : namespace\fib($n - 1) + namespace\fib($n - 2);
}

function numbers(int $count): \Generator
{
	while ($count-- > 0) {
		yield $count;
	}
}

function call_function(int $count): void
{
	while ($count-- > 0) {
		namespace\nothing();
	}
}

function call_unqualified(int $count): void
{
	while ($count-- > 0) {
		nothing();
	}
}

function call_method(int $count): void
{
	$subject = new Subject();
	while ($count-- > 0) {
		$subject->get();
	}
}

/** 177 calls a time. */
function call_recursion(int $count): void
{
	for ($count /= 20; $count > 0; $count--) {
		namespace\fib(10);
	}
}

function call_callback(int $count): void
{
	array_map(static fn (int $number): int => $number, array_fill(0, $count, 1));
}

function call_generator(int $count): void
{
	foreach (namespace\numbers($count) as $number) {
	}
}

function call_internal(int $count): void
{
	while ($count-- > 0) {
		\abs($count);
	}
}

function call_internal_method(int $count): void
{
	$array = new \ArrayObject();
	while ($count-- > 0) {
		$array->count();
	}
}

/** A new edge of the graph for each call: what the first call of a pair costs. */
function call_new_edge(int $count): void
{
	static $names = null, $next = 0;
	$names ??= array_map(static fn (int $i): string => "Bench\\edge$i", range(0, 399));
	while ($count-- > 0) {
		$names[$next++]();
	}
}

$code = '';
for ($i = 0; $i < 400; $i++) {
	$code .= "function edge$i() {}";
}
eval("namespace Bench; $code");

if (isset($argv[1])) {
	\xhprof_enable((int) $argv[1]);
}
$cases = ['function', 'unqualified', 'method', 'recursion', 'callback', 'generator', 'internal', 'internal_method'];
foreach ($cases as $case) {
	$run = "Bench\\call_$case";
	for ($i = 0; $i < 5; $i++) {
		$run(100); // what is done once, and by the JIT
	}
	\gc_enabled();
	$run(100);
	\gc_enabled();
	$run(300);
	\gc_enabled();
}
call_new_edge(0);
\gc_enabled();
call_new_edge(100);
\gc_enabled();
call_new_edge(300);
\gc_enabled();
