--TEST--
A hundred thousand jobs leave no memory behind, profiled or not, saved or not
--SKIPIF--
<?php
if (PHP_OS_FAMILY !== 'Linux') die('skip reads /proc');
if (getenv('USE_ZEND_ALLOC') === '0' || getenv('SKIP_ASAN')) die('skip needs the allocator of PHP');
if (getenv('SKIP_SLOW_TESTS')) die('skip takes seconds');
?>
--FILE--
<?php
require __DIR__ . '/worker.inc';

$folder = fresh_folder(__FILE__);
mkdir("$folder/runs");
$jobs = '
function resident() { return (int) explode(" ", file_get_contents("/proc/self/statm"))[1] * 4096; }
function job($i) {
	xhprof_request_begin(["url" => "App\\\\Job" . $i % 7, "get" => ["page" => "$i"], "SERVER" => $_SERVER]);
	xhprof_tag("number", "$i");
	work(3);
	xhprof_request_end($i % 2);
}
for ($i = 0; $i < 2000; $i++) { job($i); }
$usage = memory_get_usage(); $resident = resident();
for ($i = 0; $i < COUNT; $i++) { job($i); }
told(memory_get_usage() - $usage < 1000);
told(resident() - $resident < 1 << 20);
';
foreach ([
	'not profiled' => [100000, 'xhprof.auto=trigger'],
	'one in a thousand saved' => [100000, 'xhprof.auto=trigger', 'xhprof.sample_rate=1000', 'xhprof.keep=10'],
	'all profiled, none kept' => [20000, 'xhprof.save_if=1000s'],
	'all saved' => [3000, 'xhprof.keep=10'],
] as $how => $settings) {
	echo "== $how\n", worker($folder, str_replace('COUNT', (string) array_shift($settings), $jobs), ...$settings);
	forget("$folder/runs");
}
?>
--CLEAN--
<?php
require __DIR__ . '/worker.inc';
remove(__DIR__ . '/memory.tmp');
?>
--EXPECT--
== not profiled
true
true
== one in a thousand saved
true
true
== all profiled, none kept
true
true
== all saved
true
true
