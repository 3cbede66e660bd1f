--TEST--
In files of Xdebug and callgrind a function within a circle of calls costs no more than what enters the circle, and own costs are those of the file
--FILE--
<?php
require __DIR__ . '/cli.inc';

/* A file with the own cost of each function, and with calls as "caller callee" => [times, cost]. */
function circle_file(string $name, string $creator, array $own, array $calls): string
{
	$text = "version: 1\ncreator: $creator\npositions: line\nevents: Time_(10ns)\n";
	foreach ($own as $function => $cost) {
		$text .= "\nfl=a.php\nfn=$function\n1 $cost\n";
		foreach ($calls as $pair => [$times, $inclusive]) {
			[$caller, $callee] = explode(' ', $pair);
			$text .= $caller === $function ? "cfn=$callee\ncalls=$times 0\n2 $inclusive\n" : '';
		}
	}

	return own_file($name, $text);
}

function show_costs(string $file): void
{
	foreach (read_run($file)->functions() as $function => $row) {
		printf("%-7s %2d calls, own %4d, inclusive %4d\n", $function, $row['calls'], $row['own_wall_ns'] / 10,
			$row['wall_ns'] / 10);
	}
}

// even(60), as Xdebug adds its calls up: even takes 100 and odd 10 each time, callees aside.
$inclusive = ['even' => 0, 'odd' => 0];
for ($cost = 0, $n = 0; $n <= 60; $n++) {
	$cost += $n % 2 === 0 ? 100 : 10;
	$inclusive[$n % 2 === 0 ? 'even' : 'odd'] += $n === 60 ? 0 : $cost;
}
$own = ['{main}' => 5, 'even' => 3100, 'odd' => 300];
show_costs(circle_file('mutual', 'xdebug 3.2.0', $own, [
	'{main} even' => [1, $cost], 'odd even' => [30, $inclusive['even']], 'even odd' => [30, $inclusive['odd']],
]));
echo "\n";

// Callgrind does not count all of a recursion: the calls of the circle do not add up.
show_costs(circle_file('rounded', 'callgrind-3.19.0',
	['{main}' => 5, 'parse' => 60, 'expr' => 35, 'term' => 110, 'leaf' => 40], [
		'{main} parse' => [1, 245], 'parse expr' => [3, 180], 'expr term' => [7, 2000], 'term parse' => [2, 90],
		'term expr' => [1, 3000], 'term leaf' => [4, 40],
	]));
?>
--EXPECT--
even    31 calls, own 3100, inclusive 3400
odd     30 calls, own  300, inclusive 3400
main()   1 calls, own    5, inclusive 3405

term     7 calls, own  110, inclusive  245
parse    3 calls, own   60, inclusive  245
leaf     4 calls, own   40, inclusive   40
expr     4 calls, own   35, inclusive  245
main()   1 calls, own    5, inclusive  250
