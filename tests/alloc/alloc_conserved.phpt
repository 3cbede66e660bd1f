--TEST--
In each row live plus freed equals allocated, and all rows add up to memory_get_usage()
--SKIPIF--
<?php if (getenv('USE_ZEND_ALLOC') === '0' || getenv('SKIP_ASAN')) die('skip needs the allocator of PHP'); ?>
--FILE--
<?php
require __DIR__ . '/alloc.inc';

// Whatever is made once for all of them is made before.
xhprof_enable(XHPROF_FLAGS_ALLOC);
$kept = all_ways();
$profile = xhprof_stop();
xhprof_enable(XHPROF_FLAGS_ALLOC, ['compensate' => true]); // calibrates, once
xhprof_stop();
$kept = $options = $after = null;

foreach ([[], ['mode' => 'tree'], ['mode' => 'timeline'], ['mode' => 'alloc'], ['compensate' => true]] as $options) {
	echo json_encode($options), "\n";
	gc_collect_cycles();
	Box::$kept = [];
	$kept = null;
	$before = memory_get_usage();
	xhprof_enable(XHPROF_FLAGS_ALLOC, $options);
	$kept = all_ways();
	$profile = null;
	$after = memory_get_usage();
	$profile = xhprof_stop();
	check_allocations($profile, $after - $before);
	$own = $after - $before;
	$profile = null;
}

// Without builtins they are their caller's, which then has as much.
foreach ([0, XHPROF_FLAGS_NO_BUILTINS] as $flag) {
	xhprof_enable(XHPROF_FLAGS_ALLOC | $flag);
	keep_strings(10, 1000);
	$profile = xhprof_stop();
	$name = $flag ? 'keep_strings' : 'str_repeat';
	echo $name, ' ', site_of($profile, $name)['allocs'] >= 10 ? 'has' : 'lacks', " the strings\n";
}
?>
--EXPECT--
[]
{"mode":"tree"}
{"mode":"timeline"}
{"mode":"alloc"}
{"compensate":true}
str_repeat has the strings
keep_strings has the strings
