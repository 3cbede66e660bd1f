--TEST--
The helper thread has the shortest slice there is, so that it wakes at its time where the program has its CPU; the program's own is as before
--SKIPIF--
<?php
require __DIR__ . '/skipif.inc';
if (!str_contains((string) @file_get_contents('/proc/self/sched'), 'se.slice')) {
	die('skip this kernel shows no slices');
}
?>
--FILE--
<?php
require __DIR__ . '/../helper.inc';

function slices(): array
{
	$slices = [];
	foreach (glob('/proc/self/task/*/sched') as $file) {
		preg_match('/^se\.slice\s+:\s+(\d+)$/m', file_get_contents($file), $match);
		$slices[basename(dirname($file))] = (int) $match[1];
	}

	return $slices;
}

$before = slices();
xhprof_sample_enable(['engine' => 'interrupt']);
$during = wait_until('the slice',
	fn() => in_array(100000, array_diff_key($now = slices(), $before), true) ? $now : null) ?? slices();
xhprof_sample_disable();
var_dump(count($before), array_values(array_diff_key($during, $before)),
	array_intersect_key($during, $before) === $before);
?>
--EXPECT--
int(1)
array(1) {
  [0]=>
  int(100000)
}
bool(true)
