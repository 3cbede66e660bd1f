--TEST--
With a foreign allocator or foreign handlers, blocks are tracked by address
--SKIPIF--
<?php
if (getenv('XHPROF_VALGRIND')) die('skip objects in a ring are not freed by PHP at its end without its own allocator');
	?>
--FILE--
<?php
require __DIR__ . '/../helper.inc';

putenv('USE_ZEND_ALLOC=0');
foreach (['[]', '{"mode":"tree"}', '{"mode":"alloc"}', '{"alloc":"sampled","alloc_interval":500}',
	'{"mode":"alloc","alloc":"sampled","alloc_interval":500}'] as $mode) {
	echo $mode, "\n", child_php(__DIR__ . '/alloc_foreign.inc', [], [], [$mode]);
}
?>
--EXPECT--
[]
70 strings, 0 broken
{"mode":"tree"}
70 strings, 0 broken
{"mode":"alloc"}
70 strings, 0 broken
{"alloc":"sampled","alloc_interval":500}
some strings, 0 broken
{"mode":"alloc","alloc":"sampled","alloc_interval":500}
some strings, 0 broken
