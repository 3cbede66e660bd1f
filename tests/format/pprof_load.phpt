--TEST--
A run written to pprof and read back is identical
--SKIPIF--
<?php
xhprof_enable(XHPROF_FLAGS_TREE);
try { xhprof_stop()->export('pprof'); } catch (ValueError) { die('skip needs zlib'); }
?>
--FILE--
<?php
require __DIR__ . '/program.inc';

$file = __DIR__ . '/pprof_load.tmp';

function fibers()
{
	$f = fn($x) => [leaf($x), Fiber::suspend(leaf($x)), fib(2)];
	$a = new Fiber($f);
	$b = new Fiber(fn() => $a->resume(1));
	$a->start(1);
	$b->start();
}
function sleep_alone() { fib(3); usleep(1); }

foreach (['program', 'odd_names', 'empty_program', 'fibers'] as $program) {
	foreach ([0, ALL_METRICS, XHPROF_FLAGS_MEMORY] as $flags) {
		$profile = run(XHPROF_FLAGS_TREE | $flags, $program);
		$profile->export('pprof', $file);
		$loaded = XHProf\Profile::load($file);
		echo $program, ' ', $flags, ': ', implode(' ', array_map(fn($what) => $what ? 'same' : 'DIFFERENT', [
			$loaded->pairs() === $profile->pairs(),
			$loaded->functions() === $profile->functions(),
			$loaded->functions(false) === $profile->functions(false),
			$loaded->summary() === $profile->summary(),
			$loaded->export('json') === $profile->export('json'),
			$loaded->export('pprof') === $profile->export('pprof'),
		])), "\n";
	}
}

echo "-- of truncated and merged runs\n";
$profile = run(XHPROF_FLAGS_TREE, 'program', ['max_nodes' => 5]);
$merged = $profile->merge(run(XHPROF_FLAGS_TREE, 'odd_names'));
foreach ([$profile, $merged] as $run) {
	$run->export('pprof', $file);
	var_dump(XHProf\Profile::load($file)->export('json') === $run->export('json'));
}
var_dump($profile->summary()['truncated_calls'] === $merged->summary()['truncated_calls']);
unlink($file);
?>
--EXPECT--
program 0: same same same same same same
program 6: same same same same same same
program 4: same same same same same same
odd_names 0: same same same same same same
odd_names 6: same same same same same same
odd_names 4: same same same same same same
empty_program 0: same same same same same same
empty_program 6: same same same same same same
empty_program 4: same same same same same same
fibers 0: same same same same same same
fibers 6: same same same same same same
fibers 4: same same same same same same
-- of truncated and merged runs
bool(true)
bool(true)
bool(true)
