--TEST--
Each of many pairs has the values of the metrics that are on, whichever these are
--SKIPIF--
<?php if (xhprof_info()['clock'] !== 'fake') die('skip needs the fake clock'); ?>
<?php if (getenv('USE_ZEND_ALLOC') === '0') die('skip without the memory manager, memory is unknown'); ?>
--FILE--
<?php
$code = '';
for ($i = 0; $i < 700; $i++) {
	$code .= "function f$i() { static \$calls; \$GLOBALS['kept'][\$GLOBALS['at']++] = str_repeat('x', 1000); }";
}
eval($code);
$names = array_map(static fn (int $i): string => "f$i", range(0, 699));

foreach ([0, XHPROF_FLAGS_CPU, XHPROF_FLAGS_MEMORY, XHPROF_FLAGS_CPU | XHPROF_FLAGS_MEMORY] as $flags) {
	$kept = array_fill(0, 2000, null);
	$at = 0;
	xhprof_enable($flags | XHPROF_FLAGS_NO_BUILTINS);
	foreach ($names as $i => $name) {
		for ($n = 0; $n <= $i % 3; $n++) {
			$name();
		}
	}
	$rows = xhprof_disable();
	$seen = [];
	foreach ($names as $name) {
		$row = $rows["main()==>$name"];
		if (isset($row['mu'])) {
			// Between the length of the strings and that of the next sizes of the memory manager.
			$row['mu'] = $row['mu'] >= 1000 * $row['ct'] && $row['mu'] < 2000 * $row['ct'] ? 'kept' : $row['mu'];
			$row['pmu'] = $row['pmu'] >= 0 ? 'any' : $row['pmu'];
		}
		$seen[json_encode($row)] = ($seen[json_encode($row)] ?? 0) + 1;
	}
	echo "flags $flags\n";
	foreach ($seen as $row => $count) {
		echo "$count times $row\n";
	}
}
?>
--EXPECT--
flags 0
234 times {"ct":1,"wt":1}
233 times {"ct":2,"wt":2}
233 times {"ct":3,"wt":3}
flags 2
234 times {"ct":1,"wt":1,"cpu":1}
233 times {"ct":2,"wt":2,"cpu":2}
233 times {"ct":3,"wt":3,"cpu":3}
flags 4
234 times {"ct":1,"wt":1,"mu":"kept","pmu":"any"}
233 times {"ct":2,"wt":2,"mu":"kept","pmu":"any"}
233 times {"ct":3,"wt":3,"mu":"kept","pmu":"any"}
flags 6
234 times {"ct":1,"wt":1,"cpu":1,"mu":"kept","pmu":"any"}
233 times {"ct":2,"wt":2,"cpu":2,"mu":"kept","pmu":"any"}
233 times {"ct":3,"wt":3,"cpu":3,"mu":"kept","pmu":"any"}
