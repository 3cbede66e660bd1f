--TEST--
What changed from runs to others has parts that are all of the change
--FILE--
<?php
require __DIR__ . '/unit.inc';
require __DIR__ . '/../advise_runs.inc';

use XHProf\Cli\Comparison\Alignment;
use XHProf\Cli\Comparison\CallChanges;
use XHProf\Cli\Comparison\Cause;
use XHProf\Cli\Comparison\FunctionShapes;
use XHProf\Cli\Comparison\Matching;
use XHProf\Cli\Comparison\PathChanges;
use XHProf\Cli\Comparison\Renaming;
use XHProf\Cli\Comparison\SetDiff;
use XHProf\Cli\Comparison\StableName;
use XHProf\Cli\Comparison\Threshold;
use XHProf\Cli\Comparison\Verdict;
use XHProf\Cli\Comparison\Words;
use XHProf\Cli\Metric\Metric;
use XHProf\Cli\Run\RunSet;
use XHProf\Cli\Statistics\Average;
use XHProf\Cli\Statistics\Noise;
use XHProf\Cli\Statistics\ShareErrors;

/* Runs: f takes 30 and 50 of 100 and 160 us; a set of three, and one of five that are the same. */
$one = pairs_run(['main()' => [1, 100], 'main()==>f' => [2, 40], 'f==>g' => [4, 10]]);
$two = pairs_run(['main()' => [1, 160], 'main()==>f' => [6, 50], 'main()==>h' => [1, 60]]);
$sum = $one->merge($two);
$set = new RunSet();
array_map($set->add(...), [$one, $two, pairs_run(['main()' => [1, 130], 'main()==>f' => [4, 30]])]);
$same = new RunSet();
array_map($same->add(...), array_fill(0, 5, $one));

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
		$merged =
			$merged->merge(XHProf\Profile::fromPairs(['main()' => ['ct' => 1, 'wt' => 1, 'mu' => 0, 'pmu' => 0]]));
	}
	$none = XHProf\Profile::fromPairs(['main()' => ['ct' => 1, 'wt' => 1, 'mu' => 0, 'pmu' => 0]]);
	same("$total in $runs runs, by the extension", $rounded, $merged->diff($none)['main()']['memory_bytes']);
}
foreach ($mean->changes as $function => $change) {
	foreach (array_filter($change, is_int(...)) as $key => $value) {
		if ($key !== 'line') {
			same("the change of $key of $function", $value,
				($mean->after[$function][$key] ?? 0) - ($mean->before[$function][$key] ?? 0));
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
same('more than half of its interval, and no 0 in it', [true, true],
	[$low > 0, $verdict->change() > ($high - $low) / 2]);
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
$paths = PathChanges::of($tree(1, 14), $tree(9, 2), ['a' => true, 'b' => true, 'sql' => true]);
same('24 calls more below a and 24 fewer below b have no place', [null, 'a', 'b'], [$paths->placeOf('sql'),
	$paths->placeOf('a'), $paths->placeOf('b')]);
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
same('in words', '3 functions have had another name before: --json lists them', $matching->text());
same('nothing to match', ['', []], [($none = new Matching($old, $old, []))->text(), $none->names()]);
refused('a wish without its function', 'the run before has no function "Older"', static fn () => new Matching($old,
	$new, ['Older=>New\X::f']));

/* Names that stay. */
foreach (['f' => 'f', 'load::/srv/app/src/a.php' => 'load::src/a.php',
	'{closure:/srv/app/src/a.php:12}' => '{closure:src/a.php}', '{closure:App\X::f():7}' => '{closure:App\X::f()}',
	'X@anonymous:src/a.php:3::f' => 'X@anonymous:src/a.php::f',
	'__TwigTemplate_0123456789abcdef0123456789abcdef::display' => '__TwigTemplate_*::display',
		'cafe_decade' => 'cafe_decade'] as $name => $stable) {
	same("StableName $name", [$stable, $stable !== $name], [StableName::of($name), StableName::isUnstable($name)]);
}
same('classes', ['A\B', '', 'X', ''], all_of(StableName::classOf(...), ['A\B::f', 'f', 'X::{closure:X::f():3}',
	'load::a/b.php']));

/* Other names. */
same('old and new', ['A::b', 'C::d'], Renaming::parse(' A::b => C::d '));
same('one name', ['new', null], [Renaming::of('old', 'old', 'new'), Renaming::of('older', 'old', 'new')]);
same('one text on both sides', ['New\X::f', null, null, 'New\::f'], [Renaming::of('Old\X::f', 'Old\*::f', 'New\*::f'),
	Renaming::of('Old\X::g', 'Old\*::f', 'New\*::f'), Renaming::of('Old\:f', 'Old\*::f', 'New\*::f'),
	Renaming::of('Old\::f', 'Old\*::f', 'New\*::f')]);
same('the text may not be taken twice', null, Renaming::of('aba', 'ab*ba', 'x*'));
foreach (['a', 'a=>', '=>b', 'a=>b=>c', 'a*=>b', 'a*b*=>c*d*'] as $text) {
	refused("--rename $text", "takes 'old=>new'", static fn () => Renaming::parse($text));
}
same('an unknown name', ['--rename: the run before has no function "fooo"', 'did you mean foo?'],
	[($unknown = Renaming::unknown('before', 'fooo', ['foo']))->getMessage(), $unknown->advice]);

/* Pairs of two lists. */
same('in order', ['a' => 'x', 'b' => 'y'], Alignment::ordered(['a' => ['x' => 1.0, 'y' => 0.0], 'b' => ['x' => 0.0,
	'y' => 1.0]]));
same('never crossed', 1, count(Alignment::ordered(['a' => ['x' => 0.0, 'y' => 1.0], 'b' => ['x' => 1.0, 'y' => 0.0]])));
same('one that is new in between', ['a' => 'x', 'b' => 'z'], Alignment::ordered(['a' => ['x' => 1.0, 'y' => 0.1,
	'z' => 0.1], 'b' => ['x' => 0.1, 'y' => 0.1, 'z' => 1.0]]));
same('none', [], Alignment::ordered([]));
$likeness = ['a' => ['x' => 0.9, 'y' => 0.5], 'b' => ['x' => 0.8, 'y' => 0.4]];
same('the most alike first', ['a' => 'x', 'b' => 'y'], Alignment::best($likeness, 0.4, 0.0));
same('not below the least', ['a' => 'x'], Alignment::best($likeness, 0.41, 0.0));
same('not within the margin', [], Alignment::best($likeness, 0.4, 0.11));
same('beyond the margin', ['a' => 'x', 'b' => 'y'], Alignment::best($likeness, 0.4, 0.05));

/* Thresholds at their limits. */
foreach (['wt>+10%' => [[100, 110, false], [100, 111, true], [0, 0, false], [0, 1, true], [-100, -89, true]],
	'wt>=+10%' => [[100, 109, false], [100, 110, true]],
	'wt<-10%' => [[100, 90, false], [100, 89, true]],
	'wt<=-10%' => [[100, 91, false], [100, 90, true]],
	'wt>+5us' => [[1000, 6000, false], [1000, 6001, true]],
	'wt>5us' => [[9000, 5000, false], [0, 5001, true]],
	'wt>5m' => [[0, 300_000_000_000, false], [0, 300_000_000_001, true]],
	'wt>+1H' => [[1, 3_600_000_000_001, false], [1, 3_600_000_000_002, true]],
	'cpu>+1m30s' => [[1, 90_000_000_001, false], [1, 90_000_000_002, true]],
	'wt>-1.5 s 1ms' => [[1_501_000_000, 0, false], [1_501_000_000, 1, true]],
	'ct>100' => [[0, 100, false], [0, 101, true]],
	'mu>+2KiB' => [[0, 2048, false], [0, 2049, true]],
	'mu>+1MiB' => [[0, 1 << 20, false], [0, (1 << 20) + 1, true]],
	'mu>1GiB' => [[0, 1 << 30, false], [0, (1 << 30) + 1, true]],
	'mu>-1KiB' => [[2048, 1024, false], [2048, 1025, true]],
	'wt>0' => [[5, 0, false], [5, 1, true]]] as $text => $cases) {
	foreach ($cases as [$before, $after, $isBroken]) {
		same("$text of $before and $after", $isBroken, Threshold::parse($text)->isBroken($before, $after));
	}
}
$threshold = Threshold::parse('own_wt[PDO::query#a > b]>=+5ms');
same('of a function', ['PDO::query#a > b', 'own_wt', true, false], [$threshold->function, $threshold->metric->name,
	$threshold->isOwn(), $threshold->isGrowth]);
same('an interval beyond, within, around', [true, false, null], [Threshold::parse('wt>+5ns')->isBrokenWithin(5.1, 9.0),
	Threshold::parse('wt>+5ns')->isBrokenWithin(1.0, 5.0), Threshold::parse('wt>+5ns')->isBrokenWithin(5.0, 5.1)]);
same('sets', [true, false, null], [Threshold::parse('wt>+5ns')->isBrokenBySets([1, 1, 1, 1, 1], [9, 9, 9, 9, 9]),
	Threshold::parse('wt>+5ns')->isBrokenBySets([1, 1, 1, 1, 1], [6, 6, 6, 6, 6]),
	Threshold::parse('wt>+5ns')->isBrokenBySets([1, 1, 1, 1, 1], [1, 1, 6, 9, 9])]);
$growth = Threshold::parse('own_growth[f]>1.2');
same('growth', [true, 'own_wt', true, false], [$growth->isGrowth, $growth->metric->name, $growth->isBroken(0, 2),
	$growth->isBroken(0, 1)]);
foreach (['wt' => 'is not a threshold', 'wt>10%' => 'a percentage needs + or -',
	'wt>5' => 'its unit is one of ns, us, ms, s', 'mu>+5ms' => 'its unit is one of B', 'ct>5ms' => 'calls have no unit',
	'wt>5y' => 'its unit is one of ns, us, ms, s, m, h, d, w', 'wt>5 5ms' => 'its unit', 'wt>0.1ns' => 'its unit',
	'ct>5m' => 'calls have no unit', 'ct>5 5m' => 'calls have no unit', 'mu>1m' => 'its unit is one of B',
	'mu>1MiB1KiB' => 'its unit is one of B', 'wt>+10%5ms' => 'is not a threshold',
	'growth>+1' => 'growth is an exponent', 'growth>1s' => 'growth is an exponent', 'xx>1' => 'unknown metric',
	"wt>+5ms\n" => 'is not a threshold'] as $text => $why) {
	refused("threshold $text", $why, static fn () => Threshold::parse($text));
}
file_put_contents($file = unit_folder() . '/thresholds', "# all\nwt>+10%\n\n own_wt[q#1]>1ms # c\n");
same('a file of them', ['wt>+10%', 'own_wt[q#1]>1ms'], array_map(static fn (Threshold $one): string => $one->text,
	Threshold::ofFile($file)));
file_put_contents($file, "wt>+10%\nwt>5\n");
refused('its line', ', line 2: "wt>5"', static fn () => Threshold::ofFile($file));
file_put_contents($file, "#\n");
refused('an empty one', 'there is no threshold in it', static fn () => Threshold::ofFile($file));
refused('a folder', 'no such file', static fn () => Threshold::ofFile(unit_folder()));

function sorted(array $values): array
{
	ksort($values);

	return $values;
}
finish();
?>
--EXPECT--
all as expected
