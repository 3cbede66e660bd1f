--TEST--
While no profile runs, callbacks in a loop do not make memory grow
--FILE--
<?php
require __DIR__ . '/../helper.inc';

function filtered($n)
{
	for ($i = 0; $i < $n; $i++) {
		array_filter([1, 0, 2], function ($x) use ($i) { return $x > $i; });
	}
	return memory_get_usage();
}

// Off, before any profile.
filtered(100);
var_dump(filtered(10000) - filtered(10));

// And again after one.
xhprof_enable();
filtered(10);
check_conservation(xhprof_disable());
filtered(100);
var_dump(filtered(10000) - filtered(10));
?>
--EXPECT--
int(0)
int(0)
