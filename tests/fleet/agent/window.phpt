--TEST--
Windows of the agent end on boundaries of the clock, and at once where the clock was set
--FILE--
<?php
require __DIR__ . '/../../../cli/autoload.php';

use XHProf\Fleet\Agent\Window;

$time = 100000.4;
$monotonic = 50.0;
$window = new Window(60, function () use (&$time, &$monotonic): array {
	return [$time, $monotonic];
});

function after(float $passed, float $set = 0.0): void
{
	global $time, $monotonic, $window;
	$time += $passed + $set;
	$monotonic += $passed;
	$ended = $window->ended();
	printf("%8.1f  %s\n", $time, $ended === null ? '-' : "$ended[0] to $ended[1]");
}

echo "the first is short\n";
after(19.0);
after(0.7);
after(59.0);
after(0.99);
echo "late: both are one\n";
after(130.0);
after(10.0);
echo "slewed by half a second\n";
after(1.0, 0.5);
after(1.0, -0.5);
echo "set forward by an hour, or asleep\n";
after(1.0, 3600.0);
after(1.0);
echo "set back by two hours\n";
after(1.0, -7200.0);
after(58.0);
echo "set back by as much as a second, at the boundary\n";
after(60.0);
after(1.0, -1.9);
after(1.0);
echo "set twice in a second\n";
after(0.1, -500.0);
after(0.1, 500.0);
echo "ended by a signal, at once and again\n";
echo implode(' to ', $window->end()), "\n";
echo implode(' to ', $window->end()), "\n";
?>
--EXPECT--
the first is short
100019.4  -
100020.1  100000 to 100020
100079.1  -
100080.1  100020 to 100080
late: both are one
100210.1  100080 to 100200
100220.1  -
slewed by half a second
100221.6  -
100222.1  -
set forward by an hour, or asleep
103823.1  100200 to 100224
103824.1  -
set back by two hours
 96625.1  103823 to 103826
 96683.1  96625 to 96660
set back by as much as a second, at the boundary
 96743.1  96660 to 96720
 96742.2  96720 to 96745
 96743.2  -
set twice in a second
 96243.3  96742 to 96744
 96743.4  96243 to 96244
ended by a signal, at once and again
96743 to 96744
96744 to 96745
