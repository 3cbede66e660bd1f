--TEST--
A fatal error in deep recursion leaves it, closes all calls, and the next run records deep recursion again
--SKIPIF--
<?php
if (getenv('USE_ZEND_ALLOC') === '0' || getenv('SKIP_ASAN')) die('skip needs the allocator of PHP');
require __DIR__ . '/../../helper.inc';
need_shutdown_after_memory_limit();
need_segments();
?>
--INI--
memory_limit=64M
zend.max_allowed_stack_size=-1
fatal_error_backtraces=0
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function deep(int $n, callable $then)
{
	return $n > 0 ? deep($n - 1, $then) : $then();
}
function leaf(): void { static $calls = 0; ++$calls; } // so that it is not inlined
function grab(): string { leaf(); return str_repeat('x', 1 << 28); }
function levels(array $profile): int
{
	check_conservation($profile);
	return count(preg_grep('/==>deep(@\d+)?$/', array_keys($profile)));
}

register_shutdown_function(function () {
	leaf();
	ini_set('memory_limit', '-1');
	$profile = xhprof_disable();
	echo levels($profile), ' levels, ', $profile['grab==>leaf']['ct'], ' ', xhprof_info()['unrecorded_calls'], "\n";
	xhprof_enable(0, ['max_depth' => 100000]);
	deep(40000, 'leaf');
	echo levels(xhprof_disable()), ' levels, ', xhprof_info()['unrecorded_calls'], "\n";
});
xhprof_enable(0, ['max_depth' => 100000]);
deep(30000, 'grab');
?>
--EXPECTF--
Fatal error: Allowed memory size of 67108864 bytes exhausted%S (tried to allocate %d bytes) in %s on line %d
30001 levels, 1 0
40001 levels, 0
