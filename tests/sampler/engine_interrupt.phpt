--TEST--
The engine without signals samples from beside and weighs each sample by the elapsed time
--SKIPIF--
<?php require __DIR__ . '/skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/sample.inc';

function compute() { $x = 0; for ($i = 0; $i < 200000; $i++) { $x ^= $i; } return $x; }
function work() { burn(0.2, compute(...)); }

foreach (tries() as $try) {
	xhprof_sample_enable(['interval' => 2000, 'engine' => 'interrupt']);
	work();
	usleep(100000);
	$samples = xhprof_sample_disable();
	$sampling = xhprof_info()['sampling'];
	if (count_stack($samples, 'main()==>work==>burn==>compute') > 5) {
		break;
	}
}
echo $sampling['engine'], ' ', $sampling['source'], "\n";
var_dump(count($samples) === $sampling['weight']);
var_dump(count_stack($samples, 'main()==>work==>burn==>compute') > 5);
var_dump($sampling['weight'] + $sampling['dropped'] >= 140);
?>
--EXPECT--
interrupt interrupt
bool(true)
bool(true)
bool(true)
