--TEST--
The memory limit hit while a result is made is PHP's own fatal error, and the run can still be fetched
--SKIPIF--
<?php if (getenv('USE_ZEND_ALLOC') === '0' || getenv('SKIP_ASAN')) die('skip needs the allocator of PHP'); ?>
<?php require __DIR__ . '/../helper.inc'; need_shutdown_after_memory_limit(); ?>
--INI--
memory_limit=64M
fatal_error_backtraces=0
--FILE--
<?php
require __DIR__ . '/../helper.inc';

$code = '';
for ($i = 0; $i < 20000; $i++) {
	$code .= "function f$i() { return 1; }";
}
eval($code);
unset($code);

$peak = 0;
register_shutdown_function(function () use (&$peak) {
	/* Some PHPs let a builtin go on, and raise the error when it has returned: then its result is lost. */
	$is_late = memory_get_peak_usage(true) > $peak;
	ini_set('memory_limit', '256M');
	$run = xhprof_disable();
	var_dump($run === null ? $is_late : count($run) > 20000);
	xhprof_enable();
	f1();
	f2();
	show(xhprof_disable());
});
xhprof_enable();
for ($i = 0; $i < 20000; $i++) {
	"f$i"();
}
$full = [];
for ($free = memory_get_usage(true) - memory_get_usage(); $free > 1 << 20; $free -= 1 << 16) {
	$full[] = str_repeat('x', 1 << 16);
}
ini_set('memory_limit', (string) memory_get_usage(true));
$peak = memory_get_peak_usage(true);
echo "full\n";
xhprof_disable();
echo "not reached\n";
?>
--EXPECTF--
full

Fatal error: Allowed memory size of %d bytes exhausted%S (tried to allocate %d bytes) in %s on line %d
bool(true)
main()==>f1  ct=1
main()==>f2  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
