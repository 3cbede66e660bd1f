--TEST--
Deep recursion is recorded whole whatever leaves it or goes on in it: fibers, runs, errors, exit()
--SKIPIF--
<?php
require __DIR__ . '/../../helper.inc';
need_segments();
?>
--INI--
memory_limit=-1
zend.max_allowed_stack_size=-1
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

/* More than one segment of stack; a sanitizer's frames are larger, and slower. */
define('DEPTH', getenv('SKIP_ASAN') ? 10000 : 30000);

function deep(int $n, callable $then)
{
	return $n > 0 ? deep($n - 1, $then) : $then();
}
function leaf(): string { static $calls = 0; return ++$calls > 0 ? 'leaf' : ''; } // so that it is not inlined

function in_depths(int $count): string
{
	return intdiv($count, DEPTH) . ' DEPTH + ' . $count % DEPTH;
}

/* Levels of deep(), calls of leaf(), calls that were not recorded. */
function told(array $profile): string
{
	check_conservation($profile);
	$levels = preg_grep('/==>deep(@\d+)?$/', array_keys($profile));
	$leaves = preg_grep('/==>leaf$/', array_keys($profile));
	$calls = static fn(array $pairs): int =>
		array_sum(array_map(static fn(string $pair): int => $profile[$pair]['ct'], $pairs));
	return in_depths(count($levels)) . ' levels, ' . in_depths($calls($levels)) . ' calls, ' . $calls($leaves)
		. ' leaves, ' . xhprof_info()['unrecorded_calls'] . " unrecorded\n";
}

function enable(): void
{
	xhprof_enable(0, ['max_depth' => 100000]);
}

// To and fro at the limit, wherever that is.
enable();
function way(int $n): void { $n > 0 && way($n - 1); leaf(); leaf(); }
way(DEPTH);
echo in_depths(array_sum(array_map(fn(array $row): int => $row['ct'], array_filter(xhprof_disable(),
	fn(string $pair): bool => str_ends_with($pair, '==>leaf'), ARRAY_FILTER_USE_KEY)))), " leaves\n";

// Fibers that suspend down there, in turns.
enable();
$fibers = [];
for ($i = 0; $i < 3; $i++) {
	$fibers[$i] = new Fiber(fn() => deep(DEPTH, function () {
		leaf();
		Fiber::suspend();
		leaf();
		return deep(10, 'leaf');
	}));
	$fibers[$i]->start();
}
deep(DEPTH, function () use ($fibers) {
	$fibers[1]->resume();
	leaf();
	$fibers[0]->resume();
	leaf();
});
echo $fibers[1]->getReturn(), ' ', told(xhprof_disable());

// One is destroyed down there.
enable();
unset($fibers[2], $fibers);
deep(DEPTH, 'leaf');
echo told(xhprof_disable());

// A run ends down there, another begins, and goes on above.
enable();
deep(DEPTH, function () use (&$first) {
	$first = xhprof_disable();
	enable();
	deep(DEPTH, 'leaf');
});
deep(2 * DEPTH, 'leaf');
echo told(xhprof_disable()), told($first);

// Exceptions, generators and callbacks.
enable();
try {
	deep(DEPTH, function () { leaf(); throw new Exception('from below'); });
} catch (Exception $exception) {
	leaf();
	echo $exception->getMessage(), ' ';
}
$numbers = (function () { yield leaf(); yield leaf(); })();
deep(DEPTH, fn() => $numbers->current());
deep(DEPTH, function () use ($numbers) { $numbers->next(); array_map(fn() => leaf(), [1, 2]); });
echo told(xhprof_disable());

// exit() leaves it, and shutdown functions are called by main().
register_shutdown_function(function () {
	leaf();
	echo told(xhprof_disable());
});
enable();
deep(DEPTH, function () { leaf(); exit; });
?>
--EXPECT--
2 DEPTH + 2 leaves
leaf 2 DEPTH + 14 levels, 4 DEPTH + 26 calls, 9 leaves, 0 unrecorded
1 DEPTH + 1 levels, 1 DEPTH + 1 calls, 1 leaves, 0 unrecorded
2 DEPTH + 1 levels, 3 DEPTH + 2 calls, 2 leaves, 0 unrecorded
1 DEPTH + 1 levels, 1 DEPTH + 1 calls, 0 leaves, 0 unrecorded
from below 1 DEPTH + 1 levels, 3 DEPTH + 3 calls, 6 leaves, 0 unrecorded
1 DEPTH + 1 levels, 1 DEPTH + 1 calls, 2 leaves, 0 unrecorded
