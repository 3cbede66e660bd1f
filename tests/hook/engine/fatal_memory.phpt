--TEST--
Running out of memory inside a builtin closes all calls; shutdown functions are called by main()
--INI--
memory_limit=16M
fatal_error_backtraces=0
--SKIPIF--
<?php if (getenv('USE_ZEND_ALLOC') === '0' || getenv('SKIP_ASAN')) die('skip needs the allocator of PHP'); ?>
<?php require __DIR__ . '/../../helper.inc'; need_shutdown_after_memory_limit(); ?>
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function outer($x) { usort($x, 'compare'); }
function compare($x, $y) { leaf($x); return grab($y); }
function grab($x) { return str_repeat($x, 1 << 28); }
function leaf($x) { return $x; }
function finish() { leaf(1); show(xhprof_disable()); }

register_shutdown_function('finish');
xhprof_enable(XHPROF_FLAGS_MEMORY);
outer(['a', 'b']);
?>
--EXPECTF--
Fatal error: Allowed memory size of 16777216 bytes exhausted%S (tried to allocate %d bytes) in %s on line 6
compare==>leaf  ct=1 [mu pmu]
grab==>str_repeat  ct=1 [mu pmu]
compare==>grab  ct=1 [mu pmu]
usort==>compare  ct=1 [mu pmu]
outer==>usort  ct=1 [mu pmu]
main()==>outer  ct=1 [mu pmu]
finish==>leaf  ct=1 [mu pmu]
finish==>xhprof_disable  ct=1 [mu pmu]
main()==>finish  ct=1 [mu pmu]
main()  ct=1 [mu pmu]
