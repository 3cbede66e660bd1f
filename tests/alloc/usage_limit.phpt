--TEST--
The profile's data does not count against memory_limit
--SKIPIF--
<?php if (getenv('USE_ZEND_ALLOC') === '0' || getenv('SKIP_ASAN')) die('skip needs the allocator of PHP'); ?>
--INI--
memory_limit=8M
--FILE--
<?php
require __DIR__ . '/../helper.inc';

function recursive($x) { return $x > 0 ? 1 + recursive($x - 1) : 0; }

recursive(10000);
xhprof_enable(XHPROF_FLAGS_CPU | XHPROF_FLAGS_MEMORY);
$before = memory_get_usage();
var_dump(recursive(10000));
var_dump(memory_get_usage() - $before < 1000);
?>
--EXPECT--
int(10000)
bool(true)
