--TEST--
Options of a wrong type or value throw and start nothing; a wrong setting is refused
--SKIPIF--
<?php require __DIR__ . '/skipif.inc'; ?>
--FILE--
<?php
foreach ([
	['interval' => '100'], ['interval' => 1.5], ['depth' => 'all'], ['clock' => 'sun'], ['clock' => 1],
	['engine' => 'diesel'], ['paths' => 1], ['run_init' => 1],
] as $options) {
	try {
		xhprof_sample_enable($options);
		echo "started\n";
	} catch (TypeError $e) {
		echo $e->getMessage(), "\n";
	}
	var_dump(xhprof_sample_disable());
}
xhprof_sample_enable(null);
var_dump(is_array(xhprof_sample_disable()));
@xhprof_sample_enable(['unknown' => new stdClass]);
var_dump(is_array(xhprof_sample_disable()));

var_dump(ini_set('xhprof.sampling_clock', 'sun'));
xhprof_sample_enable();
xhprof_sample_disable();
echo xhprof_info()['sampling']['clock'], "\n";
?>
--EXPECTF--
xhprof_sample_enable(): Argument #1 ($options) option "interval" must be of type int
NULL
xhprof_sample_enable(): Argument #1 ($options) option "interval" must be of type int
NULL
xhprof_sample_enable(): Argument #1 ($options) option "depth" must be of type int
NULL
xhprof_sample_enable(): Argument #1 ($options) option "clock" must be "wall", "cpu" or "custom"
NULL
xhprof_sample_enable(): Argument #1 ($options) option "clock" must be "wall", "cpu" or "custom"
NULL
xhprof_sample_enable(): Argument #1 ($options) option "engine" must be "auto", "signal" or "interrupt"
NULL
xhprof_sample_enable(): Argument #1 ($options) option "paths" must be of type bool
NULL
xhprof_sample_enable(): Argument #1 ($options) option "run_init" must be of type bool
NULL
bool(true)
bool(true)
bool(false)
wall
