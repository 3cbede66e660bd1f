--TEST--
Recursion without end ends as it does without a profile: with an Error, or at memory_limit
--SKIPIF--
<?php
if (PHP_VERSION_ID < 80300) die('skip PHP has no limit of the C stack');
if (getenv('USE_ZEND_ALLOC') === '0' || getenv('SKIP_ASAN')) die('skip needs the allocator of PHP');
?>
--INI--
memory_limit=1G
fatal_error_backtraces=0
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function callback(): void { array_map('callback', [1]); }
function plain(): void { plain(); }

register_shutdown_function(function () {
	ini_set('memory_limit', '-1');
	check_conservation(xhprof_disable());
	echo "the end\n";
});
xhprof_enable();
try {
	callback();
} catch (Error $error) {
	echo get_class($error), ': ', preg_replace('/\d+/', 'N', $error->getMessage()), "\n";
}
check_conservation(xhprof_disable());
ini_set('memory_limit', '256M');
xhprof_enable();
plain();
?>
--EXPECTF--
Error: Maximum call stack size of N bytes (zend.max_allowed_stack_size - zend.reserved_stack_size) reached. Infinite recursion?

Fatal error: Allowed memory size of 268435456 bytes exhausted%S (tried to allocate %d bytes) in %s on line %d
the end
