--TEST--
What is added up, compared or grouped of runs has parts that are all of the whole
--FILE--
<?php
require __DIR__ . '/unit.inc';
require __DIR__ . '/../advise_runs.inc';

use XHProf\Cli\Breakdown\PathNode;
use XHProf\Cli\Breakdown\PathTree;
use XHProf\Cli\Breakdown\Queries;
use XHProf\Cli\Breakdown\Query;
use XHProf\Cli\Breakdown\QueryFunction;
use XHProf\Cli\Breakdown\QueryPath;
use XHProf\Cli\Breakdown\Waits;
use XHProf\Cli\Comparison\CallChanges;
use XHProf\Cli\Comparison\Cause;
use XHProf\Cli\Comparison\FunctionShapes;
use XHProf\Cli\Comparison\Matching;
use XHProf\Cli\Comparison\PathChanges;
use XHProf\Cli\Comparison\SetDiff;
use XHProf\Cli\Comparison\Verdict;
use XHProf\Cli\Comparison\Words;
use XHProf\Cli\Growth\Growth;
use XHProf\Cli\Metric\Metric;
use XHProf\Cli\Problem;
use XHProf\Cli\Run\RunSet;
use XHProf\Cli\Statistics\Average;
use XHProf\Cli\Statistics\Noise;
use XHProf\Cli\Statistics\PowerFit;
use XHProf\Cli\Statistics\ShareErrors;

/* A sum of runs: f takes 30 and 50 of 100 and 160 us. */
$one = pairs_run(['main()' => [1, 100], 'main()==>f' => [2, 40], 'f==>g' => [4, 10]]);
$two = pairs_run(['main()' => [1, 160], 'main()==>f' => [6, 50], 'main()==>h' => [1, 60]]);
$sum = $one->merge($two);
same('a sum has both', [2, 260_000], [$sum->summary()['runs'], $sum->summary()['wall_ns']]);
foreach ($one->functions() + $two->functions() as $name => $any) {
	foreach (['calls', 'wall_ns', 'own_wall_ns'] as $key) {
		same("$key of $name in the sum", ($one->functions()[$name][$key] ?? 0) + ($two->functions()[$name][$key] ?? 0),
			$sum->functions()[$name][$key]);
	}
}
foreach ([$one, $two, $sum] as $run) {
	same('own times are all of a run', $run->summary()['wall_ns'], array_sum(array_column($run->functions(),
		'own_wall_ns')));
}

/* Sets. */
$set = RunSet::ofRun($one);
same('one run has no medians', [false, 1], [$set->isMany(), $set->count()]);
$set->add($two);
$set->add(pairs_run(['main()' => [1, 130], 'main()==>f' => [4, 30]]));
same('values in order', [100_000, 160_000, 130_000], $set->values(null, 'wall_ns'));
same('a run without the function has none', [[30_000, 50_000, 30_000], [10_000, 0, 0], [0, 60_000, 0]],
	[$set->values('f', 'own_wall_ns'), $set->values('g', 'wall_ns'), $set->values('h', 'wall_ns')]);
same('an unknown function, an unknown key', [[0, 0, 0], null, null], [$set->values('x', 'wall_ns'), $set->values('f',
	'cpu_ns'), $set->values(null, 'cpu_ns')]);
same('medians', ['calls' => 4, 'wall_ns' => 40_000, 'own_wall_ns' => 30_000], $set->medians('f'));
same('a rare function', 0, $set->medians('h')['wall_ns']);
same('of nobody', null, $set->medians('x'));
same('all of it', ['median' => 130_000, 'range' => [100_000.0, 160_000.0], 'interval' => null], $set->total('wall_ns'));
same('data is padded', [10_000, 0, 0], $set->data()['functions']['g']['wall_ns']);
$texts = RunSet::ofRun(pairs_run(['main()' => [1, 100], 'main()==>q#a' => [1, 10], 'main()==>q#b' => [1, 20],
	'main()==>qq' => [1, 40]]));
same('with its texts', [[30_000], [0]], [$texts->values('q', 'wall_ns', true), $texts->values('q', 'wall_ns')]);
$renamed = $set->renamed(['g' => 'f', 'h' => 'i']);
same('two of one name are one', [[40_000, 50_000, 30_000], [0, 60_000, 0], [0, 0, 0]], [$renamed->values('f',
	'own_wall_ns'), $renamed->values('i', 'wall_ns'), $renamed->values('g', 'wall_ns')]);
same('the set itself stays', [10_000, 0, 0], $set->values('g', 'wall_ns'));
refused('samples and calls', 'samples and others of calls', static fn () => $set->add(stacks_run(['main()' => 1])));
refused('no run', 'none of these runs can be read', static fn () => (new RunSet())->profile());
$same = RunSet::ofRun($one);
for ($i = 1; $i < 5; $i++) {
	$same->add($one);
}
same('five runs have an interval', [100_000.0, 100_000.0], $same->total('wall_ns')['interval']);
$four = RunSet::ofRun($one);
for ($i = 1; $i < 4; $i++) {
	$four->add($one);
}
same('four have none', null, $four->total('wall_ns')['interval']);

/* A diff: later minus earlier, and the changes of own times are that of the run. */
$diff = new SetDiff(RunSet::ofRun($one), RunSet::ofRun($two));
same('changes', ['f' => 20_000, 'g' => -10_000, 'h' => 60_000, 'main()' => -10_000],
	sorted(array_map(static fn (array $row): int => $row['own_wall_ns'], $diff->changes)));
same('they are all of the change', $two->summary()['wall_ns'] - $one->summary()['wall_ns'],
	array_sum(array_column($diff->changes, 'own_wall_ns')));
same('the greatest first', 'h', array_key_first($diff->changes));
$total = $diff->total(Metric::of('wt'));
same('totals', [100_000, 160_000, null, null], [$total['before'], $total['after'], $total['interval'],
	$total['relative']]);
same('one run each is no certainty', [false, '', true], [$diff->hasIntervals(), $diff->basis(),
	str_starts_with($diff->doubt(), 'one run each cannot tell')]);
$medians = new SetDiff($same, $set);
same('medians', [100_000, 130_000, 'medians of 5 and 3 runs',
	'5 and 3 runs cannot tell a change from noise: that takes 5 of each'],
	[$medians->total(Metric::of('wt'))['before'], $medians->total(Metric::of('wt'))['after'], $medians->basis(),
		$medians->doubt()]);
same('changes of medians', ['f' => 0, 'g' => -10_000, 'h' => 0, 'main()' => 0],
	sorted(array_map(static fn (array $row): int => $row['own_wall_ns'], $medians->changes)));
$average = new SetDiff(RunSet::ofRun($one->merge($one, $one)), RunSet::ofRun($sum));
same('averages of sums', [100_000, 130_000], [$average->total(Metric::of('wt'))['before'],
	$average->total(Metric::of('wt'))['after']]);
same('averages of functions', [2, 4], [$average->before['f']['calls'], $average->after['f']['calls']]);
refused('other kinds', 'one is a run of calls, the other one of samples',
	static fn () => new SetDiff(RunSet::ofRun($one), RunSet::ofRun(stacks_run(['main()' => 1]))));

/* Averages and their changes: in a diff, in its functions, and as the extension has them. */
$twice = static fn (int $calls, int $us): XHProf\Profile => pairs_run(['main()==>f' => [$calls, $us],
	'main()' => [1, 1000]]);
$mean = new SetDiff(RunSet::ofRun($twice(50, 10)), RunSet::ofRun($twice(50, 10)->merge($twice(51, 13))));
same('101 calls in two runs', [50, 51, 1], [$mean->before['f']['calls'], $mean->after['f']['calls'],
	$mean->changes['f']['calls']]);
same('and in a set of two', [51, 1], [($pair = new SetDiff(RunSet::ofRun($twice(50, 10)), array_reduce([$twice(50, 10),
	$twice(51, 13)], static function (RunSet $set, XHProf\Profile $run): RunSet {
	$set->add($run);

	return $set;
}, new RunSet())))->after['f']['calls'], $pair->changes['f']['calls']]);
foreach (json_decode((string) file_get_contents(__DIR__ . '/averages.json')) as [$total, $runs, $rounded]) {
	same("$total in $runs runs", $rounded, Average::of($total, $runs));
	$merged = XHProf\Profile::fromPairs(['main()' => ['ct' => 1, 'wt' => 1, 'mu' => $total, 'pmu' => 0]]);
	for ($i = 1; $i < $runs; $i++) {
		$merged = $merged->merge(XHProf\Profile::fromPairs(['main()' => ['ct' => 1, 'wt' => 1, 'mu' => 0, 'pmu' => 0]]));
	}
	$none = XHProf\Profile::fromPairs(['main()' => ['ct' => 1, 'wt' => 1, 'mu' => 0, 'pmu' => 0]]);
	same("$total in $runs runs, by the extension", $rounded, $merged->diff($none)['main()']['memory_bytes']);
}
foreach ($mean->changes as $function => $change) {
	foreach (array_filter($change, is_int(...)) as $key => $value) {
		if ($key !== 'line') {
			same("the change of $key of $function", $value, ($mean->after[$function][$key] ?? 0) - ($mean->before[$function][$key]
				?? 0));
		}
	}
}

/* What a sentence calls noise is noise in the rows, too, also if one end of the interval is far away. */
$skewed = static function (array $times): RunSet {
	$set = new RunSet();
	foreach ($times as $us) {
		$set->add(pairs_run(['main()==>f' => [1, $us], 'main()' => [1, $us + 100]]));
	}

	return $set;
};
$diff = new SetDiff($skewed([100, 110, 90, 105, 330, 340, 350, 95]), $skewed([332, 342, 352, 337, 347, 112, 492, 502]));
$words = new Words($diff, $verdict = new Verdict($diff, Metric::own('wt')));
[$low, $high] = $verdict->total['interval'];
same('more than half of its interval, and no 0 in it', [true, true], [$low > 0, $verdict->change() > ($high - $low) / 2]);
$narrow = new SetDiff($skewed([100, 101, 102, 103, 104, 105, 300]), $skewed([104, 106, 107, 108, 109, 110, 111]));
foreach ([$diff, $narrow] as $one_diff) {
	$words = new Words($one_diff, $verdict = new Verdict($one_diff, Metric::own('wt')));
	same('the sentence is as its number', [Noise::hides($verdict->total['interval'])], [$words->isNoise]);
}
$with = static fn (array $own): RunSet => RunSet::ofRun(pairs_run(['main()' => [1, 1]], ['url' => '/srv/a/x.php',
	'xhprof' => $own]));
$made = new SetDiff($with(['hook' => 'ex', 'jit' => false, 'php' => '8.4']), $with(['hook' => 'observer', 'jit' => true,
	'php' => '8.4', 'sapi' => 'cli']));
same('other settings', 'hook ex -> observer, jit off -> on', $made->differencesText());
$samples = new SetDiff(RunSet::ofRun(stacks_run(['main()' => 50, 'main();f' => 50])),
	RunSet::ofRun(stacks_run(['main()' => 50, 'main();f' => 150])));
[$low, $high] = $samples->interval('f', 'own_wall_ns');
near('the error of two shares is that of both', hypot(ShareErrors::ns($samples->old->profile(), $samples->before['f'],
	'own_wall_ns'), ShareErrors::ns($samples->new->profile(), $samples->after['f'], 'own_wall_ns')), ($high - $low) / 2,
	1e-3);
near('around the change', 1e9, ($high + $low) / 2, 1e-3);

/* Why: f's caller makes more calls of it. */
$before = pairs_run(['main()' => [1, 100], 'main()==>a' => [1, 60], 'a==>f' => [10, 40], 'main()==>b' => [1, 10],
	'b==>f' => [1, 4]]);
$after = pairs_run(['main()' => [1, 180], 'main()==>a' => [1, 140], 'a==>f' => [30, 120], 'main()==>b' => [1, 10],
	'b==>f' => [1, 4]]);
$shapes = new FunctionShapes($after);
same('callers and callees', [['a' => 30, 'b' => 1], ['f' => 30]], [$shapes->callersOf('f'), $shapes->calleesOf('a')]);
same('calls', 31, $shapes->functions['f']['calls']);
same('of a sum the average', 2, (new FunctionShapes($sum))->callersOf('g')['f']);
same('the weight of each mark', [' < a' => 1 + log(31, 2), ' < b' => 2.0], $shapes->of(['f'],
	static fn (string $name): string => $name));
same('of several, each has its name', ['a' => 2.0, 'a < main()' => 2.0, 'a > f' => 1 + log(31, 2), 'b' => 2.0,
	'b < main()' => 2.0, 'b > f' => 2.0], $shapes->of(['a', 'b'], static fn (string $name): string => $name));
near('like itself', 1.0, FunctionShapes::likeness($shapes->of(['f'], static fn (string $name): string => $name),
	$shapes->of(['f'], static fn (string $name): string => $name)));
near('like nothing', 0.0, FunctionShapes::likeness([], []));
near('a half', 0.5, FunctionShapes::likeness(['x' => 1.0], ['x' => 2.0]));
near('common of all', 2 / 6, FunctionShapes::likeness(['x' => 2.0, 'y' => 1.0], ['x' => 3.0, 'z' => 2.0]));
$changes = CallChanges::between($before, $after, ['f' => true]);
same('more calls by a', [20, 'a', 'f', true, false], [$changes->of('f'), $changes->callerOf('f'),
	$changes->originOf('f'), $changes->isChanged('f'), $changes->isChanged('a')]);
same('nobody', [0, null, 'b'], [$changes->of('b'), $changes->callerOf('b'), $changes->originOf('b')]);
$twice = pairs_run(['main()' => [1, 200], 'main()==>a' => [2, 120], 'a==>f' => [20, 80], 'main()==>b' => [1, 10],
	'b==>f' => [1, 4]]);
same('a is called twice, and all below follows', ['a', 'a'], [($caused = CallChanges::between($before, $twice,
	['f' => true, 'a' => true]))->originOf('f'), $caused->originOf('a')]);
$new = pairs_run(['main()' => [1, 200], 'main()==>x' => [3, 120], 'x==>f' => [12, 80], 'main()==>a' => [1, 60],
	'a==>f' => [10, 40]]);
same('a new caller', [11, 'x', 'x'], [($by = CallChanges::between($before, $new, ['f' => true, 'x' => true]))->of('f'),
	$by->callerOf('f'), $by->originOf('f')]);
same('one that is gone', [-11, 'x', 'x'], [($by = CallChanges::between($new, $before, ['f' => true,
	'x' => true]))->of('f'), $by->callerOf('f'), $by->originOf('f')]);
$less = pairs_run(['main()' => [1, 200], 'main()==>a' => [2, 120], 'a==>f' => [31, 80], 'main()==>b' => [1, 10],
	'b==>f' => [1, 4]]);
$half = pairs_run(['main()' => [1, 200], 'main()==>a' => [2, 120], 'a==>f' => [30, 80], 'main()==>b' => [1, 10],
	'b==>f' => [1, 4]]);
same('a explains half of the change, and less than half', ['a', 'f'], [CallChanges::between($before, $half,
	['f' => true, 'a' => true])->originOf('f'), CallChanges::between($before, $less, ['f' => true,
	'a' => true])->originOf('f')]);
same('fewer calls', [-10, 'a'], [($fewer = CallChanges::between($twice, $before, ['f' => true, 'a' => true]))->of('f'),
	$fewer->originOf('f')]);
$verdict = new Verdict(new SetDiff(RunSet::ofRun($before), RunSet::ofRun($after)), Metric::own('wt'));
same('the change', 80_000, $verdict->change());
same('its cause', [['f', 'a', 80_000, 20, true]], array_map(static fn (Cause $cause): array => [$cause->function,
	$cause->caller, $cause->change, $cause->calls, $cause->isSure], $verdict->causes));
same('no rest', 0, $verdict->restBeyond($verdict->causes)['change']);
same('causes and the rest are the change', $verdict->change(), array_sum(array_column($verdict->data()['causes'],
	'change')) + $verdict->data()['rest']);
same('a cause for programs', ['function' => 'f', 'caller' => 'a', 'instead_of' => null, 'change' => 5,
	'interval' => null, 'calls' => 2, 'sure' => true, 'functions' => ['f']], (new Cause('f', 'a', null, ['f'], 5, null,
	2, true))->data());
$tree = static fn (int $of_a, int $of_b): XHProf\Profile => planned_run(call('main()', 1, 1, [call('a', $of_a, 1,
	[call('sql', 3 * $of_a, 1)]), call('b', $of_b, 1, [call('sql', 2 * $of_b, 1)])]));
$paths = PathChanges::of($tree(1, 5), $tree(10, 5), ['a' => true, 'sql' => true]);
same('by paths: a is called more', ['a', 'a', null], [$paths->placeOf('sql'), $paths->placeOf('a'),
	$paths->placeOf('b')]);
same('without paths, or a change', [null, null], [PathChanges::of($one, $two, ['f' => true]), PathChanges::of($tree(1,
	1), $tree(2, 1), [])]);

/* Which function is which. */
$old = RunSet::ofRun(pairs_run(['main()' => [1, 100], 'main()==>{closure:src/a.php:3}' => [1, 10],
	'main()==>{closure:src/a.php:9}' => [5, 20], 'main()==>Old\X::f' => [1, 5]]));
$new = RunSet::ofRun(pairs_run(['main()' => [1, 100], 'main()==>{closure:src/a.php:4}' => [1, 10],
	'main()==>{closure:src/a.php:10}' => [5, 20], 'main()==>New\X::f' => [1, 5]]));
$matching = new Matching($old, $new, ['Old\*=>New\*']);
same('closures on other lines, and a wish', ['Old\X::f' => 'New\X::f',
	'{closure:src/a.php:3}' => '{closure:src/a.php:4}', '{closure:src/a.php:9}' => '{closure:src/a.php:10}'],
	sorted($matching->names()));
same('the name after', ['New\X::f', 'main()'], [$matching->nameAfter('Old\X::f'), $matching->nameAfter('main()')]);
same('in words', '3 functions have another name before: --json lists them', $matching->text());
same('nothing to match', ['', []], [($none = new Matching($old, $old, []))->text(), $none->names()]);
refused('a wish without its function', 'the run before has no function "Older"', static fn () => new Matching($old,
	$new, ['Older=>New\X::f']));

/* Call paths. */
$node = new PathNode();
$node->add(['a', 'b'], 5);
$node->add(['a'], 3);
$node->add(['c'], 4);
$node->add([], 1);
same('a path has its callees and its own', [13, 1, 8, 3, 5], [$node->wallNs, $node->ownNs, $node->callees['a']->wallNs,
	$node->callees['a']->ownNs, $node->callees['a']->callees['b']->ownNs]);
same('callees and own are all', $node->wallNs,
	$node->ownNs + array_sum(array_map(static fn (PathNode $callee): int => $callee->wallNs, $node->callees)));
same('the largest first', ['a', 'c'], array_keys($node->largest(4)));
same('of a least time', ['a'], array_keys($node->largest(5)));
$lines = (new PathTree(stacks_run(['main();a;b' => 60, 'main();c' => 36, 'main();d' => 4])))->lines();
same('lines: a call with one callee that matters is in its line, and less than 5 % is left out', [[0, ['main()'], 100],
	[1, ['a', 'b'], 60], [1, ['c'], 36]],
	array_map(static fn (array $line): array => [$line['depth'], $line['functions'], intdiv($line['wall_ns'],
		10_000_000)], $lines));
same('exactly 5 % is shown', 3, count((new PathTree(stacks_run(['main();a' => 95, 'main();d' => 5])))->lines()));

/* Queries. */
$sql = 'SELECT a FROM b WHERE c = ?';
same('functions that ask', ['sql', 'SELECT ?', null, 'http'], [QueryFunction::of('PDO::query#SELECT ?')->kind,
	QueryFunction::of('PDO::query#SELECT ?')->text, QueryFunction::of('f#SELECT ?'),
	QueryFunction::of('curl_exec#http://x/')->kind]);
$queries = new Queries(planned_run(call('main()', 1, 1, [call('App::a', 2, 1, [call("PDO::query#$sql", 6, 12)],
	['file' => '/srv/src/a.php']), call('App::b', 1, 1,
	[call('Orm::find', 4, 1, [call("PDO::query#$sql", 4, 2), call('PDO::query#SELECT 1; SELECT 2', 1, 5),
		call('PDO::exec', 3, 1)], ['file' => '/srv/vendor/x/orm/Orm.php'])], ['file' => '/srv/src/b.php'])],
		['file' => '/srv/i.php'])));
same('with most time first', ["sql $sql", 'sql SELECT 1; SELECT 2'], array_keys($queries->all));
$query = $queries->all["sql $sql"];
same('its calls and time', [10, 14_000_000], [$query->calls, $query->wallNs]);
same('its callers, past the library', [['App::a', 6, 12_000_000], ['App::b', 4, 2_000_000]],
	array_map(static fn (array $caller): array => [$caller['function'], $caller['calls'], $caller['wall_ns']],
	$query->callers()));
same('they are all of it', [$query->calls, $query->wallNs], [array_sum(array_column($query->callers(), 'calls')),
	array_sum(array_column($query->callers(), 'wall_ns'))]);
same('texts that were not recorded', [['PDO::exec' => 3], null, true], [$queries->withoutText, $queries->whyNone(),
	$queries->hasPaths]);
same('statements', [1, 2, 1, 1], array_map(static fn (array $one): int => (new Query(...$one))->statements(), [['sql',
	'SELECT 1;'], ['sql', 'A; B ;'], ['sql', 'SELECT `a;b`'], ['http', 'http://x/;y;z']]));
same('cut', [true, false], [(new Query('sql', 'SELECT…'))->isCut(), (new Query('sql', 'SELECT'))->isCut()]);
$query = new Query('sql', 'q');
$query->add('PDO::query', 2, 10, 7, $path = new QueryPath('f', null, null, 1, 'PDO::query#q', ['main()', 'f']));
$query->add('PDO::query', 3, 5, 4, new QueryPath('g', null, null, 1, 'PDO::query#q', ['main()', 'g']));
$query->add('PDO::exec', 1, 5, null, new QueryPath('g', null, null, 1, 'PDO::exec#q', ['main()', 'g']));
same('the longest', [7, ['PDO::query' => 5, 'PDO::exec' => 1], 2, 6], [$query->longestNs, $query->functions,
	$path->calls, $query->data()['calls']]);
same('the caller with most calls', ['g', 'f'], array_column($query->callers(), 'function'));
same('why there is none', ['samples have no texts: xhprof run --mode tree records them',
	'this run has no internal functions, which send queries: leave out no-builtins'],
	[(new Queries(stacks_run(['main();f' => 1])))->whyNone(), (new Queries(planned_run(call('main()', 1, 1, [call('f',
		1, 1, [], ['file' => '/a.php'])]))))->whyNone()]);

/* Waits of samples are all of their time. */
$waits = Waits::of($samples = stacks_run(['main();f' => 20, 'main();f;{tcp 127.0.0.1:1}' => 50,
	'main();{sleep}' => 30]));
same('by wait', ['tcp 127.0.0.1:1' => 500_000_000, 'sleep' => 300_000_000, Waits::UNNAMED => 200_000_000],
	array_map(static fn (array $row): int => $row['own_wall_ns'], $waits));
same('they are all', $samples->summary()['wall_ns'], array_sum(array_column($waits, 'own_wall_ns')));
$onCpu = XHProf\Profile::fromStacks([['frames' => ['main()', 'f'], 'samples' => 5, 'wall_ns' => 50, 'cpu_ns' => 30],
	['frames' => ['main()', '{sleep}'], 'samples' => 5, 'wall_ns' => 50, 'cpu_ns' => 0]]);
same('on a CPU', ['sleep' => [5, 50], Waits::RUNS => [5, 30], Waits::UNNAMED => [0, 20]],
	array_map(static fn (array $row): array => [$row['calls'], $row['own_wall_ns']], Waits::of($onCpu)));
xhprof_sample_enable(['clock' => 'custom', 'interval' => 1000]);
for ($i = 0; $i < 5; $i++) {
	xhprof_sample();
}
$custom = xhprof_stop();
same('xhprof_sample() leaves nothing to chance', [0.0, 0.0], [$custom->summary()['share_error_points'],
	max(array_column(Waits::of($custom), 'share_error_points'))]);

/* Growth: f by the square, g not at all, main() has both. */
$sets = [];
foreach ([10, 20, 40] as $size) {
	$sets[] = [(float) $size, RunSet::ofRun(pairs_run(['main()' => [1, $size ** 2 + 1000], 'main()==>f' => [$size,
		$size ** 2], 'main()==>g' => [1, 1000]]))];
}
$growth = new Growth($sets, 'wt');
$row = $growth->of('f');
same('f', [1.0, 2.0, 2.0, Growth::OWN], [$row['calls']->exponent, $row['own']->exponent, $row['inclusive']->exponent,
	$row['rank']]);
near('its share at the greatest size', 1600 / 2600, $row['share']);
same('g', [0.0, 0.0], [$growth->of('g')['own']->exponent, $growth->of('g')['calls']->exponent]);
same('main() has callees only', [Growth::CALLEES, 'below 10.0 us'], [$growth->of('main()')['rank'],
	$growth->of('main()')['own']]);
same('what grows fastest first', ['f', 'g', 'main()'], array_column($growth->rows(), 'function'));
same('the cost', ['wall', 'wall_ns', false, []], [$growth->label(), $growth->key(), $growth->isOfCalls(),
	$growth->doubts()]);
refused('two sizes', 'there are runs of 2 sizes', static fn () => new Growth(array_slice($sets, 1), 'wt'));
refused('no such function', 'did you mean main()?', static fn () => $growth->of('mian()'));
$sets[2][1] = RunSet::ofRun(pairs_run(['main()' => [1, 2000], 'main()==>g' => [1, 1000]]));
same('a function of two sizes', ['at 2 sizes', false], [($two = (new Growth($sets, 'wt'))->of('f'))['own'],
	$two['calls'] instanceof PowerFit]);

function sorted(array $values): array
{
	ksort($values);

	return $values;
}
finish();
?>
--EXPECT--
all as expected
