--TEST--
Arguments of xhprof_enable() are released when the profile ends
--SKIPIF--
<?php if (getenv('USE_ZEND_ALLOC') === '0' || getenv('SKIP_ASAN')) die('skip needs the allocator of PHP'); ?>
--FILE--
<?php
require __DIR__ . '/../helper.inc';

function used($names)
{
	xhprof_enable(0, ['ignored_functions' => $names]);
	xhprof_enable(0, ['ignored_functions' => $names]);
	xhprof_disable();
	$names = null;
	return memory_get_usage();
}

used(['warm']);
used([str_repeat('x', 10)]);
$before = used(['x']);
var_dump(used([str_repeat('x', 16 << 20)]) - $before < 1000);
var_dump(used(str_repeat('y', 16 << 20)) - $before < 1000);
for ($i = 0; $i < 50; $i++) {
	$after = used(array_map(fn($n) => str_repeat('z', $n + 1000), range(1, 100)));
}
var_dump($after - $before < 1000);

// Refused, nothing is kept either.
try {
	xhprof_enable('x', [str_repeat('x', 16 << 20)]);
} catch (TypeError $error) {
	unset($error);
}
var_dump(memory_get_usage() - $before < 10000);
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
