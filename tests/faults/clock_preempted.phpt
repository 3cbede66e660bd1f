--TEST--
Wall and CPU time are true to 0.1 % in a young process, whichever read of the clock is preempted
--SKIPIF--
<?php
require __DIR__ . '/refuse.inc';
skip_refuse();
if (!in_array(xhprof_info()['clock'], ['tsc', 'cntvct'], true)) die("skip needs the CPU's counter");
?>
--FILE--
<?php
require __DIR__ . '/refuse.inc';

// The time between the inner reads and that between the outer ones bound what main() may be.
$script = '
	$outer = hrtime(true);
	xhprof_enable(XHPROF_FLAGS_CPU | XHPROF_FLAGS_NO_BUILTINS);
	for ($inner = hrtime(true); hrtime(true) < $inner + 20e6;) {
	}
	$inner = hrtime(true) - $inner;
	$main = xhprof_disable()["main()"];
	$outer = hrtime(true) - $outer;
	foreach (["wt", "cpu"] as $name) {
		if ($main[$name] * 1e3 < 0.999 * $inner - 1e3 || $main[$name] * 1e3 > 1.001 * $outer) {
			echo "$name: $main[$name] us is not between $inner and $outer ns\n";
		}
	}
';
for ($read = 1; $read <= 24; $read++) {
	$said = refuse("preempt=$read", $script);
	echo $said === '' ? '' : "read $read: $said";
}
?>
Done
--EXPECT--
Done
