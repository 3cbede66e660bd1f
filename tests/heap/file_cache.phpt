--TEST--
A script that comes from opcache's file cache lies in one block of PHP's heap and is left out of the snapshot
--SKIPIF--
<?php
require __DIR__ . '/../helper.inc';
if (opcache_settings() === null) die('skip needs opcache');
if (getenv('USE_ZEND_ALLOC') === '0' || getenv('SKIP_ASAN')) die('skip needs the allocator of PHP');
if (PHP_OS_FAMILY === 'Windows') die('skip not on Windows');
?>
--FILE--
<?php
require __DIR__ . '/../helper.inc';

$cache = __DIR__ . '/file_cache.tmp';
@mkdir($cache);
foreach ([[], [], ['in place']] as $arguments) {
	echo child_php(__DIR__ . '/file_cache.inc', array_merge(opcache_settings(),
		["opcache.file_cache=$cache", 'opcache.file_cache_only=1']), [], $arguments);
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
Holder: frame of {main} local $holder, root global $holder; by it: array, string
Holder: frame of {main} local $holder, root global $holder; by it: array, string
Holder: frame of {main} local $holder, root global $holder; by it: array, string
