--TEST--
While samples are paused none is taken, and the time does not count; with calls beside them both pause
--SKIPIF--
<?php require __DIR__ . '/skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/sample.inc';

function before(): void { burn(0.02, 'strrev_it'); }
function meanwhile(): void { burn(0.03, 'strrev_it'); usleep(30000); }
function after(): void { usleep(20000); }
function strrev_it(): string { static $calls = 0; $calls++; return strrev('abc'); }

foreach ([[], ['clock' => 'cpu'], ['engine' => 'interrupt']] as $options) {
	$functions = [];
	foreach (tries() as $try) {
		xhprof_sample_enable($options + ['interval' => 1000, 'paths' => true]);
		before();
		$paused = [xhprof_pause(), xhprof_pause()];
		meanwhile();
		array_push($paused, xhprof_resume(), xhprof_resume());
		after();
		$result = xhprof_sample_disable();
		foreach ($result['paths'] as $path) {
			$functions += array_flip(array_column($path['frames'], 'function'));
		}
		if (isset($functions['before'])) {
			break;
		}
	}
	echo json_encode($paused), "\n";
	echo isset($functions['before']) ? 'before' : 'nothing', isset($functions['meanwhile']) ? ' meanwhile' : '', "\n";
	$intervals = $result['duration'] / $result['interval'];
	echo ($options['clock'] ?? 'wall') === 'cpu' || abs($result['weight'] - $intervals) < 2
		? 'the weight is the rest of the time' : "weight $result[weight] of $intervals", "\n";
}

echo "-- both, and never resumed\n";
foreach (tries() as $try) {
	xhprof_enable(XHPROF_FLAGS_NO_BUILTINS, ['beside' => true]);
	xhprof_sample_enable(['interval' => 1000]);
	before();
	xhprof_pause();
	meanwhile();
	$profile = xhprof_stop();
	if (isset($profile->sampled()->functions()['before'])) {
		break;
	}
}
var_dump(isset($profile->functions()['before'], $profile->sampled()->functions()['before']));
var_dump(isset($profile->functions()['meanwhile']), isset($profile->sampled()->functions()['meanwhile']));
?>
--EXPECT--
[true,false,true,false]
before
the weight is the rest of the time
[true,false,true,false]
before
the weight is the rest of the time
[true,false,true,false]
before
the weight is the rest of the time
-- both, and never resumed
bool(true)
bool(false)
bool(false)
