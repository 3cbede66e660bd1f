--TEST--
Profile::fromStacks() refuses what is no list of stacks, and stacks() a run without call paths
--EXTENSIONS--
xhprof
--FILE--
<?php
function attempt(mixed ...$arguments): void
{
	try {
		echo count(XHProf\Profile::fromStacks(...$arguments)->stacks()), " rows\n";
	} catch (Throwable $error) {
		echo get_class($error), ': ',
			str_replace('XHProf\Profile::fromStacks(): Argument ', '', $error->getMessage()), "\n";
	}
}

$row = ['frames' => ['main()', 'f'], 'samples' => 1, 'wall_ns' => 5, 'cpu_ns' => 0];
echo "-- rows and their parts of other types: nothing is converted\n";
foreach ([null, 5, 'x', new ArrayObject($row)] as $value) {
	attempt([$row, $value]);
}
attempt([$row, []]);
foreach (['frames' => [null, 'f', new ArrayObject()], 'samples' => ['5', 5.0], 'wall_ns' => [null, true],
	'cpu_ns' => [[], NAN]] as $column => $values) {
	attempt([array_diff_key($row, [$column => 0])]);
	foreach ($values as $value) {
		attempt([[$column => $value] + $row]);
	}
}

echo "-- frames\n";
attempt([['frames' => []] + $row]);
attempt([['frames' => ['main()', '']] + $row]);
foreach ([null, 5, ['f'], new class { public function __toString(): string { die('called'); } }] as $frame) {
	attempt([['frames' => ['main()', $frame]] + $row]);
}
attempt([['frames' => ["a\0b", "\xff"]] + $row]);

echo "-- numbers out of range\n";
foreach (['samples', 'wall_ns', 'cpu_ns'] as $column) {
	attempt([[$column => -1] + $row]);
	attempt([[$column => PHP_INT_MIN] + $row]);
	attempt([[$column => PHP_INT_MAX] + $row]);
	attempt([[$column => (1 << 62) - 1] + $row, ['frames' => ['g'], $column => 1] + $row]);
	attempt([[$column => (1 << 62) - 1] + $row]);
}

echo "-- the request\n";
attempt([$row], ['url' => 5]);
attempt([$row], []);

echo "-- places of functions\n";
attempt([$row], null, null, ['f' => null]);
attempt([$row], null, null, ['f' => ['file' => 5]]);
attempt([$row], null, null, ['unused' => ['line' => '7']]);
attempt([$row], null, null, ['f' => ['file' => null, 'line' => null], 'main()' => []]);

echo "-- stacks() of pairs\n";
try {
	XHProf\Profile::fromPairs(['main()' => ['ct' => 1, 'wt' => 2]])->stacks();
} catch (RuntimeException $error) {
	echo $error->getMessage(), "\n";
}

echo "-- deep and wide\n";
$deep = XHProf\Profile::fromStacks([['frames' => array_fill(0, 100000, 'f')] + $row])->stacks();
echo count($deep), ' ', count($deep[0]['frames']), "\n";
?>
--EXPECT--
-- rows and their parts of other types: nothing is converted
TypeError: #1 ($stacks) must have an array in row 1, null given
TypeError: #1 ($stacks) must have an array in row 1, int given
TypeError: #1 ($stacks) must have an array in row 1, string given
TypeError: #1 ($stacks) must have an array in row 1, ArrayObject given
ValueError: #1 ($stacks) must have an array as "frames" in row 1
ValueError: #1 ($stacks) must have an array as "frames" in row 0
TypeError: #1 ($stacks) must have an array as "frames" in row 0, null given
TypeError: #1 ($stacks) must have an array as "frames" in row 0, string given
TypeError: #1 ($stacks) must have an array as "frames" in row 0, ArrayObject given
ValueError: #1 ($stacks) must have an int as "samples" in row 0
TypeError: #1 ($stacks) must have an int as "samples" in row 0, string given
TypeError: #1 ($stacks) must have an int as "samples" in row 0, float given
ValueError: #1 ($stacks) must have an int as "wall_ns" in row 0
TypeError: #1 ($stacks) must have an int as "wall_ns" in row 0, null given
TypeError: #1 ($stacks) must have an int as "wall_ns" in row 0, bool given
ValueError: #1 ($stacks) must have an int as "cpu_ns" in row 0
TypeError: #1 ($stacks) must have an int as "cpu_ns" in row 0, array given
TypeError: #1 ($stacks) must have an int as "cpu_ns" in row 0, float given
-- frames
ValueError: #1 ($stacks) must have a name or more in "frames" in row 0
ValueError: #1 ($stacks) must have strings, none of them empty, in "frames" in row 0
TypeError: #1 ($stacks) must have strings, none of them empty, in "frames" in row 0, null given
TypeError: #1 ($stacks) must have strings, none of them empty, in "frames" in row 0, int given
TypeError: #1 ($stacks) must have strings, none of them empty, in "frames" in row 0, array given
TypeError: #1 ($stacks) must have strings, none of them empty, in "frames" in row 0, class@anonymous given
1 rows
-- numbers out of range
ValueError: #1 ($stacks) must have a number of 0 or more as "samples" in row 0
ValueError: #1 ($stacks) must have a number of 0 or more as "samples" in row 0
ValueError: #1 ($stacks) must have numbers that add up to less than 2**62; they exceed it in row 0
ValueError: #1 ($stacks) must have numbers that add up to less than 2**62; they exceed it in row 1
1 rows
ValueError: #1 ($stacks) must have a number of 0 or more as "wall_ns" in row 0
ValueError: #1 ($stacks) must have a number of 0 or more as "wall_ns" in row 0
ValueError: #1 ($stacks) must have numbers that add up to less than 2**62; they exceed it in row 0
ValueError: #1 ($stacks) must have numbers that add up to less than 2**62; they exceed it in row 1
1 rows
ValueError: #1 ($stacks) must have a number of 0 or more as "cpu_ns" in row 0
ValueError: #1 ($stacks) must have a number of 0 or more as "cpu_ns" in row 0
ValueError: #1 ($stacks) must have numbers that add up to less than 2**62; they exceed it in row 0
ValueError: #1 ($stacks) must have numbers that add up to less than 2**62; they exceed it in row 1
1 rows
-- the request
ValueError: #2 ($meta) must have the form that XHGui uses: "url" is not a string
1 rows
-- places of functions
TypeError: #4 ($functions) must have arrays, null given
TypeError: #4 ($functions) must have a string or null as "file", an int or null as "line"
TypeError: #4 ($functions) must have a string or null as "file", an int or null as "line"
1 rows
-- stacks() of pairs
Stacks need call paths (XHPROF_FLAGS_TREE); this run has none
-- deep and wide
1 100001
