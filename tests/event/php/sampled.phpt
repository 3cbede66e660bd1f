--TEST--
An event with a period gives a sample of the stack each time it has happened so often, and no others
--SKIPIF--
<?php if (PHP_OS_FAMILY === 'Windows') die('skip no samples'); ?>
<?php require __DIR__ . '/events.inc'; need_event('objects'); ?>
--FILE--
<?php
require __DIR__ . '/events.inc';

class Plain { public $a; }
function thrower($x) { static $calls = 0; $calls++; throw new LogicException("$x"); }
function catcher($n)
{
	static $calls = 0;
	$calls++;
	for ($i = 0; $i < $n; $i++) { try { thrower($i); } catch (LogicException) {} }
}
function raises($x) { static $calls = 0; $calls++; return @$x['no'] . @$x['such']; }
function make($x) { static $last; $last = new Plain; return $last; }
function makes($n) { static $kept = []; for ($i = 0; $i < $n; $i++) { $kept[] = make($i); } return count($kept); }
function outer($n) { makes($n); return makes($n); }
function cycle($x)
{
	static $calls = 0;
	$calls++;
	$one = new Plain;
	$one->a = $one;
	$one = null;
	return gc_collect_cycles();
}
function loads($x) { static $calls = 0; $calls++; return class_exists('Missing') || class_exists('Missing'); }
function program() { catcher(5); raises(1); outer(50); cycle(1); loads(1); usleep(20000); }

gc_collect_cycles();
foreach (['exceptions:1', 'exceptions:2', 'errors:1', 'objects:1', 'objects:10', 'gc-runs:1',
	'autoloads:1'] as $event) {
	xhprof_sample_enable(['events' => [$event], 'depth' => 16]);
	program();
	$profile = xhprof_stop();
	$name = strtok($event, ':');
	echo "-- $event: ", json_encode($profile->summary()['samples']), ' ',
		json_encode($profile->summary()['events']), "\n";
	show_counts($profile->pairs(), ['ct', $name]);
	foreach ($profile->pairs() as $pair => $row) {
		if ($row['wt'] !== 0) {
			echo "$pair has time\n";
		}
	}
}

xhprof_sample_enable(['events' => ['exceptions:1'], 'paths' => true]);
program();
$result = xhprof_sample_disable();
echo $result['clock'], ' ', $result['engine'], ' ', $result['interval'], ' ', count($result['paths']), ' ',
	$result['paths'][0]['weight'], "\n";
xhprof_sample_enable(['events' => ['exceptions:1']]);
program();
echo json_encode(array_count_values(array_values(xhprof_sample_disable()))), "\n";

xhprof_sample_enable(['events' => ['exceptions:1']]);
catcher(1);
xhprof_pause();
catcher(3);
xhprof_resume();
catcher(2);
echo json_encode(xhprof_stop()->summary()['events']), " beside a pause\n";

foreach ([['exceptions'], ['exceptions:1', 'errors:1'], ['exceptions:0'], ['exception:1']] as $wrong) {
	try {
		xhprof_sample_enable(['events' => $wrong]);
	} catch (TypeError $error) {
		echo $error->getMessage(), "\n";
	}
}
xhprof_sample_enable(['events' => ['context-switches:10']]);
var_dump(xhprof_info()['running']);
?>
--EXPECTF--
-- exceptions:1: 5 {"exceptions":5}
catcher==>thrower ct=5 exceptions=5
main() ct=5 exceptions=5
main()==>program ct=5 exceptions=5
program==>catcher ct=5 exceptions=5
-- exceptions:2: 2 {"exceptions":4}
catcher==>thrower ct=2 exceptions=4
main() ct=2 exceptions=4
main()==>program ct=2 exceptions=4
program==>catcher ct=2 exceptions=4
-- errors:1: 2 {"errors":2}
main() ct=2 errors=2
main()==>program ct=2 errors=2
program==>raises ct=2 errors=2
-- objects:1: 106 {"objects":106}
catcher==>thrower ct=5 objects=5
main() ct=106 objects=106
main()==>program ct=106 objects=106
makes==>make ct=100 objects=100
outer==>makes ct=100 objects=100
program==>catcher ct=5 objects=5
program==>cycle ct=1 objects=1
program==>outer ct=100 objects=100
-- objects:10: 10 {"objects":100}
main() ct=10 objects=100
main()==>program ct=10 objects=100
makes==>make ct=10 objects=100
outer==>makes ct=10 objects=100
program==>outer ct=10 objects=100
-- gc-runs:1: 1 {"gc-runs":1}
cycle==>gc_collect_cycles ct=1 gc-runs=1
main() ct=1 gc-runs=1
main()==>program ct=1 gc-runs=1
program==>cycle ct=1 gc-runs=1
-- autoloads:1: 2 {"autoloads":2}
loads==>class_exists ct=2 autoloads=2
main() ct=2 autoloads=2
main()==>program ct=2 autoloads=2
program==>loads ct=2 autoloads=2
exceptions event 1 1 5
{"main()==>program==>catcher==>thrower":5}
{"exceptions":3} beside a pause
xhprof_sample_enable(): Argument #1 ($options) option "events" needs a period, as in "exceptions:1"; only counting at calls does without
xhprof_sample_enable(): Argument #1 ($options) option "events" has more than one event, which needs a "clock", too
xhprof_sample_enable(): Argument #1 ($options) option "events" has a period that is not a number from 1 to 999999999999: "exceptions:0"
xhprof_sample_enable(): Argument #1 ($options) option "events" has no event "exception"; did you mean "exceptions"? xhprof_info()["events"] lists them

Warning: xhprof_sample_enable(): sampling is off: context-switches: a sample would interrupt what the program waits for; count it instead in %s on line %d
bool(false)
