--TEST--
The option "timing" overrides xhprof.timing; timelines and compensation time each call; rows and files keep the errors
--SKIPIF--
<?php if (xhprof_info()['clock'] !== 'fake') die('skip needs the fake clock'); ?>
--FILE--
<?php
require __DIR__ . '/adaptive.inc';

function step(int $i): int { spend($i % 3 * 1000); return $i; }

function run(int $flags, array $options): XHProf\Profile
{
	xhprof_enable($flags | XHPROF_FLAGS_NO_BUILTINS, $options);
	for ($i = 0; $i < 500; $i++) {
		step($i);
	}

	return xhprof_stop();
}

function how(XHProf\Profile $profile): string
{
	$summary = $profile->summary();
	$row = $profile->functions()['step'];

	return isset($summary['untimed_calls'], $summary['error'], $row['wall_error_ns'], $row['own_wall_error_ns'])
		? 'adaptive' : (isset($summary['untimed_calls']) || isset($row['wall_error_ns']) ? 'mixed up' : 'exact');
}

echo 'default: ', how(run(0, [])), "\n";
ini_set('xhprof.timing', 'adaptive');
echo 'setting: ', how($adaptive = run(0, [])), "\n";
echo 'option: ', how($exact = run(0, ['timing' => 'exact'])), "\n";
echo 'timeline: ', how(run(XHPROF_FLAGS_TIMELINE, ['timing' => 'adaptive'])), "\n";
echo 'compensate: ', how(run(0, ['timing' => 'adaptive', 'compensate' => true])), "\n";
echo 'tree: ', how(run(XHPROF_FLAGS_TREE, [])), "\n";
var_dump(ini_set('xhprof.timing', 'some'), ini_get('xhprof.timing'));
foreach (['some', 1] as $wrong) {
	try {
		xhprof_enable(0, ['timing' => $wrong]);
	} catch (Throwable $error) {
		echo get_class($error), ': ', $error->getMessage(), "\n";
	}
}

$file = tempnam(sys_get_temp_dir(), 'xhprof') . '.json';
$adaptive->export('json', $file);
$loaded = XHProf\Profile::load($file);
unlink($file);
unlink(substr($file, 0, -5));
var_dump($loaded->functions() === $adaptive->functions(), $loaded->summary() === $adaptive->summary());
$sum = $exact->merge($adaptive, $adaptive);
echo 'merged: ', how($sum), ', untimed ', $sum->summary()['untimed_calls'] / $adaptive->summary()['untimed_calls'], ' times, error ',
	round($sum->functions()['step']['wall_error_ns'] / $adaptive->functions()['step']['wall_error_ns'], 3), " times\n";
?>
--EXPECTF--
default: exact
setting: adaptive
option: exact
timeline: exact
compensate: exact
tree: adaptive
bool(false)
string(8) "adaptive"
%s: %Stiming%S
%s: %Stiming%S
bool(true)
bool(true)
merged: adaptive, untimed 2 times, error 1.414 times
