--TEST--
Profile::stacks() has each call path once, with what it cost without callees; fromStacks() makes a run of them again
--EXTENSIONS--
xhprof
--SKIPIF--
<?php
if (xhprof_info()['clock'] !== 'fake') die('skip needs the fake clock');
?>
--FILE--
<?php
function leaf() { static $calls; $calls++; xhprof_fake_clock_advance(1000000, 400000); }
function down(int $n) { static $calls; $calls++; $n === 0 ? leaf() : up($n - 1); }
function up(int $n) { static $calls; $calls++; down($n); }

function say(array $stacks): void
{
	foreach ($stacks as $stack) {
		echo '    ', implode(';', $stack['frames']), " $stack[samples] $stack[wall_ns] $stack[cpu_ns]\n";
	}
}

xhprof_enable(XHPROF_FLAGS_TREE | XHPROF_FLAGS_CPU | XHPROF_FLAGS_NO_BUILTINS);
down(1);
leaf();
leaf();
$run = xhprof_stop();
$stacks = $run->stacks();
say($stacks);

echo "they add up to the run\n";
$summary = $run->summary();
echo json_encode([array_sum(array_column($stacks, 'samples')) === $summary['calls'],
	array_sum(array_column($stacks, 'wall_ns')) === $summary['wall_ns'],
	array_sum(array_column($stacks, 'cpu_ns')) === $summary['cpu_ns']]), "\n";

echo "a run of samples is made of them, with the same stacks\n";
$again = XHProf\Profile::fromStacks($stacks,
	['url' => '/cart', 'request_ts_micro' => ['sec' => 1700000000, 'usec' => 5]]);
$made = $again->summary();
echo json_encode([$again->stacks() === $stacks, $made['mode'],
	$made['calls'] === $summary['calls'], $made['samples'] === $summary['calls'],
	$made['wall_ns'] === $summary['wall_ns'], $made['cpu_ns'] === $summary['cpu_ns'], $made['nodes'], $made['started'],
	$again->meta()['url'], $again->export('folded') === $run->export('folded')]), "\n";
foreach ($run->functions() as $name => $row) {
	echo json_encode([$name => [$row['wall_ns'] === $again->functions()[$name]['wall_ns'],
		$row['own_wall_ns'] === $again->functions()[$name]['own_wall_ns']]]), "\n";
}

echo "saved and loaded it is the same\n";
$file = __DIR__ . '/round.json';
$again->export('json', $file);
var_dump(XHProf\Profile::load($file)->stacks() === $stacks);
unlink($file);

echo "merged, rows add up\n";
say($again->merge($again, XHProf\Profile::fromStacks(
	[['frames' => ['main()', 'other'], 'samples' => 1, 'wall_ns' => 5, 'cpu_ns' => 3]]))->stacks());

echo "rows of equal frames are added up; those of no main() are below it; time without samples stays\n";
$row = ['samples' => 1, 'wall_ns' => 10, 'cpu_ns' => 4];
$made = XHProf\Profile::fromStacks([
	['frames' => ['main()', 'a', 'b']] + $row,
	['frames' => ['a', 'b']] + $row,
	'key' => ['host' => 'is ignored', 'frames' => [5 => 'main()', 'x' => 'a']] + $row,
	['frames' => ['main()'], 'samples' => 0, 'wall_ns' => 0, 'cpu_ns' => 7],
	['frames' => ['main()', 'c', 'main()'], 'samples' => 0, 'wall_ns' => 8, 'cpu_ns' => 0],
	['frames' => ['main()', 'nothing'], 'samples' => 0, 'wall_ns' => 0, 'cpu_ns' => 0],
	['frames' => ['main()', 'a', 'a', 'a', 'b'], 'samples' => 2, 'wall_ns' => 20, 'cpu_ns' => 20],
]);
say($made->stacks());
foreach ($made->pairs() as $pair => $values) {
	echo "    $pair $values[ct]\n";
}
echo json_encode([$made->summary()['wall_ns'], $made->summary()['cpu_ns'], $made->summary()['calls']]), "\n";

echo "the array that it was made of stays as it was, and may be of references\n";
$name = 'f';
$frames = [&$name];
$wall_ns = 3;
$list = [['frames' => &$frames, 'samples' => 1, 'wall_ns' => &$wall_ns, 'cpu_ns' => 0]];
say(XHProf\Profile::fromStacks($list)->stacks());
echo json_encode($list), "\n";

echo "with the places of functions\n";
$places = ['f' => ['file' => '/srv/f.php', 'line' => 7], '12' => ['file' => '/srv/12.php', 'line' => PHP_INT_MAX],
	'g' => ['file' => null, 'line' => 3], 'none' => ['file' => '/srv/none.php', 'line' => 1]];
foreach (XHProf\Profile::fromStacks([['frames' => ['f', '12', 'g']] + $row], null, null,
	$places)->functions() as $name => $values) {
	echo "    $name ", json_encode([$values['file'], $values['line']]), "\n";
}
$copy = XHProf\Profile::fromStacks($stacks, null, null, $run->functions())->functions();
echo json_encode(array_map(null, array_column($copy, 'file'), array_column($copy, 'line')) === array_map(null,
	array_column($run->functions(), 'file'), array_column($run->functions(), 'line'))), "\n";

echo "without stacks\n";
echo json_encode([XHProf\Profile::fromStacks([])->stacks(), XHProf\Profile::fromStacks([])->summary()['wall_ns']]),
	"\n";
?>
--EXPECT--
main() 1 6000 6000
    main();down 1 2000 2000
    main();down;up 1 2000 2000
    main();down;up;down 1 3000 3000
    main();down;up;down;leaf 1 1001000 401500
    main();leaf 2 2002000 802000
they add up to the run
[true,true,true]
a run of samples is made of them, with the same stacks
[true,"sample",true,true,true,true,6,1700000000.000005,"\/cart",true]
{"leaf":[true,true]}
{"main()":[true,true]}
{"down":[true,true]}
{"up":[true,true]}
saved and loaded it is the same
bool(true)
merged, rows add up
    main() 2 12000 12000
    main();down 2 4000 4000
    main();down;up 2 4000 4000
    main();down;up;down 2 6000 6000
    main();down;up;down;leaf 2 2002000 803000
    main();leaf 4 4004000 1604000
    main();other 1 5 3
rows of equal frames are added up; those of no main() are below it; time without samples stays
    main() 0 0 7
    main();a 1 10 4
    main();a;b 2 20 8
    main();c;main() 0 8 0
    main();a;a;a;b 2 20 20
    a==>b 2
    main()==>a 5
    a@2==>b 2
    main()==>c 0
    c==>main()@1 0
    a==>a@1 2
    a@1==>a@2 2
    main()==>nothing 0
    main() 5
[58,39,5]
the array that it was made of stays as it was, and may be of references
    main();f 1 3 0
[{"frames":["f"],"samples":1,"wall_ns":3,"cpu_ns":0}]
with the places of functions
    g [null,null]
    main() [null,null]
    f ["\/srv\/f.php",7]
    12 ["\/srv\/12.php",null]
true
without stacks
[[],0]
