--TEST--
Other profilers and debuggers, loaded before or after, running or not, neither lose nor gain a call
--SKIPIF--
<?php
require __DIR__ . '/../../helper.inc';
if (!shipped_module('xdebug') && !shipped_module('tideways_xhprof')) die('skip needs xdebug or tideways_xhprof');
?>
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

$program = __DIR__ . '/../../programs/broad.inc';
$arguments = [0, 'no lifetimes']; // Xdebug keeps the last exceptions, and all in them, alive.
$loads = [];
if ($file = shipped_module('xdebug')) {
	foreach (['off', 'develop', 'trace,profile'] as $mode) {
		$loads["xdebug $mode"] = ["zend_extension=$file", "xdebug.mode=$mode", 'xdebug.start_with_request=yes',
			'xdebug.output_dir=' . sys_get_temp_dir(), 'xdebug.log_level=0', 'xdebug.max_nesting_level=-1',
			'xdebug.trace_output_name=xhprof-test', 'xdebug.profiler_output_name=xhprof-test'];
	}
}
if ($file = shipped_module('tideways_xhprof')) {
	$loads['tideways_xhprof'] = ["extension=$file"];
}

foreach (['ex', 'observer'] as $hook) {
	$expected = json_decode($text = child_php($program, ["xhprof.hook=$hook"], [], $arguments), true);
	if (!$expected) {
		echo substr($text, 0, 500), "\n";
		continue;
	}
	foreach ($loads as $name => $load) {
		foreach (['before' => [[], $load], 'after' => [$load, []]] as $when => [$after, $before]) {
			$got = json_decode(
				$text = child_php($program, array_merge($after, ["xhprof.hook=$hook"]), $before, $arguments), true);
			if (is_array($got)) {
				// Xdebug's trace writes out arguments.
				$got = array_filter($got, fn($key) => !str_ends_with($key, '::__debugInfo'), ARRAY_FILTER_USE_KEY);
			}
			if ($got !== $expected) {
				echo "$hook, $name $when: ";
				is_array($got) ? show_difference('counts', $expected, $got) : print(substr($text, 0, 500) . "\n");
			}
		}
	}
}
foreach (preg_grep('~/xhprof-test(\.|$)~', glob(sys_get_temp_dir() . '/xhprof-test*')) as $file) {
	unlink($file);
}
echo "done\n";
?>
--EXPECT--
done
