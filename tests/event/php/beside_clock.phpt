--TEST--
Beside a clock that is given, several events are sampled: each is counted in its place, and takes nothing from the times
--SKIPIF--
<?php if (PHP_OS_FAMILY === 'Windows') die('skip no samples'); ?>
<?php require __DIR__ . '/events.inc'; need_event('objects'); ?>
--FILE--
<?php
require __DIR__ . '/events.inc';

class Plain {}
function cpu_us()
{
	$usage = getrusage();
	return 1000000 * ($usage['ru_utime.tv_sec'] + $usage['ru_stime.tv_sec']) + $usage['ru_utime.tv_usec']
		+ $usage['ru_stime.tv_usec'];
}
function thrower($x) { throw new LogicException("$x"); }
function catcher($n) { for ($i = 0; $i < $n; $i++) { try { thrower($i); } catch (LogicException) {} } }
function makes($n) { for ($kept = [], $i = 0; $i < $n; $i++) { $kept[] = new Plain; } return count($kept); }
function program()
{
	catcher(5);
	makes(100);
	for ($end = cpu_us() + 30000; cpu_us() < $end;);
	usleep(30000);
	catcher(2);
}

foreach (['wall', 'cpu', 'custom'] as $clock) {
	xhprof_sample_enable(['clock' => $clock, 'interval' => 1000, 'events' => ['exceptions:1', 'objects:10']]);
	program();
	$profile = xhprof_stop();
	$summary = $profile->summary();
	echo "-- $clock: ", json_encode($summary['events']), ' ',
		($summary['wall_ns'] > 0) === ($clock !== 'custom') ? 'its times' : 'OTHER TIMES', "\n";
	show_counts(array_filter($profile->pairs(), fn ($row) => ($row['exceptions'] ?? 0) > 0), ['exceptions']);
	foreach ($profile->functions() as $name => $row) {
		// other programs may have the CPU meanwhile
		if (in_array($row['function'] ?? $name, ['thrower', 'makes'], true)
			&& min($row['wall_ns'], $row['cpu_ns']) > 20e6) {
			echo "an event has time\n";
		}
	}
}

xhprof_sample_enable(['clock' => 'wall', 'interval' => 1000,
	'events' => ['exceptions:1', 'objects:10'], 'paths' => true]);
program();
$result = xhprof_sample_disable();
$sums = [];
foreach ($result['paths'] as $path) {
	foreach ($path['events'] ?? [] as $name => $count) {
		$sums[$name] = ($sums[$name] ?? 0) + $count;
	}
}
echo json_encode($sums), ' ', $result['clock'], ' ',
	array_sum(array_column($result['paths'], 'weight')) === $result['weight'] ? 'all weights' : 'OTHER WEIGHTS', "\n";

xhprof_sample_enable(['clock' => 'cpu', 'interval' => 100_000, 'events' => ['exceptions:1']]);
program();
$stacks = xhprof_sample_disable();
var_dump(count(preg_grep('/thrower/', $stacks)) < 3);
?>
--EXPECT--
-- wall: {"exceptions":7,"objects":100} its times
catcher==>thrower exceptions=7
main() exceptions=7
main()==>program exceptions=7
program==>catcher exceptions=7
-- cpu: {"exceptions":7,"objects":100} its times
catcher==>thrower exceptions=7
main() exceptions=7
main()==>program exceptions=7
program==>catcher exceptions=7
-- custom: {"exceptions":7,"objects":100} its times
catcher==>thrower exceptions=7
main() exceptions=7
main()==>program exceptions=7
program==>catcher exceptions=7
{"exceptions":7,"objects":100} wall all weights
bool(true)
