--TEST--
Samples by an event are exported with how often it happened, and without times
--SKIPIF--
<?php if (PHP_OS_FAMILY === 'Windows') die('skip no samples'); ?>
--FILE--
<?php
function thrower($x) { static $calls = 0; $calls++; throw new LogicException("$x"); }
function catcher($n)
{
	static $calls = 0;
	$calls++;
	for ($i = 0; $i < $n; $i++) { try { thrower($i); } catch (LogicException) {} }
}
function program() { static $calls = 0; $calls++; catcher(5); catcher(2); }

xhprof_sample_enable(['events' => ['exceptions:1']]);
program();
$run = xhprof_stop();

echo $run->export('folded');
foreach (json_decode($run->export('speedscope'))->profiles as $profile) {
	echo "$profile->name: $profile->endValue $profile->unit\n";
}
?>
--EXPECT--
main();program;catcher;thrower 7
exceptions: 7 none
