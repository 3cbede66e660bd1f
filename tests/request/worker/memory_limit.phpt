--TEST--
After a job's run is saved, which takes more memory than the program has left, its memory_limit is in force as before
--SKIPIF--
<?php require __DIR__ . '/../../helper.inc'; need_shutdown_after_memory_limit(); ?>
<?php if (getenv('USE_ZEND_ALLOC') === '0' || getenv('SKIP_ASAN')) die('skip needs the allocator of PHP'); ?>
--FILE--
<?php
require __DIR__ . '/../trigger/auto.inc';

$folder = fresh_folder(__FILE__);
mkdir("$folder/runs");
file_put_contents("$folder/program.inc", <<<'PHP'
<?php
xhprof_request_begin();
// No two rows have the same times, which would share memory.
$code = function_exists('xhprof_fake_clock_advance') ? 'function pass($us) { xhprof_fake_clock_advance(1000 * $us, 0); }' : 'function pass($us) { }';
for ($i = 0; $i < 20000; $i++) {
	$code .= "function f$i(\$x) { return pass(\$x); } f$i($i);";
}
eval($code);
unset($code);
gc_mem_caches();
ini_set('memory_limit', (string) memory_get_usage(true));
echo is_string(xhprof_request_end()) ? "saved\n" : "NOT SAVED\n";
$more = memory_get_usage(true) - (int) ini_get('memory_limit') < 2 << 20;
echo $more ? "little more is in use\n" : "MUCH MORE\n";
for ($all = [];;) {
	$all[] = str_repeat('x', 1 << 20);
	if (count($all) === 64) {
		exit("NO LIMIT\n");
	}
}
PHP);
echo preg_replace(['/ of \d+.*/', '/^\n/'], '', child_php("$folder/program.inc",
	auto_settings("$folder/runs", 'xhprof.auto_formats=xhprof,xhgui', 'xhprof.save_timeout_ms=0')));
?>
--CLEAN--
<?php
require __DIR__ . '/../trigger/auto.inc';
remove(__DIR__ . '/memory_limit.tmp');
?>
--EXPECT--
saved
little more is in use

Fatal error: Allowed memory size
ended with status 255
