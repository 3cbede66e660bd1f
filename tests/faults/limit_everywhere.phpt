--TEST--
Wherever the memory limit is hit, in the program, the engine or the profiler, the run and the next one are complete
--EXTENSIONS--
pcntl
--SKIPIF--
<?php
if (getenv('USE_ZEND_ALLOC') === '0' || getenv('SKIP_ASAN')) die('skip needs the allocator of PHP');
if (PHP_ZTS && PHP_VERSION_ID < 80300 && function_exists('opcache_get_status')
	&& (opcache_get_status(false)['jit']['on'] ?? false)) {
	die('skip the JIT of that PHP crashes in this program with any observer, also of nothing');
}
?>
<?php require __DIR__ . '/limit.inc'; need_shutdown_after_memory_limit(); need_limit_without_crash(); ?>
--INI--
memory_limit=64M
fatal_error_backtraces=0
--FILE--
<?php
require __DIR__ . '/limit.inc';

climb(['pairs', 'tree', 'all blocks', 'sampled blocks', 'blocks alone', 'samples'], [0, 4, 13], 3);
?>
--EXPECT--
pairs: 9 steps, the limit hit
tree: 8 steps, the limit hit
all blocks: 8 steps, the limit hit
sampled blocks: 9 steps, the limit hit
blocks alone: 8 steps, the limit hit
samples: 8 steps, the limit hit
