--TEST--
The squares of weights are saved with samples, and one that the program took is as good as its weight
--FILE--
<?php
xhprof_sample_enable(['clock' => 'custom']);
xhprof_sample(null, 5);
xhprof_sample('label', 7);
echo 'error so far: ', xhprof_info()['sampling']['error'], "\n";
$run = xhprof_stop();
$saved = json_decode($run->export('json'), true);
echo $saved['samples'], ' samples, squares ', $saved['squared_weights'], "\n";
$saved = json_decode($run->merge($run)->export('json'), true);
echo $saved['samples'], ' samples, squares ', $saved['squared_weights'], "\n";
?>
--EXPECT--
error so far: 0
2 samples, squares 12
4 samples, squares 24
