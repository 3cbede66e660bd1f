--TEST--
A key that is no option is named in one warning, with the nearest option, and the run starts
--FILE--
<?php
set_error_handler(function (int $level, string $message) { echo $message, "\n"; });
function stop(): void { echo xhprof_stop() === null ? "no run\n" : "a run\n"; }

foreach ([['ignored_function' => 'f', 'max_node' => 3], ['Mode' => 'tree'], ['line' => []],
	['argument_functions' => ['f'], 'run_init' => true], ['ignored_functions' => [], 'events' => [], 'lines' => [],
		'max_depth' => 9], [0 => 'f'], [str_repeat('x', 65) => 1], [], null] as $options) {
	xhprof_enable(0, $options);
	stop();
}
echo "-- samples\n";
foreach ([['intervall' => 1000], ['ignored_functions' => [], 'events' => []], ['hue' => 'red']] as $options) {
	xhprof_sample_enable(['clock' => 'custom'] + $options);
	stop();
}

echo "-- the handler throws, or begins a run\n";
set_error_handler(function (int $level, string $message) { throw new Exception('thrown'); });
foreach (['xhprof_enable' => [0, ['mods' => 'tree']],
	'xhprof_sample_enable' => [['clocks' => 'cpu']]] as $function => $arguments) {
	try {
		$function(...$arguments);
	} catch (Exception $e) {
		echo $e->getMessage(), ', ';
	}
	stop();
}
set_error_handler(function (int $level, string $message) { xhprof_enable(XHPROF_FLAGS_TREE); });
xhprof_enable(0, ['mods' => 'hier']);
echo xhprof_stop()->summary()['mode'], "\n";
?>
--EXPECT--
xhprof_enable(): unknown option "ignored_function", which is ignored; did you mean "ignored_functions"?
a run
xhprof_enable(): unknown option "Mode", which is ignored; did you mean "mode"?
a run
xhprof_enable(): unknown option "line", which is ignored; did you mean "lines"?
a run
xhprof_enable(): unknown option "argument_functions", which is ignored; did you mean "ignored_functions"?
a run
a run
a run
xhprof_enable(): unknown option "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", which is ignored
a run
a run
a run
-- samples
xhprof_sample_enable(): unknown option "intervall", which is ignored; did you mean "interval"?
a run
a run
xhprof_sample_enable(): unknown option "hue", which is ignored
a run
-- the handler throws, or begins a run
thrown, no run
thrown, no run
tree
