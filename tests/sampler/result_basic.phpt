--TEST--
Samples are stacks under labels one interval apart, aligned to the wall clock
--SKIPIF--
<?php require __DIR__ . '/skipif.inc'; need_wall_by_signal(); ?>
--FILE--
<?php
require __DIR__ . '/sample.inc';

function foo() { usleep(200000); }
function bar() { foo(); }
function goo(int $n) { $n > 0 ? goo($n - 1) : bar(); }

ini_set('xhprof.sampling_interval', '20000');
foreach (tries() as $try) {
	$started = xhprof_sample_enable();
	goo(2);
	$samples = xhprof_sample_disable();
	$count = count_stack($samples, 'main()==>goo==>goo@1==>goo@2==>bar==>foo==>usleep');
	if ($count >= 3) {
		break;
	}
}
$labels = array_keys($samples);
var_dump($started, $count >= 3);
$previous = null;
foreach ($labels as $label) {
	if (!is_string($label) || !preg_match('/^\d{10,}\.\d{6}$/', $label)) {
		echo "no label: $label\n";
	}
	[$seconds, $micros] = explode('.', $label);
	$time = $seconds * 1000000 + $micros;
	if ($time % 20000 !== 0) {
		echo "not on the grid: $label\n";
	}
	if ($previous !== null && $time !== $previous + 20000) {
		echo "not the next one: $label\n";
	}
	$previous = $time;
}
var_dump(abs($labels[0] - microtime(true)) < 600);
?>
--EXPECT--
NULL
bool(true)
bool(true)
