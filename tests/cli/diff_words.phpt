--TEST--
xhprof diff begins with words: by how much, because of what, how sure; first of all whether the runs can be compared
--FILE--
<?php
require __DIR__ . '/cli.inc';

use XHProf\Cli\Comparison\{SetDiff, Verdict, Words};
use XHProf\Cli\Metric\Metric;
use XHProf\Cli\Run\RunSet;

/*
 * A run of 40 functions with some percent of noise each; $slow: f7's time in percent, $more: calls of legacy() by
 * render(), $drift: of all times in percent.
 */
function noisy(int &$seed, int $slow = 100, int $more = 0, int $drift = 100, bool $isNew = false): XHProf\Profile
{
	$noise = static function (int $us) use (&$seed, $drift): int {
		$seed = $seed * 1103515245 + 12345 & 0x7FFFFFFF;

		return intdiv($us * $drift * (970 + ($seed >> 8) % 61 + (($seed >> 16) % 12 === 0 ? 300 : 0)), 100000);
	};
	$pairs = [];
	$sum = 0;
	for ($i = 0; $i < 40; $i++) {
		$pairs["main()==>f$i"] = ['ct' => 3,
			'wt' => $wt = $noise($i === 7 ? intdiv(2000 * $slow, 100) : 500 + 40 * $i)];
		$sum += $wt;
	}
	$legacy = $isNew ? 'callMacro' : 'legacy';
	$pairs["$legacy==>strlen"] = ['ct' => 2 * (10 + $more), 'wt' => $strlen = $noise(10 + $more)];
	$pairs["render==>$legacy"] = ['ct' => 10 + $more, 'wt' => $wt = $strlen + $noise(2 * (10 + $more))];
	$pairs['main()==>render'] = ['ct' => 1, 'wt' => $render = $wt + $noise(100)];

	return XHProf\Profile::fromPairs($pairs + ['main()' => ['ct' => 1, 'wt' => $sum + $render + $noise(300)]]);
}

function set(int $seed, int $runs, int ...$options): RunSet
{
	$set = new RunSet();
	for ($i = 0; $i < $runs; $i++) {
		$set->add(noisy($seed, ...$options));
	}

	return $set;
}

function verdict(RunSet $before, RunSet $after): array
{
	$diff = new SetDiff($before, $after);

	return [$verdict = new Verdict($diff, Metric::of('own_wt')), (new Words($diff, $verdict))->text()];
}

$false = $slow = $more = $both = 0;
for ($i = 1; $i <= 8; $i++) {
	$runs = $i % 2 === 0 ? 20 : 6;
	[$verdict] = verdict(set(7 * $i, $runs), set(1000 + 11 * $i, $runs));
	$false += $verdict->causes === [] ? 0 : 1;
	[$verdict] = verdict(set(7 * $i, 20), set(1000 + 11 * $i, 20, 120));
	$slow += array_map(fn ($cause) => $cause->function, $verdict->causes) === ['f7'] ? 1 : 0;
	[$verdict] = verdict(set(7 * $i, 20), set(1000 + 11 * $i, 20, 100, 1140));
	$more += $verdict->causes[0]->function === 'legacy' && $verdict->causes[0]->caller === 'render'
		&& $verdict->causes[0]->calls === 1140 && count($verdict->causes) === 1 ? 1 : 0;
}
echo "of 8 equal pairs $false name a cause; of 8 with one function 20 % slower $slow name it alone, "
	. "of 8 with more calls $more\n\n";

foreach (['equal' => [], 'slower' => [130], 'calls' => [100, 1140], 'both' => [80, 1140],
	'a slower machine' => [100, 0, 108], 'little of the change' => [130, 0, 112]] as $what => $options) {
	echo "$what: ", verdict(set(5, 20), set(999, 20, ...$options))[1], "\n";
}
echo 'few: ', verdict(set(5, 3), set(999, 3, 130))[1], "\n\n";

$seed = 77;
$one = noisy($seed);
foreach (['the same run' => $one, 'another' => noisy($seed), 'slower' => noisy($seed, 160),
	'calls' => noisy($seed, 100, 1140), 'in place' => noisy($seed, 100, 0, 100, true)] as $what => $run) {
	echo "one, $what: ", verdict(RunSet::ofRun($one), RunSet::ofRun($run))[1], "\n";
}
$other = 4;
foreach (['few calls' => [100, 90, 106], 'few calls, one slower' => [300, 90],
	'few calls of a slower machine' => [100, 10, 140]] as $what => $options) {
	echo "one, $what: ", verdict(RunSet::ofRun($one), RunSet::ofRun(noisy($other, ...$options)))[1], "\n";
}
$calling = static fn (string $callee, string $inner, int $us) => RunSet::ofRun(XHProf\Profile::fromPairs(
	["$callee==>$inner" => ['ct' => 7, 'wt' => $us - 100], "render==>$callee" => ['ct' => 7, 'wt' => $us],
		'main()==>render' => ['ct' => 1, 'wt' => $us + 50], 'main()' => ['ct' => 1, 'wt' => $us + 60]]));
echo 'one, another callee: ',
	verdict($calling('oldWay', 'sort', 4000), $calling('Queue::push', 'usleep', 9000))[1], "\n";
$samples = static fn (int $f, int $g) => RunSet::ofRun(XHProf\Profile::fromStacks(
	[['frames' => ['main()', 'f'], 'samples' => $f, 'wall_ns' => $f * 1000000, 'cpu_ns' => 0],
		['frames' => ['main()', 'g'], 'samples' => $g, 'wall_ns' => $g * 1000000, 'cpu_ns' => 0]]));
echo 'samples: ', verdict($samples(1000, 100), $samples(1500, 110))[1], "\n\n";

/* A site whose SQL goes through one method; the paths of a run, each with its calls and its own time in us. */
$site = static function (array $paths): XHProf\Profile {
	$names = $nodes = $pairs = [];
	foreach ($paths + ['main()' => [1, 500]] as $path => [$calls, $us]) {
		$frames = explode(' ', $path);
		for ($i = 1; $i <= count($frames); $i++) {
			$nodes[implode(' ', array_slice($frames, 0, $i))] ??= [1, 0];
		}
		$nodes[$path] = [$calls, $us];
	}
	ksort($nodes);
	$list = ['parent' => [], 'function' => [], 'level' => [], 'line' => [], 'calls' => [], 'min_wall_ns' => [],
		'max_wall_ns' => [], 'wall_ns' => []];
	foreach ($nodes as $path => [$calls, $us]) {
		$callees = array_filter($nodes, static fn (string $other): bool => $other === $path
			|| str_starts_with($other, "$path "), ARRAY_FILTER_USE_KEY);
		$ns = 1000 * array_sum(array_column($callees, 1));
		$frames = explode(' ', $path);
		$function = $names[end($frames)] ??= count($names);
		$parent = array_search(implode(' ', array_slice($frames, 0, -1)), array_keys($nodes), true);
		foreach (['parent' => $parent === false ? null : $parent, 'function' => $function, 'level' => 0, 'line' => 0,
			'calls' => $calls, 'min_wall_ns' => 0, 'max_wall_ns' => $ns, 'wall_ns' => $ns] as $key => $value) {
			$list[$key][] = $value;
		}
		$pair = ($parent === false ? '' : $frames[count($frames) - 2] . '==>') . end($frames);
		$pairs[$pair] = [($pairs[$pair][0] ?? 0) + $calls, ($pairs[$pair][1] ?? 0) + $ns];
	}
	$ends = static fn (string $pair): array => array_map(static fn (string $name): int => $names[$name],
		explode('==>', $pair));
	$ends = array_map($ends, array_keys($pairs));
	$zeros = array_fill(0, count($pairs), 0);

	return XHProf\Profile::parse(json_encode(['format' => 'xhprof', 'version' => 1,
		'mode' => 'tree', 'started_ns' => 1, 'unrecorded_calls' => 0, 'truncated_calls' => 0,
		'call_cost_ps' => 0, 'runs' => 1, 'functions' => ['name' => array_keys($names),
			'file' => array_fill(0, count($names), null), 'line' => array_fill(0, count($names), 0)],
		'pairs' => ['caller' => array_map(static fn (array $pair): ?int => count($pair) === 1 ? null : $pair[0], $ends),
			'caller_level' => $zeros, 'callee' => array_map(static fn (array $pair): int => end($pair), $ends),
			'callee_level' => $zeros, 'calls' => array_column($pairs, 0), 'wall_ns' => array_column($pairs, 1)],
		'nodes' => $list]));
};
$before = ['main() header Db::row Db::send' => [40, 2000], 'main() header Db::row' => [40, 400],
	'main() footer Db::all Db::send' => [2, 300]];
$box = $before + ['main() footer Box::show' => [1, 100],
	'main() footer Box::show Box::item Db::row Db::send' => [31, 3100],
	'main() footer Box::show Box::item Db::row' => [31, 310],
	'main() footer Box::show Box::item' => [31, 90], 'main() footer Box::show Db::all Db::send' => [1, 40]];
$more = ['main() header Db::row Db::send' => [90, 4500], 'main() header Db::row' => [90, 900]] + $before;
$cheaper = ['main() header Db::row Db::send' => [90, 1000], 'main() header Db::row' => [90, 200]] + $before;
$gone = ['main() Old::sidebar' => [1, 50], 'main() Old::sidebar Db::send' => [100, 2000]];
$two = ['main() News::list' => [1, 50], 'main() News::list Db::send' => [100, 9000], 'main() Zoom::view' => [1, 50],
	'main() Zoom::view Db::send' => [30, 900]];
foreach (['a plugin' => [$before, $box], 'without it' => [$box, $before], 'more of the same' => [$before, $more],
	'more that cost less' => [$before, $cheaper], 'two for one' => [$gone, $two]] as $what => [$old, $new]) {
	echo "paths, $what: ", verdict(RunSet::ofRun($site($old)), RunSet::ofRun($site($new)))[1], "\n";
}
echo "\n";

$meta = static fn (array $more): array => ['url' => '/cart',
	'xhprof' => $more + ['method' => 'GET', 'php' => '8.4.1', 'jit' => false, 'opcache' => true]];
$request = static fn (int $us, array $more): XHProf\Profile => XHProf\Profile::fromPairs(array_combine(
	array_map(fn ($i) => "main()==>load::src/$i.php", range(1, 20)),
	array_fill(0, 20, ['ct' => 1, 'wt' => $us])) + ['main()' => ['ct' => 1, 'wt' => 20 * $us + 5000]], $meta($more));
foreach ([[[], []], [['php' => '8.3.0'], ['jit' => true]]] as $i => [$before, $after]) {
	file_put_contents($old = own_file("$i.before.json"), $request(900, $before)->export('json'));
	file_put_contents($new = own_file("$i.after.json"), $request(2, $after)->export('json'));
	echo implode("\n", array_slice($lines = explode("\n", cli(['diff', $old, $new])['out']), 0, 5)), "\n";
	echo implode("\n", array_slice($lines, -3));
	$data = json_decode(cli(['diff', $old, $new, '--json', '--limit', '0'])['out'], true);
	echo json_encode(array_intersect_key($data, array_flip(['words', 'comparable', 'differences']))), "\n";
	echo implode("\n", array_slice(explode("\n", cli(['diff', $old, $new, '--markdown'])['out']), 0, 5)), "\n\n";
}
file_put_contents($old = own_file('one.json'), $one->export('json'));
file_put_contents($new = own_file('calls.json'), noisy($seed, 100, 1140)->export('json'));
echo json_encode(json_decode(cli(['diff', $old, $new, '--json', '--limit', '0'])['out'], true)['verdict']), "\n";
?>
--EXPECT--
of 8 equal pairs 0 name a cause; of 8 with one function 20 % slower 8 name it alone, of 8 with more calls 8

equal: No change beyond noise: 79.5 us slower (±499 us).
slower: 680 us slower (±502 us): 604 us from `f7`.
calls: 3.88 ms slower (±677 us): 3.45 ms from `render` > `legacy`, 1,140 calls more; 429 us is noise.
both: 3.41 ms slower (±608 us): 3.45 ms from `render` > `legacy`, 1,140 calls more; 393 us less from `f7`; 352 us is noise.
a slower machine: 4.40 ms slower (±507 us), spread evenly over the run: probably the machine, not the program.
little of the change: 7.24 ms slower (±510 us): 6.32 ms is spread over many functions, none of which stands out; 915 us from `f7`.
few: 3 and 3 runs cannot tell a change from noise. 1.26 ms slower at the same calls, the greatest in `f7` (+579 us).

one, the same run: No change.
one, another: 1.05 ms faster at the same calls, the greatest in `f37` (-675 us); one run each cannot tell a change from noise.
one, slower: 411 us slower at the same calls, the greatest in `f7` (+1.23 ms); one run each cannot tell a change from noise.
one, calls: 2.27 ms slower: 3.33 ms from `render` > `legacy`, 1,140 calls more; 1.07 ms less at the same calls, the greatest in `f37` (-689 us); one run each cannot tell a change from noise.
one, in place: 81.0 us faster at the same calls, the greatest in `f7` (+620 us); one run each cannot tell a change from noise.
one, few calls: 3.46 ms slower: 3.17 ms at the same calls, the greatest in `f38` (+794 us); 288 us from `render` > `legacy`, 90 calls more; one run each cannot tell a change from noise.
one, few calls, one slower: 5.76 ms slower: 5.46 ms at the same calls, the greatest in `f7` (+5.67 ms); 300 us from `render` > `legacy`, 90 calls more; one run each cannot tell a change from noise.
one, few calls of a slower machine: 20.3 ms slower, spread over many functions; one run each cannot tell a change from noise.
one, another callee: 5.00 ms slower: 5.00 ms from `render` > `Queue::push` in place of `oldWay`; one run each cannot tell a change from noise.
samples: 510 ms slower, the greatest in `f` (+500 ms); one run each cannot tell a change from noise.

paths, a plugin: 3.64 ms slower: 3.64 ms from `footer` > `Box::show`, which is new (1 call); one run each cannot tell a change from noise.
paths, without it: 3.64 ms faster: 3.64 ms from `footer` > `Box::show`, which is gone (1 call); one run each cannot tell a change from noise.
paths, more of the same: 3.00 ms slower: 3.00 ms from `header` > `Db::row`, 50 calls more; one run each cannot tell a change from noise.
paths, more that cost less: 1.20 ms faster, the greatest in `Db::row` (-1.20 ms); one run each cannot tell a change from noise.
paths, two for one: 7.95 ms slower: 7.95 ms from `main()` > `News::list`, which is new (1 call); one run each cannot tell a change from noise.

not comparable: opcache's cache cold -> warm

18.0 ms faster at the same calls, spread over many functions; one run each
cannot tell a change from noise.

to tell a change from noise: compare folders of 5 or more requests, xhprof diff
'BEFORE/*' 'AFTER/*'
{"words":"18.0 ms faster at the same calls, spread over many functions; one run each cannot tell a change from noise.","comparable":false,"differences":{"opcache's cache":{"before":"cold","after":"warm"}}}
### xhprof: not comparable, 18.0 ms faster

⚠️ **not comparable**: <code>opcache's cache cold -&gt; warm</code>

18.0 ms faster at the same calls, spread over many functions; one run each cannot tell a change from noise.

not comparable: php 8.3.0 -> 8.4.1, jit off -> on, opcache's cache cold -> warm

18.0 ms faster at the same calls, spread over many functions; one run each
cannot tell a change from noise.

to tell a change from noise: compare folders of 5 or more requests, xhprof diff
'BEFORE/*' 'AFTER/*'
{"words":"18.0 ms faster at the same calls, spread over many functions; one run each cannot tell a change from noise.","comparable":false,"differences":{"php":{"before":"8.3.0","after":"8.4.1"},"jit":{"before":false,"after":true},"opcache's cache":{"before":"cold","after":"warm"}}}
### xhprof: not comparable, 18.0 ms faster

⚠️ **not comparable**: <code>php 8.3.0 -&gt; 8.4.1, jit off -&gt; on, opcache's cache cold -&gt; warm</code>

18.0 ms faster at the same calls, spread over many functions; one run each cannot tell a change from noise.

{"metric":"wt","change":2837000,"interval":null,"causes":[{"function":"legacy","caller":"render","instead_of":null,"change":3432000,"interval":null,"calls":1140,"sure":true,"functions":["legacy","strlen"]}],"rest":-595000,"rest_interval":null}
