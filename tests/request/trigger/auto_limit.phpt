--TEST--
After hitting the memory limit while fetching its request's run, a program may fetch it again, and the whole run is saved
--SKIPIF--
<?php if (getenv('USE_ZEND_ALLOC') === '0' || getenv('SKIP_ASAN')) die('skip needs the allocator of PHP'); ?>
<?php require __DIR__ . '/../../helper.inc'; need_shutdown_after_memory_limit(); ?>
--FILE--
<?php
require __DIR__ . '/auto.inc';

$folder = fresh_folder(__FILE__);
mkdir("$folder/runs");
file_put_contents("$folder/program.inc", <<<'PHP'
<?php
ini_set('display_errors', '0');
function plain() { static $calls; $calls++; }
// Long names: rows of equal values share their memory, keys do not.
$code = 'namespace ' . str_repeat('Long', 40) . ';';
for ($i = 0; $i < 20000; $i++) {
	$code .= "function f$i() { return 1; } f$i();";
}
eval($code);
unset($code);
register_shutdown_function(function () use ($argv) {
	ini_set('memory_limit', '256M');
	echo str_starts_with(error_get_last()['message'], 'Allowed memory size') ? "the limit was hit\n" : "no limit\n";
	$run = $argv[1] === 'xhprof_stop' ? xhprof_stop()?->pairs() : xhprof_disable();
	$is_whole = fn($run) => isset($run['main()']) && preg_grep('/f19999$/', array_keys($run)) !== [];
	echo $run === null ? 'gone' : ($is_whole($run) ? 'there' : 'in part'), "\n";
	var_dump(xhprof_disable());
	xhprof_enable();
	plain();
	echo isset(xhprof_disable()['main()==>plain']) ? "the next\n" : "no next\n";
});
$full = [];
for ($free = memory_get_usage(true) - memory_get_usage(); $free > 1 << 20; $free -= 1 << 16) {
	$full[] = str_repeat('x', 1 << 16);
}
ini_set('memory_limit', (string) memory_get_usage(true));
xhprof_disable();
echo "not reached\n";
PHP);
foreach (['xhprof_disable', 'xhprof_stop'] as $asks) {
	echo "asked again by $asks:\n",
		child_php("$folder/program.inc", auto_settings("$folder/runs", 'memory_limit=64M'), arguments: [$asks]);
	[$run] = runs("$folder/runs");
	echo count(preg_grep('/f\d+$/', array_keys($run->pairs()))), " functions saved\n";
	forget("$folder/runs");
}
?>
--CLEAN--
<?php
require __DIR__ . '/auto.inc';
remove(__DIR__ . '/auto_limit.tmp');
?>
--EXPECT--
asked again by xhprof_disable:
the limit was hit
there
NULL
the next
ended with status 255
20000 functions saved
asked again by xhprof_stop:
the limit was hit
there
NULL
the next
ended with status 255
20000 functions saved