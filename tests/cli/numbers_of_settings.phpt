--TEST--
What php.ini says of memory and of digits is neither a warning of xhprof nor in its JSON
--FILE--
<?php
require __DIR__ . '/cli.inc';

$run = own_file('run.json');
xhprof_enable();
xhprof_stop()->export('json', $run);
$shown = [];
foreach (['0', '3', '17', '-1'] as $precision) {
	$told = cli(['top', $run, '--json'], '', ["serialize_precision=$precision"]);
	$shown[$told['out']] = true;
	echo $told['err'];
}
echo count($shown), "\n";
// Of PHP 8.5.
$told = cli(['top', $run], '', ['max_memory_limit=256M']);
echo $told['err'], "status $told[status]\n";
?>
--EXPECT--
1
status 0
