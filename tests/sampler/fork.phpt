--TEST--
After a fork the parent is still sampled; the child keeps earlier samples and has no timer armed
--SKIPIF--
<?php
require __DIR__ . '/skipif.inc';
need_wall_by_signal();
if (!function_exists('pcntl_fork')) {
	die('skip pcntl needed');
}
?>
--FILE--
<?php
require __DIR__ . '/sample.inc';

function compute() { $x = 0; for ($i = 0; $i < 10000; $i++) { $x ^= $i; } return $x; }
/* Goes on until some samples have come, if any do. */
function work(bool $is_sampled): void
{
	for ($until = samples_so_far() + 5; $is_sampled && samples_so_far() < $until;) {
		usleep(10000);
		burn(0.01, compute(...));
	}
	burn(0.01, compute(...));
}
function before() { work(true); }
function after(bool $is_sampled) { work($is_sampled); }

function report(string $who, array $samples): void
{
	$has = fn(string $name) => preg_grep("/==>$name==>/", $samples) ? 'yes' : 'no';
	echo $who, ': before ', $has('before'), ', after ', $has('after'), "\n";
}

foreach (['signal', 'interrupt'] as $engine) {
	echo $engine, "\n";
	xhprof_sample_enable(['interval' => 1000, 'engine' => $engine]);
	before();
	$child = pcntl_fork();
	if ($child > 0) {
		pcntl_waitpid($child, $status);
		echo 'status ', $status, "\n";
	} else {
		echo 'child: armed ', still_armed(), "\n";
	}
	after($child !== 0);
	report($child === 0 ? 'child' : 'parent', xhprof_sample_disable());
	if ($child === 0) {
		xhprof_sample_enable(['interval' => 1000, 'engine' => $engine]);
		after(true);
		report('child, a run of its own', xhprof_sample_disable());
		exit;
	}
}
?>
--EXPECTF--
signal
child: armed nothing
child: before yes, after no
child, a run of its own: before no, after yes
%r(==\d+==Running thread \d+ was not suspended. False leaks are possible.\n)?%rstatus 0
parent: before yes, after yes
interrupt
child: armed nothing
child: before yes, after no
child, a run of its own: before no, after yes
%r(==\d+==Running thread \d+ was not suspended. False leaks are possible.\n)?%rstatus 0
parent: before yes, after yes
