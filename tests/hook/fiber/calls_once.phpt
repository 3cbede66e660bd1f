--TEST--
A call that is open across a suspension is counted once, wherever its fiber is resumed
--SKIPIF--
<?php if (xhprof_info()['clock'] !== 'fake') die('skip needs the fake clock'); ?>
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function inner(): void
{
	leaf(1000);
	Fiber::suspend();
	leaf(2000);
}
function leaf(int $us): void { xhprof_fake_clock_advance($us * 1000, $us * 1000); }
function bottom(?Fiber $inner): void { $inner === null ? inner() : $inner->resume(); }

foreach ([0, XHPROF_FLAGS_CPU, XHPROF_FLAGS_TREE] as $flags) {
	xhprof_enable($flags | XHPROF_FLAGS_NO_BUILTINS);
	$first = new Fiber('bottom');
	$first->start(null);
	$second = new Fiber('bottom');
	$second->start($first); // the calls of the first are a level deeper now
	$run = xhprof_stop();
	check_conservation($run->pairs());
	$calls = array_map(static fn(array $row): int => $row['calls'], $run->functions());
	echo "inner $calls[inner], leaf $calls[leaf]\n";
}
foreach ($run->pairs() as $name => $row) {
	if (str_contains($name, 'inner')) {
		echo "$name $row[ct]\n";
	}
}
?>
--EXPECT--
inner 1, leaf 2
inner 1, leaf 2
inner 1, leaf 2
inner==>leaf 2
bottom@1==>inner 1
bottom==>inner 0
