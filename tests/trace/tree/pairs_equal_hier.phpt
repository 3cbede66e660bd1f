--TEST--
Pairs made from the tree equal those of hier mode with any hook: keys, counts, order, times
--SKIPIF--
<?php if (xhprof_info()['clock'] !== 'fake') die('skip needs the fake clock'); ?>
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

$script = __DIR__ . '/program.inc';
$hooks = ['ex' => ['xhprof.hook=ex'], 'observer' => ['xhprof.hook=observer']];
/* Where PHP has no JIT, the interpreter again. */
$hooks['observer and JIT'] = array_merge(['xhprof.hook=observer'], opcache_settings('tracing') ?? []);
foreach ($hooks as $name => $settings) {
	foreach ([0, XHPROF_FLAGS_NO_BUILTINS, XHPROF_FLAGS_CPU] as $flags) {
		$hier = child_php($script, $settings, [], [$flags]);
		$tree = child_php($script, $settings, [], [$flags | XHPROF_FLAGS_TREE]);
		echo "$name, flags $flags: ", $hier === $tree ? 'same' : "DIFFERENT\n$hier\n$tree",
			' ', substr_count($hier, "\n") > 40 ? 'and long' : $hier, "\n";
	}
}
?>
--EXPECT--
ex, flags 0: same and long
ex, flags 1: same and long
ex, flags 2: same and long
observer, flags 0: same and long
observer, flags 1: same and long
observer, flags 2: same and long
observer and JIT, flags 0: same and long
observer and JIT, flags 1: same and long
observer and JIT, flags 2: same and long
