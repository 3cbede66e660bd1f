--TEST--
Allocations are not tracked on a PHP whose JIT would crash, and everything else is recorded
--SKIPIF--
<?php
require __DIR__ . '/../helper.inc';
if (xhprof_info()['clock'] !== 'fake') die('skip takes itself for another PHP only in a build with the fake clock');
if (opcache_settings('tracing') === null) die('skip needs the JIT');
?>
--FILE--
<?php
require __DIR__ . '/../helper.inc';

foreach ([80120, 80121, 80207, 80208, 80300, 80406, 80407] as $version) {
	putenv("XHPROF_TEST_PHP_VERSION=$version");
	foreach (['tracing', 'disable'] as $jit) {
		echo "$version, $jit\n",
			child_php(__DIR__ . '/alloc_refused.inc', ['xhprof.hook=observer'], opcache_settings($jit));
	}
}
?>
--EXPECTF--
80120, tracing

Warning: xhprof_enable(): profiling is off: the JIT of this PHP crashes when allocations are profiled (fixed in PHP 8.1.21, 8.2.8, 8.3 and 8.4.7); set opcache.jit=disable in %s on line 2
not watched
3 rows without
80120, disable
watched
3 rows without
80121, tracing
watched
3 rows without
80121, disable
watched
3 rows without
80207, tracing

Warning: xhprof_enable(): profiling is off: the JIT of this PHP crashes when allocations are profiled (fixed in PHP 8.1.21, 8.2.8, 8.3 and 8.4.7); set opcache.jit=disable in %s on line 2
not watched
3 rows without
80207, disable
watched
3 rows without
80208, tracing
watched
3 rows without
80208, disable
watched
3 rows without
80300, tracing
watched
3 rows without
80300, disable
watched
3 rows without
80406, tracing

Warning: xhprof_enable(): profiling is off: the JIT of this PHP crashes when allocations are profiled (fixed in PHP 8.1.21, 8.2.8, 8.3 and 8.4.7); set opcache.jit=disable in %s on line 2
not watched
3 rows without
80406, disable
watched
3 rows without
80407, tracing
watched
3 rows without
80407, disable
watched
3 rows without
