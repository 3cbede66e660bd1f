--TEST--
{gc} has its place in a call tree, its time in a timeline and its blocks with allocations
--SKIPIF--
<?php if (xhprof_info()['clock'] !== 'fake') die('skip needs the fake clock'); ?>
--FILE--
<?php
require __DIR__ . '/../../helper.inc';
require __DIR__ . '/gc.inc';

xhprof_enable(XHPROF_FLAGS_TREE | XHPROF_FLAGS_NO_BUILTINS);
pairs(1, 'Doomed');
gc_collect_cycles();
pairs(6000);
$profile = xhprof_stop();
echo $profile->export('folded');
show_times($profile->pairs());
gc_collect_cycles();

xhprof_enable(XHPROF_FLAGS_TIMELINE | XHPROF_FLAGS_NO_BUILTINS);
pairs(1, 'Doomed');
gc_collect_cycles();
echo str_replace(__DIR__, '', xhprof_stop()->export('log'));

xhprof_enable(XHPROF_FLAGS_ALLOC | XHPROF_FLAGS_NO_BUILTINS);
pairs(1, 'Doomed');
gc_collect_cycles();
$functions = xhprof_stop()->functions();
ksort($functions);
foreach ($functions as $name => $row) {
	echo "$name ", $row['own_allocs'] - $row['own_frees'], " blocks alive\n";
}
?>
--EXPECT--
main() 4000
main();pairs 3000
main();pairs;{gc} 2000
main();{gc} 4000
main();{gc};Doomed::__destruct 4000
main();{gc};Doomed::__destruct;last 2000
main()==>pairs  ct=2 wt=5
Doomed::__destruct==>last  ct=2 wt=2
{gc}==>Doomed::__destruct  ct=2 wt=6
main()==>{gc}  ct=1 wt=10
pairs==>{gc}  ct=1 wt=2
main()  ct=1 wt=19
# stack_level	file	function	line_defined	current_line	own_ns	total_ns
1	/gc.inc	pairs	33	15	1000	1000
3	/gc.inc	last	25	18	1000	1000
2	/gc.inc	Doomed::__destruct	16	0	2000	3000
3	/gc.inc	last	25	18	1000	1000
2	/gc.inc	Doomed::__destruct	16	0	2000	3000
1		{gc}	0	0	4000	10000
0		main()	0	0	3000	14000
Doomed::__destruct 0 blocks alive
last 0 blocks alive
main() 0 blocks alive
pairs 0 blocks alive
{gc} 0 blocks alive
