--TEST--
With "beside" a profile of calls and one of samples run at once, and each is ended by its own function
--SKIPIF--
<?php require __DIR__ . '/skipif.inc'; ?>
--FILE--
<?php
function kind(array|null|XHProf\Profile $profile): string
{
	if ($profile instanceof XHProf\Profile) {
		$mode = $profile->summary()['mode'];
		return $profile->sampled() === null ? $mode : "$mode with " . kind($profile->sampled());
	}
	return $profile === null ? 'null' : (isset($profile['main()']['ct']) ? 'calls' : 'samples');
}

function ends(string ...$functions): void
{
	foreach ($functions as $function) {
		echo "$function: ", kind($function()), "\n";
	}
	var_dump(xhprof_info()['running']);
}

echo "-- samples beside calls\n";
xhprof_enable();
xhprof_sample_enable(['beside' => true]);
ends('xhprof_disable', 'xhprof_disable', 'xhprof_sample_disable', 'xhprof_sample_disable');

echo "-- calls beside samples\n";
xhprof_sample_enable();
xhprof_enable(0, ['beside' => true]);
ends('xhprof_sample_disable', 'xhprof_sample_disable', 'xhprof_disable', 'xhprof_disable');

echo "-- the first one has it\n";
xhprof_sample_enable(['beside' => true]);
xhprof_enable();
ends('xhprof_disable', 'xhprof_sample_disable');
xhprof_enable(0, ['beside' => true]);
xhprof_sample_enable();
ends('xhprof_sample_disable', 'xhprof_disable');

echo "-- alone\n";
xhprof_sample_enable(['beside' => true]);
ends('xhprof_disable', 'xhprof_sample_disable');
xhprof_enable(0, ['beside' => true]);
ends('xhprof_sample_disable', 'xhprof_disable');

echo "-- one object of both\n";
xhprof_enable(XHPROF_FLAGS_TREE, ['beside' => true]);
xhprof_sample_enable();
ends('xhprof_stop', 'xhprof_stop', 'xhprof_disable', 'xhprof_sample_disable');

echo "-- calls that ended before are not in it\n";
xhprof_sample_enable(['beside' => true]);
xhprof_enable();
ends('xhprof_disable', 'xhprof_stop');

echo "-- a second one of a kind does nothing\n";
xhprof_enable(0, ['beside' => true]);
xhprof_sample_enable(['interval' => 10000]);
xhprof_enable(XHPROF_FLAGS_CPU, ['beside' => true]);
xhprof_sample_enable(['interval' => 20000, 'beside' => true]);
var_dump(xhprof_info()['sampling']['interval'], isset(xhprof_disable()['main()']['cpu']));
ends('xhprof_sample_disable');

echo "-- options that have no effect are told, no options are as in the first xhprof\n";
xhprof_enable();
xhprof_sample_enable(['interval' => 1000]);
xhprof_sample_enable();
ends('xhprof_sample_disable', 'xhprof_disable');
try {
	xhprof_enable(0, ['beside' => 1]);
} catch (TypeError $e) {
	echo $e->getMessage(), "\n";
}
try {
	xhprof_sample_enable(['beside' => 1]);
} catch (TypeError $e) {
	echo $e->getMessage(), "\n";
}
?>
--EXPECTF--
-- samples beside calls
xhprof_disable: calls
xhprof_disable: null
xhprof_sample_disable: samples
xhprof_sample_disable: null
bool(false)
-- calls beside samples
xhprof_sample_disable: samples
xhprof_sample_disable: null
xhprof_disable: calls
xhprof_disable: null
bool(false)
-- the first one has it
xhprof_disable: calls
xhprof_sample_disable: samples
bool(false)
xhprof_sample_disable: samples
xhprof_disable: calls
bool(false)
-- alone
xhprof_disable: null
xhprof_sample_disable: samples
bool(false)
xhprof_sample_disable: null
xhprof_disable: calls
bool(false)
-- one object of both
xhprof_stop: tree with sample
xhprof_stop: null
xhprof_disable: null
xhprof_sample_disable: null
bool(false)
-- calls that ended before are not in it
xhprof_disable: calls
xhprof_stop: sample
bool(false)
-- a second one of a kind does nothing
int(10000)
bool(false)
xhprof_sample_disable: samples
bool(false)
-- options that have no effect are told, no options are as in the first xhprof

Warning: xhprof_sample_enable(): sampling is off: a profile of calls is running; the option "beside" => true takes samples beside it in %s on line %d
xhprof_sample_disable: calls
xhprof_disable: null
bool(false)
xhprof_enable(): Argument #2 ($options) option "beside" must be of type bool
xhprof_sample_enable(): Argument #1 ($options) option "beside" must be of type bool
