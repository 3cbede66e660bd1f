--TEST--
With compensation no time is negative, and callees never take longer than their caller
--FILE--
<?php
function leaf() { return strlen(str_repeat('x', 10)); }
function middle($n) { for ($i = 0; $i < $n; $i++) { leaf(); abs($i); } }
function recursive($n) { return $n > 0 ? recursive($n - 1) + leaf() : 0; }
function numbers($n) { for ($i = 0; $i < $n; $i++) { yield leaf(); } }

function program()
{
	middle(200);
	recursive(50);
	array_sum(iterator_to_array(numbers(100)));
	usort($GLOBALS['array'], fn ($a, $b) => abs($a) <=> abs($b));
	try {
		(function () { throw new Exception; })();
	} catch (Exception) {
	}
	$fiber = new Fiber(function () { middle(10); Fiber::suspend(); middle(10); });
	$fiber->start();
	$fiber->resume();
}

function violations($profile)
{
	$inclusive = $children = [];
	foreach ($profile as $name => $row) {
		[$parent, $child] = explode('==>', $name) + [1 => null];
		$inclusive[$child ?? $parent] = ($inclusive[$child ?? $parent] ?? 0) + $row['wt'];
		if ($child !== null) {
			$children[$parent] = ($children[$parent] ?? 0) + $row['wt'];
		}
		if ($row['wt'] < 0 || $row['cpu'] < 0) {
			echo "negative: $name\n";
		}
	}
	foreach ($children as $parent => $wt) {
		// Each row is cut to whole microseconds, so rows of children lack, and never have too much.
		if ($wt > $inclusive[$parent] + count($profile)) {
			echo "longer than $parent: $wt > $inclusive[$parent]\n";
		}
	}
}

$array = range(50, 1);
for ($i = 0; $i < 20; $i++) {
	xhprof_enable(XHPROF_FLAGS_CPU | XHPROF_FLAGS_MEMORY, ['compensate' => true]);
	program();
	violations(xhprof_disable());
}
ini_set('xhprof.compensate', '1');
xhprof_enable();
program();
xhprof_disable();
var_dump(xhprof_info()['compensated_us'] >= 0);
try {
	xhprof_enable(0, ['compensate' => 1]);
} catch (TypeError $error) {
	echo $error->getMessage(), "\n";
}
?>
--EXPECT--
bool(true)
xhprof_enable(): Argument #2 ($options) option "compensate" must be of type bool
