--TEST--
Another profiler that is loaded but off sees all calls after ours has run, and ours sees them with it loaded
--SKIPIF--
<?php
require __DIR__ . '/../helper.inc';
if (!shipped_module('tideways_xhprof')) die('skip needs tideways_xhprof');
?>
--FILE--
<?php
require __DIR__ . '/../helper.inc';

$load = ['extension=' . shipped_module('tideways_xhprof')];
foreach (['ex', 'observer'] as $hook) {
	$hook = ["xhprof.hook=$hook"];
	$after = child_php(__DIR__ . '/other_profiler_child.inc', array_merge($load, $hook));
	$before = child_php(__DIR__ . '/other_profiler_child.inc', $hook, $load);
	echo $after, $before === $after ? '' : $before;
}
?>
--EXPECT--
outer==>strrev  ct=2
outer==>ucfirst  ct=2
main()==>outer  ct=2
main()==>xhprof_disable  ct=1
main()  ct=1
theirs: the same before, during and after ours
outer==>strrev  ct=2
outer==>ucfirst  ct=2
main()==>outer  ct=2
main()==>xhprof_disable  ct=1
main()  ct=1
theirs: the same before, during and after ours
