--TEST--
A text larger than memory_limit is an exception that names the remedy, which works
--SKIPIF--
<?php if (getenv('USE_ZEND_ALLOC') === '0' || getenv('SKIP_ASAN')) die('skip needs the allocator of PHP'); ?>
--INI--
memory_limit=32M
--FILE--
<?php
function deep(int $n): void { if ($n > 0) deep($n - 1); }

xhprof_enable(XHPROF_FLAGS_TREE);
deep(9000);
$run = xhprof_stop();
foreach (['folded', 'json'] as $format) {
	try {
		echo strlen($run->export($format)) > 100000 ? "$format fits\n" : "$format is short\n";
	} catch (RuntimeException $error) {
		echo $error->getMessage(), "\n";
	}
}
$file = __DIR__ . '/text_memory_limit.tmp';
$run->export('folded', $file);
echo filesize($file) > 32 << 20 ? "written\n" : "short\n";
?>
--CLEAN--
<?php @unlink(__DIR__ . '/text_memory_limit.tmp'); ?>
--EXPECT--
Could not write the profile: it does not fit into memory_limit; export the run to a file
json fits
written
