--TEST--
Sides that differ by a known value are found to, in the function and the route that have it
--FILE--
<?php
require __DIR__ . '/../../cli/unit/unit.inc';

use XHProf\Cli\Statistics\StudentT;
use XHProf\Fleet\Shift\Composition;
use XHProf\Fleet\Shift\Contrast;
use XHProf\Fleet\Shift\Shift;
use XHProf\Fleet\Shift\Shifts;

/* Sides that differ by a known value. */
$hosts = Contrast::ofHosts(3, 3, false);
$fit = $hosts->fit([1.0, 2.0, 3.0, 3.0, 4.0, 5.0]);
near('the difference of two means', 2.0, $fit['change']);
// The variance of both sides is 1, that of the difference 1/3 + 1/3.
near('its variance', 2 / 3, $fit['variance']);
$tested = $hosts->test($fit, 0.9);
near('the error', sqrt(2 / 3), $tested['error']);
near('n - 2 degrees', 4.0, $tested['degrees']);
near('the chance', StudentT::chance(2 / sqrt(2 / 3), 4.0), $tested['chance']);
near('hosts of one time are paired with themselves', 0.5, Contrast::ofHosts(1, 2, true)->fit([1.0, 2.0, 3.0, 1.0, 2.5,
	3.5])['change']);
near('pairs of stretches', 1.0, Contrast::ofPairs(3)->fit([1.0, 5.0, 2.0, 2.0, 6.0, 3.0])['change']);
near('stretches of one load', 1.0, Contrast::ofTimes([0.0, 0.0], [0.0, 0.0])->fit([1.0, 1.0, 2.0, 2.0])['change']);
$series = Contrast::ofPairs(5);
$fit = $series->fit([0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 2.0, 3.0, 2.0, 1.0]);
near('memory takes degrees: (1 - m) / (1 + m) of 4', 4 / 3, $series->test(['memory' => 0.0] + $fit, 0.5)['degrees']);
near('at most 0.8 of it', 1.0, $series->test(['memory' => 0.0] + $fit, 5.0)['degrees']);

/* Times by function and unit: parts add up to the whole. */
$composition = new Composition([[['a', 'b'], [0 => 10.0, 1 => 20.0]], [['a', 'b', 'a'], [1 => 5.0]], [['a'],
	[0 => 1.0]], [['a', 'c'], [1 => 40.0]], [['(none)'], [0 => 4.0]]], 1, 1, 5.0);
same('totals', [15.0, 65.0], $composition->totals);
same('sides', [15.0, 65.0], $composition->sides());
same('the least, in samples', 3.0, $composition->least());
$functions = $composition->functions(0.0);
same('with callees: recursion counts once, and no "(none)", and none that one side lacks', ['a' => [11.0, 65.0],
	'b' => [10.0, 25.0]], $functions['incl']);
same('without callees', ['b' => [10.0, 20.0], 'a' => [1.0, 5.0]], $functions['own']);
same('of a least time', ['a'], array_keys($composition->functions(36.0)['incl']));
same('exactly that', ['a', 'b'], array_keys($composition->functions(35.0)['incl']));
same('recursion counts once there, too', [['a'], []], [array_keys($composition->functions(76.0)['incl']),
	array_keys($composition->functions(76.1)['incl'])]);
same('new and gone', ['c' => true], $composition->changed(0.0));
$sided = new Composition([[['new'], [0 => 0.9, 1 => 99.0]], [['old'], [0 => 100.0, 1 => 0.9]], [['both'], [0 => 1.0,
	1 => 100.0]], [['(x)'], [1 => 1.0]]], 1, 1, 5.0);
same('less than a hundredth is none', ['old' => false, 'new' => true], $sided->changed(0.0));
same('of a least time', ['old'], array_keys($sided->changed(100.9)));
foreach ([['b', false], ['a', true], ['c', false]] as [$name, $isOwn]) {
	$left = $composition->without([$name], $isOwn);
	same("$name and the rest are all", $composition->totals, array_map(static fn (float $one,
		float $other): float => $one + $other, $composition->timeOf([$name], $isOwn), $left->totals));
}
same('own and below', [[1.0, 5.0], [11.0, 65.0]], [$composition->timeOf(['a'], true), $composition->timeOf(['a'])]);
same('no units', 0.0, (new Composition([], 0, 0, 1.0))->least());

/* A change is found, in the function and the route that have it; no other one is. */
$units = range(0, 19);
$noise = static fn (int $unit, int $of): float => 1 + 0.002 * ((7 * $unit + 3 * $of) % 5);
$stack = static fn (string $name, int $of, float $before, float $after): array => [['main', $name],
	array_map(static fn (int $unit): float => 1e9 * ($unit < 10 ? $before : $after) * $noise($unit, $of), $units)];
$route = new Composition([$stack('slow', 1, 1.0, 1.5), $stack('same', 2, 3.0, 3.0), $stack('other', 4, 2.0, 2.0)], 10,
	10, 1e7);
$service = new Composition([[['/a'], $route->totals]], 10, 10, 1e7);
$shifts = new Shifts(['/a' => $route], $service, Contrast::ofHosts(10, 10, false));
same('found', [['/a', 'slow', 'own']], array_map(static fn (Shift $shift): array => [$shift->route, $shift->function,
	$shift->kind], $shifts->found));
near('by how much', 0.5, $shifts->found[0]->change, 0.01);
near('its share of both sides', 2.5 / 12.5, $shifts->found[0]->share, 0.01);
same('its interval', true, $shifts->found[0]->interval[0] < 0.5 + 0.01 && $shifts->found[0]->interval[1] > 0.5 - 0.01
	&& $shifts->found[0]->interval[0] > 0.4);
$weak = new Shifts(['/a' => new Composition([$stack('slow', 1, 1e-9, 1.5e-9)], 10, 10, 1e7)], $service,
	Contrast::ofHosts(10, 10, false));
same('too few samples', [[], ['/a']], [$weak->found, array_keys($weak->weak)]);
finish();
?>
--EXPECT--
all as expected
