--TEST--
A recursion without end, its lines recorded and its stack sampled, ends as it does without: no walk of a deep stack holds the program up
--SKIPIF--
<?php
require __DIR__ . '/skipif.inc';
need_wall_by_signal();
if (function_exists('opcache_get_status') && !empty(opcache_get_status(false)['jit']['enabled'])) {
	die('skip this request runs code of opcache, and with the JIT has no lines');
}
?>
--INI--
memory_limit=256M
--FILE--
<?php
function down(int $n): int
{
	return down($n + 1) + 1;
}

xhprof_enable(XHPROF_FLAGS_TREE, ['beside' => true, 'lines' => ['down']]);
xhprof_sample_enable(['interval' => 1000]);
down(0);
?>
--EXPECTF--
Fatal error: Allowed memory size of %d bytes exhausted%s
