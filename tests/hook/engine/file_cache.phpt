--TEST--
Scripts in opcache's file cache work under each hook, and without xhprof, in turn
--SKIPIF--
<?php
require __DIR__ . '/../../helper.inc';
if (opcache_settings() === null) die('skip needs opcache');
if (PHP_OS_FAMILY === 'Windows') die('skip not on Windows');
?>
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

$cache = __DIR__ . '/file_cache.tmp';
@mkdir($cache);
/* Without the JIT; "ex beside the JIT" compiles what opcache keeps in another way. */
foreach (['ex', 'observer', 'ex', 'off', 'ex beside the JIT', 'ex', 'ex beside the JIT', 'observer'] as $way) {
	$settings = opcache_settings();
	if ($way === 'ex beside the JIT') {
		$settings = opcache_settings('tracing') ?? $settings;
		child_php(__DIR__ . '/inc/file_cache.inc', [...$settings, "opcache.file_cache=$cache", 'xhprof.hook=ex']);
		$settings[] = 'auto_prepend_file=' . __DIR__ . '/../jit/leave.inc';
	}
	foreach ([0, 1] as $only) {
		echo child_php(__DIR__ . '/inc/file_cache.inc', array_merge($settings,
			["opcache.file_cache=$cache", "opcache.file_cache_only=$only", 'xhprof.hook="' . strtok($way, ' ') . '"']));
	}
}
?>
--CLEAN--
<?php
$cache = __DIR__ . '/file_cache.tmp';
foreach (new RecursiveIteratorIterator(new RecursiveDirectoryIterator($cache, FilesystemIterator::SKIP_DOTS),
	RecursiveIteratorIterator::CHILD_FIRST) as $file) {
	$file->isDir() ? rmdir($file) : unlink($file);
}
rmdir($cache);
?>
--EXPECT--
ok
ok
ok
ok
ok
ok
off ok
off ok
ok
ok
ok
ok
ok
ok
ok
ok
