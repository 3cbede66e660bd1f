--TEST--
Files of other tools become runs whose parts are all of their numbers, and what is damaged is named
--EXTENSIONS--
zlib
--FILE--
<?php
require __DIR__ . '/unit.inc';

use XHProf\Cli\Foreign\CallGraph;
use XHProf\Cli\Foreign\CallTree;
use XHProf\Cli\Foreign\CircleCosts;
use XHProf\Cli\Foreign\Circles;
use XHProf\Cli\Foreign\CpuProfile;
use XHProf\Cli\Foreign\FoldedStacks;
use XHProf\Cli\Foreign\FunctionTable;
use XHProf\Cli\Foreign\JsonText;
use XHProf\Cli\Foreign\Measures;
use XHProf\Cli\Foreign\Packed;
use XHProf\Cli\Foreign\PairTable;
use XHProf\Cli\Foreign\PathTable;
use XHProf\Cli\Foreign\Pprof;
use XHProf\Cli\Foreign\Protobuf;
use XHProf\Cli\Foreign\RunText;
use XHProf\Cli\Foreign\Speedscope;
use XHProf\Cli\Foreign\Whole;
use XHProf\Profile;

const LIMIT = 1 << 20;
$rows = static fn (Profile $run, string ...$keys): array => array_map(
	static fn (array $row): array => array_map(static fn (string $key): ?int => $row[$key], $keys), $run->functions());

/* Whole numbers. */
same('sums', [5, PHP_INT_MAX, PHP_INT_MIN], [Whole::sum(2, 3), Whole::sum(PHP_INT_MAX - 1, 1),
	Whole::sum(PHP_INT_MIN + 1, -1)]);
foreach ([[PHP_INT_MAX, 1], [PHP_INT_MIN, -1], [1, PHP_INT_MAX]] as [$a, $b]) {
	refused("$a + $b", 'its numbers are too large', static fn () => Whole::sum($a, $b));
}
same('by column', [['a' => 3, 'b' => 5], ['a' => -1]], [Whole::sums(['a' => 1], ['a' => 2, 'b' => 5]),
	Whole::sums(['a' => 1], ['a' => 2], -1)]);
same('scaled', [3000, 3, -2], [Whole::scaled(3, 1000), Whole::scaled(2.5), Whole::scaled(-1.5)]);
foreach (['endless' => INF, 'not a number' => NAN, 'too large' => 1e19] as $what => $number) {
	refused("scaled: $what", 'too large', static fn () => Whole::scaled($number));
}

/* Tables. */
$pairs = new PairTable();
$pairs->add(0, 0, 1, 0, ['calls' => 2, 'wall_ns' => 5]);
$pairs->add(0, 0, 1, 1, ['calls' => 1, 'wall_ns' => 1]);
$pairs->add(0, 0, 1, 0, ['calls' => 3, 'wall_ns' => 7]);
same('pairs by level', ['caller' => [0, 0], 'caller_level' => [0, 0], 'callee' => [1, 1], 'callee_level' => [0, 1],
	'calls' => [5, 1], 'wall_ns' => [12, 1]], $pairs->columns());
$functions = new FunctionTable();
same('numbers', [1, 2, 1, 0, 3], [$functions->number('f', 'a.php', 3), $functions->number('f', 'b.php', 3),
	$functions->number('f', 'a.php', 3), $functions->number('{main}', 'i.php'), $functions->number("a==>b\0", '', -5)]);
$functions->place(3, 7);
$functions->place(3, 8);
same('names of one are told apart by their places', ['name' => ['main()', 'f a.php:3', 'f b.php:3', 'a= =>b '],
	'file' => ['i.php', 'a.php', 'b.php', null], 'line' => [0, 3, 3, 7]], $functions->columns());
same('lines', [0, 1, 0, 0], all_of(FunctionTable::line(...), [-1, 1, 0, 0x7FFFFFFF]));
same('columns without callees', [true, false], [RunText::isOwn('allocs'), RunText::isOwn('wall_ns')]);
$paths = new PathTable(stacks_run(['main();f' => 3, 'main();g;f' => 4, 'main()' => 1]));
same('paths', [[null, 'main()', 1], [0, 'f', 3], [0, 'g', 0], [2, 'f', 4]],
	array_map(static fn (array $row): array => [$row['parent'], $row['function'], intdiv($row['own_wall_ns'],
	10_000_000)], $paths->rows));
same('callees before their callers', [[1, 2], [3], true], [$paths->children()[0], $paths->children()[2], array_search(3,
	$paths->ends(), true) < array_search(2, $paths->ends(), true) && array_search(0, $paths->ends(), true) === 3]);

/* Circles. */
same('circles', ['a' => true, 'b' => true, 'c' => true, 'd' => false, 'e' => false], (static function (): array {
	$circles = Circles::of(['a' => ['b', 'd'], 'b' => ['c'], 'c' => ['a'], 'd' => ['e'], 'e' => []]);

	return array_map(static fn (string $node): bool => $circles[$node] === $circles['a'], array_combine($nodes = ['a',
		'b', 'c', 'd', 'e'], $nodes));
})());
same('none', ['a' => 'a', 'b' => 'b'], (static function (): array {
	$circles = Circles::of(['a' => ['b'], 'b' => []]);
	ksort($circles);

	return $circles;
})());

/* A graph: f calls itself by g; what enters the circle is all that it costs. */
$graph = new CallGraph(LIMIT);
[$f, $g] = [$graph->functions->number('f'), $graph->functions->number('g')];
$graph->addOwn([0, 0], ['wall_ns' => 10]);
$graph->addOwn([$f, 0], ['wall_ns' => 30]);
$graph->addOwn([$g, 0], ['wall_ns' => 60]);
$graph->addCalls([0, 0], [$f, 0], 1, ['wall_ns' => 90]);
$graph->addCalls([$f, 0], [$g, 0], 3, ['wall_ns' => 150]);
$graph->addCalls([$g, 0], [$f, 0], 2, ['wall_ns' => 100]);
$run = Profile::parse($graph->json(['mode' => 'hier'], ['wall_ns']));
same('own times are all of the run', [100, 100], [$run->summary()['wall_ns'], array_sum(array_column($run->functions(),
	'own_wall_ns'))]);
same('in a circle no function costs more than what enters it', [true, true], [$run->functions()['f']['wall_ns'] <= 90,
	$run->functions()['g']['wall_ns'] <= 90]);
$costs = new CircleCosts(['1 0' => [[1, 0], ['wall_ns' => 30]]], ['x' => [[0, 0], [1, 0], ['calls' => 1,
	'wall_ns' => 30]]], ['0 0' => '0 0', '1 0' => '1 0']);
same('calls outside of circles stay', [[[0, 0], [1, 0], 0, ['calls' => 1, 'wall_ns' => 30]]], [...$costs->rows()]);
refused('calls below 0', '-1 calls are below 0', static fn () => $graph->addCalls([0, 0], [$f, 0], -1, []));
refused('too many', 'takes more memory', static function (): void {
	$small = new CallGraph(448);
	$small->addOwn([1, 0], []);
	$small->addOwn([1, 0], []);
	$small->addOwn([2, 0], []);
});

/* Trees. */
$tree = new CallTree(false, LIMIT);
[$f, $g] = [$tree->functions->number('f'), $tree->functions->number('g')];
$node = $tree->node(CallTree::MAIN, $f, 3);
same('a node once', [$node, CallTree::MAIN], [$tree->node(CallTree::MAIN, $f, 9), $tree->node(CallTree::MAIN,
	FunctionTable::MAIN)]);
$tree->add($node, 'calls', 2);
$tree->add($node, 'wall_ns', 20);
$tree->add($inner = $tree->node($node, $f), 'wall_ns', 5);
$tree->add($inner, 'calls', 1);
$tree->add(CallTree::MAIN, 'wall_ns', 1);
$run = Profile::parse($tree->json(['mode' => 'tree']));
same('of calls, with recursion once', ['f' => [3, 25, 25], 'main()' => [1, 26, 1]], sorted($rows($run, 'calls',
	'wall_ns', 'own_wall_ns')));
$samples = new CallTree(true, LIMIT);
$one = $samples->node(CallTree::MAIN, $samples->functions->number('f'), 3);
$two = $samples->node(CallTree::MAIN, $samples->functions->number('f'), 4);
foreach ([$one, $two, CallTree::MAIN] as $node) {
	$samples->add($node, 'calls', 1);
	$samples->add($node, 'wall_ns', 10);
}
$run = Profile::parse($samples->json(['mode' => 'sample']));
same('of samples, by line', [true, 3, ['f' => [2, 20], 'main()' => [3, 30]]], [$one !== $two,
	$run->summary()['samples'], sorted($rows($run, 'calls', 'wall_ns'))]);

/* Values. */
$cpu = new Measures([['samples', 'count'], ['cpu', 'ms']], null);
$tree = $cpu->tree(LIMIT);
$cpu->add($tree, CallTree::MAIN, [3, 2], 'a stack');
$run = Profile::parse($tree->json($cpu->head('x')));
same('CPU time alone is all there is', [true, 3, 2_000_000, 2_000_000], [$cpu->isSampled, $run->summary()['samples'],
	$run->summary()['wall_ns'], $run->summary()['cpu_ns']]);
refused('too few values', 'a stack has 1 values', static fn () => $cpu->add($tree, CallTree::MAIN, [3], 'a stack'));
refused('a difference', 'it is the difference of two profiles', static fn () => $cpu->add($tree, CallTree::MAIN,
	[3, -2], 'a stack'));
same('calls', [false, true], [(new Measures([['calls', 'count'], ['wall', 'ns']], null))->isSampled,
	in_array('times (1 bytes of "x" is read as 1 ns)', (new Measures([['x', 'bytes']], null))->lacks, true)]);

/* Stacks in lines. */
$run = Profile::parse(FoldedStacks::json("# all\nmain();f;g 3\r\n\nmain();f 2.6\nh 1\n", LIMIT));
same('folded', ['f' => [6, 6, 3], 'g' => [3, 3, 3], 'h' => [1, 1, 1], 'main()' => [7, 7, 0]], sorted($rows($run,
	'calls', 'wall_ns', 'own_wall_ns')));
same('it is one', [true, true, false, false, false], all_of(FoldedStacks::is(...), ["# x\na;b 1\n", 'a 1.5', "a\t1",
	'{"a":1}', '']));
refused('not a number', 'line 2 does not end with a space and a number', static fn () => FoldedStacks::json("a 1\nb\n",
	LIMIT));
refused('too large', 'of at most 18 digits', static fn () => FoldedStacks::json('a 1234567890123456789', LIMIT));
refused('two numbers', 'it is the difference of two profiles', static fn () => FoldedStacks::json("a;b 1 2\nc 3 4\n",
	LIMIT));
refused('too much', 'takes more memory', static fn () => FoldedStacks::json('a;b 1', 500));

/* JSON of any kind. */
same('an object', [['a' => 1], null, null, null], all_of(JsonText::object(...), ['{"a":1}', '[1]', '5', '{']));
same('values', [[], [1], '', 'x', 5, 5, 1.5, 0], [JsonText::rows(null, 'x'), JsonText::rows([1], 'x'),
	JsonText::text(null, 'x'), JsonText::text('x', 'x'), JsonText::number('5', 'x'), JsonText::natural(5, 'x'),
	JsonText::number(1.5, 'x'), JsonText::natural(null, 'x')]);
foreach ([['rows', 5, 'a is not a list or an object: 5'], ['text', 5, 'a is not a string'],
	['number', 'x', "a is not a number: 'x'"], ['number', '99999999999999999999', 'a is not a number'],
	['natural', -1, 'a is not a whole number of 0 or more'], ['natural', 1.5, 'a is not a whole number']
] as [$method, $value, $why]) {
	refused("$method of " . json_encode($value), $why, static fn () => JsonText::$method($value, 'a'));
}

/* Speedscope and .cpuprofile. */
$frames = ['shared' => ['frames' => [['name' => 'f'], ['name' => 'g']]]];
$evented = ['type' => 'evented', 'name' => 'x', 'unit' => 'microseconds', 'startValue' => 0, 'endValue' => 10,
	'events' => [['type' => 'O', 'frame' => 0, 'at' => 1], ['type' => 'O', 'frame' => 1, 'at' => 3], ['type' => 'C',
	'frame' => 1, 'at' => 7], ['type' => 'C', 'frame' => 0, 'at' => 8]]];
$run = Profile::parse(Speedscope::json($frames + ['profiles' => [$evented]], LIMIT));
same('events', ['f' => [7000, 3000], 'g' => [4000, 4000], 'main()' => [10_000, 3000]], sorted($rows($run, 'wall_ns',
	'own_wall_ns')));
$sampled = ['type' => 'sampled', 'name' => 'x', 'unit' => 'milliseconds', 'startValue' => 0, 'endValue' => 3,
	'samples' => [[0], [0, 1]], 'weights' => [1, 2]];
$run = Profile::parse(Speedscope::json($frames + ['profiles' => [$sampled]], LIMIT));
same('weights', ['f' => [3_000_000, 1_000_000], 'g' => [2_000_000, 2_000_000], 'main()' => [3_000_000, 0]],
	sorted($rows($run, 'wall_ns', 'own_wall_ns')));
refused('fewer weights', 'has 2 samples and 1 weights',
	static fn () => Speedscope::json($frames + ['profiles' => [['weights' => [1]] + $sampled]], LIMIT));
refused('no such frame', 'the frame 9, and the file has 2',
	static fn () => Speedscope::json($frames + ['profiles' => [['samples' => [[9], [0]]] + $sampled]], LIMIT));
$cpuProfile = ['startTime' => 100, 'endTime' => 200, 'nodes' => [['id' => 1,
	'callFrame' => ['functionName' => '(root)'], 'children' => [2]], ['id' => 2, 'callFrame' => ['functionName' => 'f',
	'url' => 'file:///a.js', 'lineNumber' => 4]]], 'samples' => [2, 1, 2], 'timeDeltas' => [10, 20, 30]];
$run = Profile::parse(CpuProfile::json($cpuProfile, LIMIT));
same('a sample lasts until the next one', ['f' => [2, 60_000], 'main()' => [3, 90_000]], sorted($rows($run, 'calls',
	'wall_ns')));
$back = ['samples' => [2, 1, 2, 1], 'timeDeltas' => [10, 20, -5, 15]] + $cpuProfile;
same('and one before the last, of another CPU, from there on', ['f' => [2, 30_000], 'main()' => [4, 90_000]],
	sorted($rows(Profile::parse(CpuProfile::json($back, LIMIT)), 'calls', 'wall_ns')));
same('its place', ['/a.js', 5], [$run->functions()['f']['file'], $run->functions()['f']['line']]);
same('it is one', [true, false], [CpuProfile::is($cpuProfile), CpuProfile::is(['nodes' => []])]);
refused('fewer times', '3 samples and 1 "timeDeltas"',
	static fn () => CpuProfile::json(['timeDeltas' => [1]] + $cpuProfile, LIMIT));
refused('an unknown node', 'names the node 9', static fn () => CpuProfile::json(['samples' => [9, 1, 2]] + $cpuProfile,
	LIMIT));

/* Protocol buffers. */
$message = new Protobuf(hex2bin('089601' . '12026869' . '1a03010203' . '210100000000000000' . '2d05000000'));
same('fields', [[1, 150], [2, 'hi'], [3, [1, 2, 3]], [4, 1], [5, 5]], (static function () use ($message): array {
	$found = [];
	foreach ($message->fields() as $field => $value) {
		$found[] = [$field, $field === 2 ? $message->text($value) : ($field === 3 ? $message->packed($value) : $value)];
	}

	return $found;
})());
foreach (['08' => 'ends', '0b' => 'no field', '1205aa' => ''] as $bytes => $why) {
	refused("bytes $bytes", $why, static fn () => [...(new Protobuf(hex2bin((string) $bytes)))->fields()]);
}
refused('a number for bytes', 'holds the number 5', static fn () => Protobuf::place(5));
$pprof = stacks_run(['main();f' => 3, 'main();g' => 4])->export('pprof');
$bytes = gzdecode($pprof);
$run = Profile::parse(Pprof::json($bytes, LIMIT));
same('pprof and back', [70_000_000, 30_000_000, true, false], [$run->summary()['wall_ns'],
	$run->functions()['f']['own_wall_ns'], Pprof::is($bytes), Pprof::is('{"a":1}')]);

/* Packed files. */
$folder = unit_folder();
file_put_contents("$folder/a.gz", gzencode('text'));
file_put_contents("$folder/b", 'text');
file_put_contents("$folder/half.gz", substr(gzencode('text'), 0, -9));
file_put_contents("$folder/bomb.gz", gzencode(str_repeat('0', 1 << 20)));
same('unpacked, and as it is', ['text', 'text'], [Packed::text("$folder/a.gz", 24), Packed::text("$folder/b", 4)]);
refused('one byte too many', 'takes more memory', static fn () => Packed::text("$folder/b", 3));
refused('half of it', 'it is damaged', static fn () => Packed::text("$folder/half.gz", 99));
refused('a bomb', 'takes more memory', static fn () => Packed::text("$folder/bomb.gz", 99_999));

function sorted(array $rows): array
{
	ksort($rows);

	return $rows;
}
finish();
?>
--EXPECT--
all as expected
