--TEST--
Running out of memory inside a fiber closes the fiber's calls and its resumer's
--INI--
memory_limit=16M
fatal_error_backtraces=0
--SKIPIF--
<?php if (getenv('USE_ZEND_ALLOC') === '0' || getenv('SKIP_ASAN')) die('skip needs the allocator of PHP'); ?>
<?php require __DIR__ . '/../../helper.inc'; need_shutdown_after_memory_limit(); ?>
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function outer($fiber) { $fiber->start('a'); }
function entry($x)
{
	foreach (g($x) as $value) {
		leaf($value);
	}
}
function g($x) { yield $x; yield str_repeat($x, 1 << 28); }
function waiting($x) { leaf($x); Fiber::suspend(); }
function leaf($x) { return $x; }
function finish() { leaf(1); show_sorted(xhprof_disable()); }

register_shutdown_function('finish');
$waiting = new Fiber('waiting');
$fiber = new Fiber('entry');
xhprof_enable();
$waiting->start(1);
outer($fiber);
?>
--EXPECTF--
Fatal error: Allowed memory size of 16777216 bytes exhausted%S (tried to allocate %d bytes) in %s on line 11
Fiber::start==>entry  ct=1
Fiber::start==>waiting  ct=1
entry==>g  ct=2
entry==>leaf  ct=1
finish==>leaf  ct=1
finish==>xhprof_disable  ct=1
g==>str_repeat  ct=1
main()  ct=1
main()==>Fiber::start  ct=1
main()==>finish  ct=1
main()==>outer  ct=1
outer==>Fiber::start  ct=1
waiting==>Fiber::suspend  ct=1
waiting==>leaf  ct=1
