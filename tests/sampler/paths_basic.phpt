--TEST--
With the option "paths", samples are summed by call path, with lines, weights and losses
--SKIPIF--
<?php require __DIR__ . '/skipif.inc'; need_wall_by_signal(); ?>
--FILE--
<?php require __DIR__ . '/../helper.inc';
function inner() {
	usleep(200000);
}
function outer() {
	inner();
	inner();
}

/* The paths that end in a sleep. */
function sleeps(array $paths): array
{
	return array_filter($paths, fn (array $path): bool => end($path['frames'])['function'] === 'usleep');
}

function is_asleep(array $path): bool
{
	return $path['off_cpu'] > 0 && $path['off_cpu'] <= $path['weight'];
}

foreach (tries() as $try) {
	xhprof_sample_enable(['interval' => 10000, 'paths' => true]);
	outer();
	$result = xhprof_disable();
	if (count(array_filter(sleeps($result['paths']), 'is_asleep')) === 2) { // a busy machine may see one of them only
		break;
	}
}
foreach ($result as $key => $value) {
	echo $key, ' ', get_debug_type($value), "\n";
}
var_dump($result['weight'] === array_sum(array_column($result['paths'], 'weight')));
var_dump($result['off_cpu'] === array_sum(array_column($result['paths'], 'off_cpu')));
var_dump($result['weight'] === $result['samples'] + $result['overrun']);
var_dump(array_diff_key($result, ['paths' => 0]) === xhprof_info()['sampling']);
foreach (sleeps($result['paths']) as $path) {
	echo is_asleep($path) ? 'asleep' : 'awake';
	foreach ($path['frames'] as $frame) {
		echo ' ', $frame['function'];
		if (isset($frame['line'])) {
			echo ':', $frame['file'] === __FILE__ ? '' : $frame['file'], $frame['line'];
		}
	}
	echo "\n";
}
?>
--EXPECT--
clock string
engine string
source string
reason string
interval int
start float
duration int
samples int
weight int
off_cpu int
custom int
overrun int
displaced int
late int
dropped int
truncated int
error float
paths array
bool(true)
bool(true)
bool(true)
bool(true)
asleep main():23 outer:6 inner:3 usleep
asleep main():23 outer:7 inner:3 usleep
