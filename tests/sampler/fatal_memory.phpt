--TEST--
After a fatal error during a run, shutdown functions are sampled and can stop it
--SKIPIF--
<?php require __DIR__ . '/skipif.inc'; need_wall_by_signal(); ?>
<?php require __DIR__ . '/../helper.inc'; need_shutdown_after_memory_limit(); ?>
--INI--
memory_limit=64M
fatal_error_backtraces=0
--FILE--
<?php
require __DIR__ . '/sample.inc';

function until_sampled(): void { for ($until = samples_so_far() + 5; samples_so_far() < $until; usleep(10000)); }
function outer() { until_sampled(); return str_repeat('x', 1 << 27); }
function finish()
{
	until_sampled();
	$samples = preg_grep('/==>until_sampled\b/', xhprof_sample_disable());
	echo implode("\n", array_unique(preg_replace('/==>until_sampled.*/', '', $samples))), "\n", still_armed(), "\n";
}

register_shutdown_function('finish');
xhprof_sample_enable(['interval' => 1000]);
outer();
?>
--EXPECTF--
Fatal error: Allowed memory size of %d bytes exhausted%S in %s on line %d
main()==>outer
main()==>finish
nothing
