--TEST--
Sampling is safe while files large enough for their own memory mapping end
--SKIPIF--
<?php
require __DIR__ . '/skipif.inc';
need_wall_by_signal();
if (getenv('USE_ZEND_ALLOC') === '0' || getenv('SKIP_ASAN')) die('skip needs the allocator of PHP');
?>
--INI--
opcache.enable_cli=0
memory_limit=1G
--FILE--
<?php
require __DIR__ . '/sample.inc';

/* Its code takes more than 2 MB, which PHP's allocator gives back to the system at once; to destroy
 * its many literals takes a while. */
$file = __DIR__ . '/include_gone.tmp';
file_put_contents($file, "<?php if (0) {\n" . str_repeat("\$a = 1.5 . \$b;\n", 40000) . "}\n");
xhprof_sample_enable(['interval' => 100]);
for ($i = 0; $i < 40 || samples_so_far() < 10; $i++) {
	include $file;
}
var_dump(xhprof_sample_disable() !== null);
?>
--CLEAN--
<?php @unlink(__DIR__ . '/include_gone.tmp'); ?>
--EXPECT--
bool(true)
