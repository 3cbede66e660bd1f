--TEST--
Adaptive timing: generators, fibers, recursion, pauses and snapshots inside untimed calls leave calls exact and times in order
--SKIPIF--
<?php if (xhprof_info()['clock'] !== 'fake') die('skip needs the fake clock'); ?>
--FILE--
<?php
require __DIR__ . '/adaptive.inc';

function leaf(int $i): int { spend($i % 5 * 300); return $i; }
function yielding(int $n): Generator { for ($i = 0; $i < $n; $i++) { leaf($i); yield $i; } }
function deep(int $n): int { leaf($n); return $n === 0 ? 0 : deep($n - 1); }
function suspending(int $i): int { leaf($i); Fiber::suspend($i); leaf($i); return inner($i); }
function inner(int $i): int { Fiber::suspend(leaf($i)); return $i; }
function body(int $i): int { return suspending($i); }
function resume(Fiber $fiber, int $i): int { leaf($i); $fiber->isStarted() ? $fiber->resume() : $fiber->start($i); return leaf($i); }
function pausing(int $i): int { leaf($i); xhprof_pause(); leaf($i); xhprof_resume(); return leaf($i); }
function thrower(int $i): int { leaf($i); throw new Exception(); }
function catcher(int $i): int { try { return thrower($i); } catch (Exception) { return leaf($i); } }

$programs = [
	'generator' => function (int $i): void { foreach (yielding(3) as $j) { leaf($j); } },
	'recursion' => function (int $i): void { deep($i % 6); },
	'fiber' => function (int $i): void { $fiber = new Fiber(body(...)); for ($j = 0; $j < 3; $j++) { resume($fiber, $i); } },
	'fiber left' => function (int $i): void { $fiber = new Fiber(body(...)); resume($fiber, $i); },
	'fibers by turns' => function (int $i): void {
		$fibers = [new Fiber(body(...)), new Fiber(body(...))];
		for ($j = 0; $j < 6; $j++) { resume($fibers[$j % 2], $i); }
	},
	'pause' => function (int $i): void { if ($i % 300 === 0) { pausing($i); } leaf($i); },
	'exception' => function (int $i): void { catcher($i); },
];
foreach ($programs as $name => $program) {
	foreach ([0, XHPROF_FLAGS_TREE] as $mode) {
		$calls = [];
		foreach (['exact', 'adaptive'] as $timing) {
			$profile = timed($timing, function () use ($program) {
				for ($i = 0; $i < 600; $i++) { $program($i); }
			}, $mode | XHPROF_FLAGS_CPU | XHPROF_FLAGS_NO_BUILTINS);
			check_conservation($profile->pairs(), true);
			$calls[] = array_map(fn(array $row) => $row['ct'], $profile->pairs());
		}
		echo $name, ': ', $calls[0] === $calls[1] ? 'same calls' : json_encode($calls),
			($profile->summary()['untimed_calls'] ?? 0) > 300 ? ', most not timed' : ', timed', "\n";
	}
}
?>
--EXPECT--
generator: same calls, most not timed
generator: same calls, most not timed
recursion: same calls, most not timed
recursion: same calls, most not timed
fiber: same calls, most not timed
fiber: same calls, most not timed
fiber left: same calls, most not timed
fiber left: same calls, most not timed
fibers by turns: same calls, most not timed
fibers by turns: same calls, most not timed
pause: same calls, most not timed
pause: same calls, most not timed
exception: same calls, most not timed
exception: same calls, most not timed
