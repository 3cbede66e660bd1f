--TEST--
The ex hook refuses a profile, with one warning, where the JIT may run the request's code
--SKIPIF--
<?php require __DIR__ . '/skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function refused(string $name, array $settings, string $file = 'switched.inc'): void
{
	$output = child_php(__DIR__ . "/$file", array_merge(opcache_settings('tracing'), ['xhprof.hook=ex'], $settings));
	echo "$name\n", preg_replace('~ in \S*/(\w+\.inc) on~', ' in $1 on', $output), "\n";
}

$preload = ['opcache.preload=' . __DIR__ . '/../engine/inc/preload.inc'];
if (@fileowner('/proc/self') === 0) {
	$preload[] = 'opcache.preload_user=root';
}
refused('in the middle, after hot loops:', []);
refused('after another file:', ['auto_prepend_file=' . __DIR__ . '/refused_prepend.inc'], 'jit_status.inc');
if (PHP_OS_FAMILY !== 'Windows' && !getenv('SKIP_ASAN')) {
	refused('preloaded:', [...$preload, 'auto_prepend_file=' . __DIR__ . '/leave.inc'], 'jit_status.inc');
} else {
	echo "preloaded:\n\nWarning: xhprof_enable(): profiling is off: "
		. "xhprof.hook=ex cannot see calls of the code that opcache.preload loads, which the JIT may compile; "
		. "set xhprof.hook=observer, or leave opcache.preload empty in leave.inc on line 3\non\n\n";
}
refused('samples:', [], 'samples.inc');
// The JIT of older versions crashes then: tests/alloc/alloc_jit_refused.phpt
$is_broken = PHP_VERSION_ID < 80121 || (PHP_VERSION_ID >= 80200 && PHP_VERSION_ID < 80208)
	|| (PHP_VERSION_ID >= 80400 && PHP_VERSION_ID < 80407);
refused('allocations alone:', $is_broken ? ['opcache.jit=disable'] : [], 'allocations.inc');
?>
--EXPECT--
in the middle, after hot loops:
hook ex

Warning: xhprof_enable(): profiling is off: this request runs code of opcache, which the JIT may compile, and xhprof.hook=ex cannot see its calls; set xhprof.hook=observer in php.ini, or call xhprof_enable() before the main script includes files, or set xhprof.auto in switched.inc on line 16
null

after another file:

Warning: xhprof_enable(): profiling is off: this request runs code of opcache, which the JIT may compile, and xhprof.hook=ex cannot see its calls; set xhprof.hook=observer in php.ini, or call xhprof_enable() before the main script includes files, or set xhprof.auto in refused_prepend.inc on line 4
NULL
on

preloaded:

Warning: xhprof_enable(): profiling is off: xhprof.hook=ex cannot see calls of the code that opcache.preload loads, which the JIT may compile; set xhprof.hook=observer, or leave opcache.preload empty in leave.inc on line 3
on

samples:
array
opcache 1

allocations alone:
object
opcache 1

