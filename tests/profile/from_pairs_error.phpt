--TEST--
Profile::fromPairs() refuses what is no run, and says what is wrong and where
--FILE--
<?php
$row = ['ct' => 1, 'wt' => 5];
$main = ['main()' => $row];

function attempt(mixed ...$arguments): void
{
	try {
		echo count(XHProf\Profile::fromPairs(...$arguments)->pairs()), " rows\n";
	} catch (Throwable $error) {
		echo get_class($error), ': ',
			str_replace('XHProf\Profile::fromPairs(): Argument ', '', $error->getMessage()), "\n";
	}
}

echo "-- no main(), rows of no caller, keys that are no names\n";
attempt([]);
attempt(['f==>main()' => $row]);
attempt($main + ['f' => $row]);
attempt($main + ['main()@1' => $row]);
attempt($main + ['' => $row]);
attempt($main + [7 => $row]);
attempt([$row, $row]);

echo "-- rows and numbers of other types: nothing is converted\n";
foreach ([null, true, 5, 'x', 0.5, new ArrayObject($row)] as $value) {
	attempt(['main()' => $value]);
}
foreach ([null, false, '5', 5.0, NAN, [], new class {
	public function __toString(): string { die('called'); }
}] as $value) {
	foreach (['ct', 'wt', 'cpu', 'mu', 'pmu'] as $column) {
		attempt($main + ['main()==>f' => [$column => $value] + $row]);
	}
}
$recursive = $main;
$recursive['main()==>f'] = &$recursive;
attempt($recursive);

echo "-- numbers that are missing or out of range\n";
attempt(['main()' => []]);
attempt(['main()' => ['ct' => 1]]);
attempt(['main()' => ['wt' => 1]]);
attempt(['main()' => ['ct' => -1] + $row]);
attempt(['main()' => ['wt' => -1] + $row]);
foreach ([PHP_INT_MAX, intdiv(PHP_INT_MAX, 1000) + 1, intdiv(PHP_INT_MAX, 1000), 1 << 51] as $number) {
	attempt(['main()' => ['wt' => $number] + $row]);
	attempt(['main()' => ['cpu' => $number] + $row]);
	attempt(['main()' => ['cpu' => -$number] + $row]);
}
attempt(['main()' => ['ct' => PHP_INT_MAX] + $row]);
attempt(['main()' => ['cpu' => PHP_INT_MIN] + $row]);
attempt(['main()' => ['mu' => PHP_INT_MIN, 'pmu' => 0] + $row]);
attempt($main + ['main()==>f' => ['ct' => 1 << 61] + $row, 'main()==>g' => ['ct' => 1 << 61] + $row]);

echo "-- long names are cut in the message\n";
attempt($main + ['main()==>' . str_repeat('f', 1 << 20) => 5]);
attempt($main + ["main()==>a\0b" => 5]);

echo "-- the request\n";
attempt($main, ['url' => 5]);
attempt($main, ['request_ts_micro' => ['sec' => -1, 'usec' => 0]]);
attempt(['main()' => 5], ['url' => '/']);
attempt($main, ['x' => new class implements JsonSerializable {
	public function jsonSerialize(): mixed { throw new LogicException('from the program'); }
}]);
// It runs before the array is read.
$own = $main;
$pairs = ['main()' => &$own['main()']];
attempt($pairs, ['x' => new class($own) implements JsonSerializable {
	public function __construct(private array &$own) {}
	public function jsonSerialize(): mixed { $this->own['main()'] = 7; return null; }
}]);
attempt($main, 'x');
attempt('x');
attempt();
?>
--EXPECT--
-- no main(), rows of no caller, keys that are no names
ValueError: #1 ($pairs) must have a row "main()"
ValueError: #1 ($pairs) must have a row "main()"
ValueError: #1 ($pairs) must have a caller in the row "f"
ValueError: #1 ($pairs) must have a caller in the row "main()@1"
ValueError: #1 ($pairs) must have a caller in the row ""
ValueError: #1 ($pairs) must have names as keys
ValueError: #1 ($pairs) must have a row "main()"
-- rows and numbers of other types: nothing is converted
TypeError: #1 ($pairs) must have an array in the row "main()", null given
TypeError: #1 ($pairs) must have an array in the row "main()", bool given
TypeError: #1 ($pairs) must have an array in the row "main()", int given
TypeError: #1 ($pairs) must have an array in the row "main()", string given
TypeError: #1 ($pairs) must have an array in the row "main()", float given
TypeError: #1 ($pairs) must have an array in the row "main()", ArrayObject given
TypeError: #1 ($pairs) must have an int as "ct" in the row "main()==>f", null given
TypeError: #1 ($pairs) must have an int as "wt" in the row "main()==>f", null given
TypeError: #1 ($pairs) must have an int as "cpu" in the row "main()==>f", null given
TypeError: #1 ($pairs) must have an int as "mu" in the row "main()==>f", null given
TypeError: #1 ($pairs) must have an int as "pmu" in the row "main()==>f", null given
TypeError: #1 ($pairs) must have an int as "ct" in the row "main()==>f", bool given
TypeError: #1 ($pairs) must have an int as "wt" in the row "main()==>f", bool given
TypeError: #1 ($pairs) must have an int as "cpu" in the row "main()==>f", bool given
TypeError: #1 ($pairs) must have an int as "mu" in the row "main()==>f", bool given
TypeError: #1 ($pairs) must have an int as "pmu" in the row "main()==>f", bool given
TypeError: #1 ($pairs) must have an int as "ct" in the row "main()==>f", string given
TypeError: #1 ($pairs) must have an int as "wt" in the row "main()==>f", string given
TypeError: #1 ($pairs) must have an int as "cpu" in the row "main()==>f", string given
TypeError: #1 ($pairs) must have an int as "mu" in the row "main()==>f", string given
TypeError: #1 ($pairs) must have an int as "pmu" in the row "main()==>f", string given
TypeError: #1 ($pairs) must have an int as "ct" in the row "main()==>f", float given
TypeError: #1 ($pairs) must have an int as "wt" in the row "main()==>f", float given
TypeError: #1 ($pairs) must have an int as "cpu" in the row "main()==>f", float given
TypeError: #1 ($pairs) must have an int as "mu" in the row "main()==>f", float given
TypeError: #1 ($pairs) must have an int as "pmu" in the row "main()==>f", float given
TypeError: #1 ($pairs) must have an int as "ct" in the row "main()==>f", float given
TypeError: #1 ($pairs) must have an int as "wt" in the row "main()==>f", float given
TypeError: #1 ($pairs) must have an int as "cpu" in the row "main()==>f", float given
TypeError: #1 ($pairs) must have an int as "mu" in the row "main()==>f", float given
TypeError: #1 ($pairs) must have an int as "pmu" in the row "main()==>f", float given
TypeError: #1 ($pairs) must have an int as "ct" in the row "main()==>f", array given
TypeError: #1 ($pairs) must have an int as "wt" in the row "main()==>f", array given
TypeError: #1 ($pairs) must have an int as "cpu" in the row "main()==>f", array given
TypeError: #1 ($pairs) must have an int as "mu" in the row "main()==>f", array given
TypeError: #1 ($pairs) must have an int as "pmu" in the row "main()==>f", array given
TypeError: #1 ($pairs) must have an int as "ct" in the row "main()==>f", class@anonymous given
TypeError: #1 ($pairs) must have an int as "wt" in the row "main()==>f", class@anonymous given
TypeError: #1 ($pairs) must have an int as "cpu" in the row "main()==>f", class@anonymous given
TypeError: #1 ($pairs) must have an int as "mu" in the row "main()==>f", class@anonymous given
TypeError: #1 ($pairs) must have an int as "pmu" in the row "main()==>f", class@anonymous given
ValueError: #1 ($pairs) must have an int as "ct" in the row "main()==>f"
-- numbers that are missing or out of range
ValueError: #1 ($pairs) must have an int as "ct" in the row "main()"
ValueError: #1 ($pairs) must have an int as "wt" in the row "main()"
ValueError: #1 ($pairs) must have an int as "ct" in the row "main()"
ValueError: #1 ($pairs) must have a number of 0 or more as "ct" in the row "main()"
ValueError: #1 ($pairs) must have a number from 0 to 9223372036854775 as "wt" in the row "main()"
ValueError: #1 ($pairs) must have a number from 0 to 9223372036854775 as "wt" in the row "main()"
ValueError: #1 ($pairs) must have a number from -9223372036854775 to 9223372036854775 as "cpu" in the row "main()"
ValueError: #1 ($pairs) must have a number from -9223372036854775 to 9223372036854775 as "cpu" in the row "main()"
ValueError: #1 ($pairs) must have a number from 0 to 9223372036854775 as "wt" in the row "main()"
ValueError: #1 ($pairs) must have a number from -9223372036854775 to 9223372036854775 as "cpu" in the row "main()"
ValueError: #1 ($pairs) must have a number from -9223372036854775 to 9223372036854775 as "cpu" in the row "main()"
ValueError: #1 ($pairs) must have numbers whose sum is below 2**62
ValueError: #1 ($pairs) must have numbers whose sum is below 2**62
ValueError: #1 ($pairs) must have numbers whose sum is below 2**62
1 rows
1 rows
1 rows
ValueError: #1 ($pairs) must have numbers whose sum is below 2**62
ValueError: #1 ($pairs) must have a number from -9223372036854775 to 9223372036854775 as "cpu" in the row "main()"
ValueError: #1 ($pairs) must have numbers whose sum is below 2**62
ValueError: #1 ($pairs) must have numbers whose sum is below 2**62
-- long names are cut in the message
TypeError: #1 ($pairs) must have an array in the row "main()==>fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff", int given
TypeError: #1 ($pairs) must have an array in the row "main()==>a", int given
-- the request
ValueError: #2 ($meta) must have the form that XHGui uses: "url" is not a string
ValueError: #2 ($meta) must have the form that XHGui uses: "request_ts_micro" is not an array of the ints "sec" and "usec"
TypeError: #1 ($pairs) must have an array in the row "main()", int given
LogicException: from the program
TypeError: #1 ($pairs) must have an array in the row "main()", int given
TypeError: #2 ($meta) must be of type ?array, string given
TypeError: #1 ($pairs) must be of type array, string given
ArgumentCountError: XHProf\Profile::fromPairs() expects at least 1 argument, 0 given
