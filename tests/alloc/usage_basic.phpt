--TEST--
mu is the memory a function kept or freed, pmu its growth of the peak, both with callees
--SKIPIF--
<?php if (getenv('USE_ZEND_ALLOC') === '0' || getenv('SKIP_ASAN')) die('skip needs the allocator of PHP'); ?>
--INI--
opcache.jit_buffer_size=0
--FILE--
<?php
require __DIR__ . '/../helper.inc';

const MEGABYTE = 1 << 20;

function keep($x) { global $kept; $kept = str_repeat('x', $x); }
function drop($x) { global $kept; $kept = null; }
function borrow($x) { $borrowed = str_repeat('y', $x); $x = strlen($borrowed); unset($borrowed); return $x; }
function idle($x) { return $x; }
function outer($x) { keep($x); idle($x); }

// Run once, so that nothing of the functions' own is new.
outer(1);
drop(1);
borrow(1);

xhprof_enable(XHPROF_FLAGS_MEMORY);
outer(20 * MEGABYTE);
idle(1);
borrow(30 * MEGABYTE);
drop(1);
$profile = xhprof_disable();
show($profile);

function megabytes($profile, $key, $metric)
{
	echo "$key $metric ", (int) round($profile[$key][$metric] / MEGABYTE), "\n";
}
megabytes($profile, 'keep==>str_repeat', 'mu');
megabytes($profile, 'outer==>keep', 'mu');
megabytes($profile, 'main()==>outer', 'mu');
megabytes($profile, 'main()==>borrow', 'mu');
megabytes($profile, 'borrow==>str_repeat', 'mu');
megabytes($profile, 'main()==>drop', 'mu');
megabytes($profile, 'keep==>str_repeat', 'pmu');
megabytes($profile, 'main()==>outer', 'pmu');
megabytes($profile, 'main()==>borrow', 'pmu');
megabytes($profile, 'main()==>drop', 'pmu');
megabytes($profile, 'main()', 'mu');
megabytes($profile, 'main()', 'pmu');
?>
--EXPECT--
keep==>str_repeat  ct=1 [mu pmu]
outer==>keep  ct=1 [mu pmu]
outer==>idle  ct=1 [mu pmu]
main()==>outer  ct=1 [mu pmu]
main()==>idle  ct=1 [mu pmu]
borrow==>str_repeat  ct=1 [mu pmu]
main()==>borrow  ct=1 [mu pmu]
main()==>drop  ct=1 [mu pmu]
main()==>xhprof_disable  ct=1 [mu pmu]
main()  ct=1 [mu pmu]
keep==>str_repeat mu 20
outer==>keep mu 20
main()==>outer mu 20
main()==>borrow mu 0
borrow==>str_repeat mu 30
main()==>drop mu -20
keep==>str_repeat pmu 20
main()==>outer pmu 20
main()==>borrow pmu 30
main()==>drop pmu 0
main() mu 0
main() pmu 50
