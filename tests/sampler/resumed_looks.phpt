--TEST--
The stack of a fiber or a generator is read from beside while it runs: its samples do not wait for the next safe point
--SKIPIF--
<?php
require __DIR__ . '/skipif.inc';
if (PHP_OS_FAMILY !== 'Linux') die('skip reads the stack of a thread that runs');
if (getenv('XHPROF_VALGRIND')) die('skip too slow to look at');
?>
--FILE--
<?php
require __DIR__ . '/../helper.inc';

function computes(): void
{
	for ($i = 0, $sum = 0; $i < 2000000; $i++) {
		$sum = ($sum * 31 + $i) & 0xffff;
	}
}

function generates(): Generator
{
	while (true) {
		for ($i = 0, $sum = 0; $i < 2000000; $i++) {
			$sum = ($sum * 31 + $i) & 0xffff;
		}
		yield;
	}
}

function delegates(): Generator
{
	yield from generates();
}

$fiber = new Fiber(function (): void {
	while (true) {
		computes();
		Fiber::suspend();
	}
});
$fiber->start();
$generator = generates();
$delegating = delegates();
$resume = ['fiber' => fn() => $fiber->resume(), 'generator' => fn() => $generator->next(),
	'delegating generator' => fn() => $delegating->next()];
foreach ($resume as $name => $resumes) {
	/* On a busy machine the helper has no CPU in time, and most samples may be late. */
	xhprof_sample_enable(['interval' => 1000, 'engine' => 'interrupt', 'paths' => true]);
	$end = hrtime(true) + TEST_TIME_NS;
	do {
		$resumes();
		$taken = xhprof_info()['sampling'];
		/* While it ran, and not placed by a safe point. */
		$seen = $taken['weight'] - $taken['off_cpu'] - $taken['displaced'];
	} while ($seen < 100 && hrtime(true) < $end);
	xhprof_sample_disable();
	echo "$name: ", $seen < 100 ? "$taken[displaced] of $taken[weight] at safe points" : 'seen', "\n";
}
?>
--EXPECT--
fiber: seen
generator: seen
delegating generator: seen
