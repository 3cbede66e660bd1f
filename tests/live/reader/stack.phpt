--TEST--
Ring::stack() is the newest sample, innermost frame first, also of a dead process' ring
--SKIPIF--
<?php require __DIR__ . '/../skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/../ring.inc';

function say(?array $stack): void
{
	if ($stack === null) {
		echo "none\n";
		return;
	}
	printf("request %d, %s, at %.6f\n", $stack['request'], json_encode($stack['flags']), $stack['time']);
	foreach ($stack['frames'] as $frame) {
		echo "    {$frame['function']} ", $frame['file'] ?? '-', ':', $frame['line'] ?? '-', "\n";
	}
}

$fake = new FakeRing(__DIR__,
	['start_ticks' => 1, 'made_ns' => 1_000_000_000, 'made_unix_us' => 1_700_000_000_000_000]);
$main = $fake->main('/app/public/index.php');
$include = $fake->main('/app/config/app.php');
$eval = $fake->function('', "/app/a.php(3) : eval()'d code", 1, '', FakeRing::EVAL);
$load = $fake->function('', '/app/lib/load.php', 0, '', FakeRing::COMPILED);
$method = $fake->function('run', '/app/Job.php', 20, 'App\Job');
$sleep = $fake->function('usleep');
$ring = XHProf\Ring::open($fake->write());

say($ring->stack());
$fake->sample([[$method, 22], [$main, 3]], time_ns: 1_000_500_000);
$fake->write();
say($ring->stack());
$fake->request(2, 'GET', '/b');
$fake->write();
say($ring->stack());
$fake->sample([[$sleep, 0], [$method, 23], [$eval, 1], [$include, 9], [$main, 4]],
	flags: FakeRing::OFF_CPU | FakeRing::DUMP, request: 2, time_ns: 1_001_000_000);
$fake->write();
say($ring->stack());
echo "time that no sample saw has no stack\n";
$fake->sample([[$fake->function('(not sampled)'), 0]], flags: FakeRing::NO_STACK, request: 2, time_ns: 1_001_500_000);
$fake->write();
echo $ring->stack()['frames'][0]['function'], ' ', count($ring->stacks(10)), "\n";
echo "cut off: the outermost frame is no main script\n";
$fake->sample([[$load, 0], [$include, 9]], flags: FakeRing::CUT | FakeRing::REPEATED | FakeRing::WAITS_FOR_CPU,
	request: 2, time_ns: 1_002_000_000);
$fake->write();
say($ring->stack());
echo "where the thread was last seen, and a safe point\n";
$fake->sample([[$method, 24], [$main, 3]], flags: FakeRing::OFF_CPU | FakeRing::UNSEEN, time_ns: 1_002_500_000);
$fake->sample([[$method, 25], [$main, 3]], flags: FakeRing::DISPLACED, time_ns: 1_002_600_000);
$fake->write();
foreach (array_reverse($ring->stacks(2)) as $stack) {
	say($stack);
}
echo "no frames, and functions that are in no table\n";
$fake->sample([], time_ns: 1_003_000_000);
$fake->write();
say($ring->stack());
$fake->sample([[77, 1], [4_000_000_000, 2], [0, 3]], time_ns: 1_004_000_000);
$fake->write();
say($ring->stack());
var_dump($ring->stack()['age_ns'] > 0, $ring->status()['is_alive']);
echo "closures and anonymous classes\n";
$closure = $fake->function('App\\{closure}', '/app/src/Job.php', 30, 'App\Job');
$anonymous = $fake->function('m', '/app/src/Job.php', 41, "App\Job@anonymous\0/app/src/Job.php:40\$1f");
$fake->sample([[$closure, 31], [$anonymous, 42]], time_ns: 1_005_000_000);
$fake->write();
say($ring->stack());
echo "the last sample is many blocks behind\n";
for ($i = 0; $i < 2000; $i++) {
	$fake->request(3, 'GET', '/c');
}
$fake->write();
say($ring->stack());
for ($i = 0; $i < 1000; $i++) {
	$fake->request(3, 'GET', '/c');
}
$fake->write();
say($ring->stack());
$fake->remove();
?>
--EXPECT--
none
request 1, [], at 1700000000.000500
    App\Job::run /app/Job.php:22
    main() /app/public/index.php:3
request 1, [], at 1700000000.000500
    App\Job::run /app/Job.php:22
    main() /app/public/index.php:3
request 2, ["off_cpu","dump"], at 1700000000.001000
    usleep -:-
    App\Job::run /app/Job.php:23
    eval /app/a.php(3) : eval()'d code:1
    run_init::config/app.php /app/config/app.php:9
    main() /app/public/index.php:4
time that no sample saw has no stack
usleep 2
cut off: the outermost frame is no main script
request 2, ["waits_for_cpu","cut","repeated"], at 1700000000.002000
    load::lib/load.php /app/lib/load.php:-
    run_init::config/app.php /app/config/app.php:9
where the thread was last seen, and a safe point
request 1, ["off_cpu","inferred"], at 1700000000.002500
    App\Job::run /app/Job.php:24
    main() /app/public/index.php:3
request 1, ["displaced"], at 1700000000.002600
    App\Job::run /app/Job.php:25
    main() /app/public/index.php:3
no frames, and functions that are in no table
request 1, [], at 1700000000.003000
request 1, [], at 1700000000.004000
    (other) -:1
    (other) -:2
    (other) -:3
bool(true)
bool(false)
closures and anonymous classes
request 1, [], at 1700000000.005000
    App\Job::App\{closure:src/Job.php:30} /app/src/Job.php:31
    App\Job@anonymous:src/Job.php:40::m /app/src/Job.php:42
the last sample is many blocks behind
request 1, [], at 1700000000.005000
    App\Job::App\{closure:src/Job.php:30} /app/src/Job.php:31
    App\Job@anonymous:src/Job.php:40::m /app/src/Job.php:42
none
