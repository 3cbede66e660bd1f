--TEST--
Adaptive timing: exit() and the end of a run inside untimed calls
--SKIPIF--
<?php if (xhprof_info()['clock'] !== 'fake') die('skip needs the fake clock'); ?>
--FILE--
<?php
require __DIR__ . '/adaptive.inc';

function leaf(int $i): int { spend(700); return $i; }
function middle(int $i): int { return leaf($i) + last($i); }
function last(int $i): int
{
	static $calls = 0;

	if (++$calls === 1503) { show_run(xhprof_stop()); }
	if ($calls === 3003) { exit; }

	return $i;
}

function show_run(XHProf\Profile $profile): void
{
	check_conservation($profile->pairs(), true);
	foreach (['middle', 'leaf', 'last'] as $name) {
		echo $name, ' ', $profile->functions()[$name]['calls'], "\n";
	}
	echo $profile->summary()['untimed_calls'] > 1500 ? 'most' : 'few', " not timed\n";
}

register_shutdown_function(fn() => show_run(xhprof_stop()));
for ($run = 0; $run < 2; $run++) {
	xhprof_enable(XHPROF_FLAGS_NO_BUILTINS, ['timing' => 'adaptive', 'ignored_functions' => ['spend', 'show_run']]);
	for ($i = 0; $i < 1503; $i++) {
		middle($i);
	}
}
?>
--EXPECT--
middle 1503
leaf 1503
last 1503
most not timed
middle 1500
leaf 1500
last 1500
most not timed
