--TEST--
Costs grow with the size of the work by the power that they have
--FILE--
<?php
require __DIR__ . '/unit.inc';

use XHProf\Cli\Growth\Growth;
use XHProf\Cli\Growth\Sizes;
use XHProf\Cli\Growth\TaggedRuns;
use XHProf\Cli\Run\Reduction;
use XHProf\Cli\Run\RunSet;
use XHProf\Cli\Statistics\PowerFit;

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
refused('none like it', '(--limit 1000 lists more names)', static fn () => $growth->of('something else'));
$of = static fn (Closure $pairs): array => array_map(static fn (int $size): array => [(float) $size,
	RunSet::ofRun(pairs_run($pairs($size)))], [10, 20, 40]);
$edge = new Growth($of(static fn (int $size): array => ['main()' => [1, 1000 * $size], 'main()==>a' => [1, 100 * $size],
	'a==>b' => [1, 100 * $size], 'main()==>c' => [1, 10 * $size], 'main()==>d' => [1, 10 * $size - 1],
	'main()==>e' => [1, 100 * $size - 1], 'e==>f' => [1, 100 * $size - 1]]), 'wt');
same('ranks: 1 % of their own, 10 % by callees', ['a' => Growth::CALLEES, 'b' => Growth::OWN, 'c' => Growth::OWN,
	'd' => Growth::SMALL, 'e' => Growth::SMALL, 'f' => Growth::OWN], array_combine($names = range('a', 'f'),
	array_map(static fn (string $name): int => $edge->of($name)['rank'], $names)));
same('runs of no time', [null, Growth::SMALL, 'below 10.0 us'], [($none = (new Growth($of(static fn (): array =>
	['main()' => [1, 0]]), 'wt'))->of('main()'))['share'], $none['rank'], $none['own']]);
$calls = new Growth($of(static fn (int $size): array => ['main()' => [1, 9], 'main()==>f' => [1, 9],
	'f==>g' => [100 * $size, 9]]), 'ct');
same('a caller has not the calls that it makes', [Growth::SMALL, Growth::OWN, true], [$calls->of('f')['rank'],
	$calls->of('g')['rank'], $calls->isOfCalls()]);
$sets[2][1] = RunSet::ofRun(pairs_run(['main()' => [1, 2000], 'main()==>g' => [1, 1000]]));
same('a function of two sizes', ['at 2 sizes', false], [($two = (new Growth($sets, 'wt'))->of('f'))['own'],
	$two['calls'] instanceof PowerFit]);

/* Sizes. */
$sizes = Sizes::of(['N=400, 100,200.5']);
same('sizes ascend', ['N', ['100', '200.5', '400'], 'N=200.5'], [$sizes->name, $sizes->sizes, $sizes->named(1)]);
same('a command for each', [['a100', '100-100'], ['a200.5', '200.5-200.5'], ['a400', '400-400']],
	$sizes->commands(['a{N}', '{N}-{N}']));
same('none', null, Sizes::of([]));
refused('no place', 'the command does not contain {N}', static fn () => $sizes->commands(['{n}', 'N']));
foreach (['N=1,2' => 'from 3 to 50', 'N=1,2,2.0' => '2.0 is given twice', 'N=1,2,0' => '"0" is not a size',
	'N=1,2,-3' => 'is not a size', 'N=1,2,' => '"" is not a size', '1,2,3' => 'takes a name',
	'N=1,2,1e3' => 'is not a size'] as $text => $why) {
	refused("--vary $text", $why, static fn () => Sizes::of([$text]));
}
same('50 sizes, and not 51', 50, count(Sizes::of(['N=' . implode(',', range(1, 50))])->sizes));
refused('51 sizes', 'not 51', static fn () => Sizes::of(['N=' . implode(',', range(1, 51))]));
refused('two of them', 'given 2 times', static fn () => Sizes::of(['N=1,2,3', 'M=1,2,3']));

/* Runs by the size in a tag. */
$files = route_runs(unit_folder());
$tagged = new TaggedRuns($files, 'n', Reduction::none());
same('by the size of a tag', [[5.0, 1], [10.0, 1], [20.0, 1]], array_map(static fn (array $set): array => [$set[0],
	$set[1]->count()], $tagged->sets()));
same('what is left out', ['left out: 1 whose n is not a positive number'], $tagged->remarks());
refused('no such tag', 'the tag x has 0 sizes in 4 runs', static fn () => new TaggedRuns($files, 'x',
	Reduction::none()));
finish();
?>
--EXPECT--
all as expected
