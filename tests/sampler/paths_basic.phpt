--TEST--
With the option "paths", samples are summed by call path, with lines, weights and losses
--SKIPIF--
<?php require __DIR__ . '/skipif.inc'; need_wall_by_signal(); ?>
--FILE--
<?php
function inner() {
	usleep(200000);
}
function outer() {
	inner();
	inner();
}

xhprof_sample_enable(['interval' => 10000, 'paths' => true]);
outer();
$result = xhprof_disable();
foreach ($result as $key => $value) {
	echo $key, ' ', get_debug_type($value), "\n";
}
var_dump($result['weight'] === array_sum(array_column($result['paths'], 'weight')));
var_dump($result['off_cpu'] === array_sum(array_column($result['paths'], 'off_cpu')));
var_dump($result['weight'] === $result['samples'] + $result['overrun']);
var_dump(array_diff_key($result, ['paths' => 0]) === xhprof_info()['sampling']);
foreach ($result['paths'] as $path) {
	if (end($path['frames'])['function'] === 'usleep') {
		echo $path['weight'] >= 4 && 2 * $path['off_cpu'] > $path['weight'] ? 'many' : 'few';
		foreach ($path['frames'] as $frame) {
			echo ' ', $frame['function'];
			if (isset($frame['line'])) {
				echo ':', $frame['file'] === __FILE__ ? '' : $frame['file'], $frame['line'];
			}
		}
		echo "\n";
	}
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
many main():11 outer:6 inner:3 usleep
many main():11 outer:7 inner:3 usleep
