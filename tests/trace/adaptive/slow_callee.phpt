--TEST--
Adaptive timing: the time of a slow call below untimed ones is exact
--SKIPIF--
<?php if (xhprof_info()['clock'] !== 'fake') die('skip needs the fake clock'); ?>
--FILE--
<?php
require __DIR__ . '/adaptive.inc';

function query(int $i): int { spend(5000000); return $i; }
function getter(int $i): int { return $i % 997 === 500 ? query($i) : $i; }

foreach (['exact', 'adaptive'] as $timing) {
	$profile = timed($timing, function () {
		for ($i = 0; $i < 20000; $i++) {
			getter($i);
		}
	}, XHPROF_FLAGS_CPU | XHPROF_FLAGS_NO_BUILTINS);
	$pairs = $profile->pairs();
	$getter = $profile->functions()['getter'];
	echo $timing, ': ', json_encode($pairs['getter==>query']), ', getter ', $getter['calls'], ' calls, ',
		$getter['wall_ns'] >= $pairs['getter==>query']['wt'] * 1000 && $getter['own_wall_ns'] < 50000000 ? 'with it' : json_encode($getter), "\n";
}
?>
--EXPECT--
exact: {"ct":20,"wt":100020,"cpu":100020}, getter 20000 calls, with it
adaptive: {"ct":20,"wt":100020,"cpu":100020}, getter 20000 calls, with it
