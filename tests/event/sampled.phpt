--TEST--
Samples by an event are of its call paths, each with the count that it stands for
--SKIPIF--
<?php if (PHP_OS_FAMILY === 'Windows') die('skip there are no samples'); ?>
--FILE--
<?php
function throws($n)
{
	static $calls = 0;
	$calls++;
	for ($i = 0; $i < $n; $i++) { try { throw new Exception('x'); } catch (Exception) { } }
	return $n;
}
function once($n) { static $calls = 0; $calls++; return throws($n); }

xhprof_sample_enable(['events' => ['exceptions:2']]);
once(6);
throws(4);
$profile = xhprof_stop();
foreach (['main()==>once', 'once==>throws', 'main()==>throws', 'main()'] as $pair) {
	$row = $profile->pairs()[$pair];
	echo "$pair $row[ct] $row[exceptions] $row[wt]\n";
}
echo json_encode($profile->summary()['events']), ' ', $profile->summary()['mode'], "\n";

foreach ([['page-faults'], ['exceptions:1', 'page-faults:1'], ['page-faults:0'], 'page-faults:1'] as $events) {
	try {
		xhprof_sample_enable(['events' => $events]);
	} catch (TypeError $error) {
		echo $error->getMessage(), "\n";
	}
}
xhprof_sample_enable(['events' => ['context-switches:1']]);
var_dump(xhprof_info()['running']);
?>
--EXPECTF--
main()==>once 3 6 0
once==>throws 3 6 0
main()==>throws 2 4 0
main() 5 10 0
{"exceptions":10} sample
xhprof_sample_enable(): Argument #1 ($options) option "events" needs a period, as in "exceptions:1"; only counting at calls does without
xhprof_sample_enable(): Argument #1 ($options) option "events" has more than one event, which needs a "clock", too
xhprof_sample_enable(): Argument #1 ($options) option "events" has a period that is not a number from 1 to 999999999999: "page-faults:0"
xhprof_sample_enable(): Argument #1 ($options) option "events" must be a list of event names

Warning: xhprof_sample_enable(): sampling is off: context-switches: a sample would interrupt what the program waits for; count it instead in %s on line %d
bool(false)
