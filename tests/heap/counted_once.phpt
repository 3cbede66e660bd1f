--TEST--
Memory that is not a value is counted exactly once: run-time caches, lazy objects, attributes, stack pages
--SKIPIF--
<?php
if (getenv('USE_ZEND_ALLOC') === '0') die('skip memory_get_usage() is 0 without the allocator');
if (PHP_VERSION_ID < 80200 && xhprof_info()['hook'] === 'observer') die('skip 8.1 hides the memory of observers');
?>
--FILE--
<?php
require __DIR__ . '/heap.inc';

class Lazy { public $first, $second; }
function deep(int $n): int { return $n > 0 ? deep($n - 1) + 1 : 0; }
function dive(int $n): int { return $n > 0 ? dive($n - 1) + 1 : Fiber::suspend(); }
function given($first, $second) { return [$first, $second]; }

function missing(): int {
	$report = xhprof_heap_snapshot(sys_get_temp_dir() . '/xhprof-test-once-' . getmypid(), ['wait' => true]);
	return $report['memory_usage'] - $report['bytes'];
}
/* The growth of the unaccounted memory by a call that takes at least 40 KB. */
function check(string $what, int $since, string $code, callable $use): void {
	if (PHP_VERSION_ID >= $since) {
		$before = missing();
		eval(implode("\n", array_map(fn($i) => str_replace('@', $i, $code), range(1, 500))));
		$kept = $use();
		$more = missing() - $before;
		echo abs($more) < 4096 ? '' : "$what: $more\n";
	}
}
missing();
check('static variables', 80100, 'function with_@() { static $first = [@], $second; return $second++; }', function () {
	for ($i = 1; $i <= 500; $i++) {
		"with_$i"();
	}
});
check('lazy objects', 80400, '', function () {
	$class = new ReflectionClass(Lazy::class);
	$initializer = function () {};
	$objects = array_map(fn() => $class->newLazyGhost($initializer), range(1, 500));
	$proxies = array_map(fn() => $class->newLazyProxy(fn() => new Lazy), range(1, 500));
	array_map(fn($proxy) => $proxy->first, $proxies);
	return [$objects, $proxies];
});
check('attributes of constants', 80500, '#[Given([1, 2, @])] const CONSTANT_@ = @;', fn() => null);
check('fibers', 80100, '', function () {
	$fibers = array_map(fn() => new Fiber(fn(int $n) => dive($n)), range(1, 40));
	array_map(fn(Fiber $fiber, int $n) => $fiber->start($n), $fibers, array_keys($fibers));
	return $fibers;
});
$fiber = new Fiber(function () {
	echo missing() - $GLOBALS['before'] < 4096 ? '' : "the main stack within a fiber\n";
});
$before = missing();
$fiber->start();
check('pages of the stack', 80600, '', fn() => deep(5000));
check('partial applications', 80600, '$made = given(?, @);', fn() => null);
unlink(sys_get_temp_dir() . '/xhprof-test-once-' . getmypid());
?>
done
--EXPECT--
done
