--TEST--
Medians, intervals, exponents and chances are those that statistics has for known values
--FILE--
<?php
require __DIR__ . '/unit.inc';

use XHProf\Cli\Statistics\Bootstrap;
use XHProf\Cli\Statistics\Noise;
use XHProf\Cli\Statistics\PowerFit;
use XHProf\Cli\Statistics\ShareErrors;
use XHProf\Cli\Statistics\StudentT;



/* Medians. */
foreach ([[[5], 5], [[9, 1, 5], 5], [[1, 4], 3], [[4, 1, 3, 2], 3], [[1, 3], 2], [[-1, -4], -3],
	[[-3, -1, -2], -2]] as [$values, $median]) {
	same('the median of ' . json_encode($values), $median, Bootstrap::median($values));
}
$change = static fn (int $before, int $after): int => $after - $before;
same('values that do not vary', [5.0, 5.0], Bootstrap::interval([1, 1, 1, 1, 1], [6, 6, 6, 6, 6], $change));
[$low, $high] = Bootstrap::interval([10, 11, 12, 13, 14], [20, 21, 22, 23, 24], $change);
same('the interval has the change in it, and not what no draw gives', [true, true], [$low <= 10 && $high >= 10,
	$low >= 6 && $high <= 14]);
same('it is the same each time, in any order', [$low, $high], Bootstrap::interval([14, 12, 10, 13, 11], [24, 20, 21, 23,
	22], $change));
same('it turns with its sides', [-$high, -$low], array_map(static fn (float $value): float => $value,
	Bootstrap::interval([10, 11, 12, 13, 14], [20, 21, 22, 23, 24], static fn (int $before,
	int $after): int => $before - $after)));
// Of 3 values the median of a draw is the first or the last one in 7 of 27 draws each: both are within 95 of 100.
same('of three values all of them', [1.0, 100.0], Bootstrap::interval([0], [1, 2, 100], $change));
// Of 9 values a draw's median is the lowest or the second one in 2 of 100 draws: these are left out.
same('of nine values not the extremes', [true, true], [($nine = Bootstrap::interval([0], [-1000, 1, 2, 3, 4, 5, 6, 7,
	1000], $change))[0] >= 1.0, $nine[1] <= 7.0]);
same('an even number takes the middle of two', [2.0, 2.0], Bootstrap::interval([0, 0], [2, 2], $change));

$medians = [];
Bootstrap::interval([0], [0, 2, 4, 10], static function (int $before, int $after) use (&$medians): int {
	$medians[$after] = true;

	return $after;
});
ksort($medians);
same('medians of draws: values, and the middle of each two', [0, 1, 2, 3, 4, 5, 6, 7, 10], array_keys($medians));

/* Powers. */
foreach ([[0, [[1, 5], [2, 5], [4, 5]]], [1, [[1, 3], [2, 6], [10, 30]]], [2, [[1, 1], [3, 9], [5, 25], [7, 49]]], [-1,
	[[1, 8], [2, 4], [4, 2]]]] as [$exponent, $points]) {
	$fit = PowerFit::of(array_map(static fn (array $point): array => array_map(floatval(...), $point), $points));
	same("the exponent $exponent", [(float) $exponent, (float) $exponent, (float) $exponent, count($points), false],
		[$fit->exponent, $fit->low, $fit->high, $fit->count, $fit->isUnclear()]);
}
// y = 1, 4, 4 of x = 1, 2, 4: in logarithms to 2 the points are (0, 0), (1, 2), (2, 2): slope 1, rest 2/3, error 12.706
// * sqrt(2/3 / 1 / 2).
$fit = PowerFit::of([[1.0, 1.0], [2.0, 4.0], [4.0, 4.0]]);
near('by least squares', 1.0, $fit->exponent, 1e-6);
near('its lower bound', 1 - 12.7062 * sqrt(1 / 3), $fit->low, 1e-4);
near('its upper bound', 1 + 12.7062 * sqrt(1 / 3), $fit->high, 1e-4);
same('which says nothing', true, $fit->isUnclear());

/* Student's t: tables have these. */
foreach ([[1.0, 12.706, 0.05], [2.0, 4.303, 0.05], [5.0, 2.571, 0.05], [10.0, 2.228, 0.05], [10.0, 3.169, 0.01], [30.0,
	2.042, 0.05], [1000.0, 1.962, 0.05]] as [$degrees, $t, $chance]) {
	near("the chance of $t by $degrees degrees", $chance, StudentT::chance($t, $degrees), 1e-4);
	near("the same of -$t", $chance, StudentT::chance(-$t, $degrees), 1e-4);
	near("the limit of $chance by $degrees degrees", $t, StudentT::limit($chance, $degrees), 6e-4);
}
near('no difference is always chance', 1.0, StudentT::chance(0.0, 5.0));
near('Cauchy: one degree', 0.5, StudentT::chance(1.0, 1.0), 1e-9);
same('an endless one is never', 0.0, StudentT::chance(INF, 5.0));

/*
 * Why there are both: runs of 100 and of 110 ms that vary by 5 %, 20 of each. Both intervals find the change while all
 * runs are quiet. If one in 12 is disturbed, and takes up to three times as long, only the medians do.
 */
mt_srand(7);
function run_ns(float $ms, int $disturbed): int
{
	$twelve = array_sum(array_map(static fn (): float => mt_rand(0, 1000) / 1000, range(1, 12)));

	$longer = mt_rand(1, 12) <= $disturbed ? mt_rand(150, 300) / 100 : 1;

	return (int) (1e6 * $ms * $longer * (1 + 0.05 * ($twelve - 6)));
}
function welch(array $before, array $after): array
{
	[$mean, $square] = [[], []];
	foreach ([$before, $after] as $i => $side) {
		$mean[$i] = array_sum($side) / count($side);
		$square[$i] = array_sum(array_map(static fn (int $ns): float => ($ns - $mean[$i]) ** 2, $side)) / 19 / 20;
	}
	$degrees = array_sum($square) ** 2 / (($square[0] ** 2 + $square[1] ** 2) / 19);
	$error = sqrt(array_sum($square)) * StudentT::limit(0.05, $degrees);

	return [$mean[1] - $mean[0] - $error, $mean[1] - $mean[0] + $error];
}
foreach ([0 => [true, true], 1 => [true, false]] as $disturbed => $finds) {
	$found = [0, 0];
	for ($i = 0; $i < 40; $i++) {
		$sides = array_map(static fn (float $ms): array => array_map(static fn (): int => run_ns($ms, $disturbed),
			range(1, 20)), [100.0, 110.0]);
		$found[0] += (int) (Bootstrap::interval($sides[0], $sides[1], $change)[0] > 0);
		$found[1] += (int) (welch($sides[0], $sides[1])[0] > 0);
	}
	same("by medians, by means, with $disturbed of 12 disturbed", $finds, [$found[0] > 34, $found[1] > 34]);
	same("in most cases, with $disturbed of 12 disturbed", $finds, [$found[0] > 20, $found[1] > 20]);
}

/* Wilson's interval at two standard errors. */
$of = static fn (int $part, float $effective, int $whole = 100): float => ShareErrors::of($part, ['wall_ns' => $whole,
	'effective_samples' => $effective, 'share_error_points' => 9.9]);
near('a share of none by 36', 10.0, $of(0, 36.0), 1e-9);
near('a share of all by 36', 10.0, $of(100, 36.0), 1e-9);
near('a half by 96', 10.0, $of(50, 96.0), 1e-9);
near('a quarter by 12: the bounds are 1/16 + ... from the middle',
	100 * ((0.25 + 4 / 24) / (1 + 1 / 3) + 2 / (1 + 1 / 3) * sqrt(0.1875 / 12 + 4 / (4 * 144)) - 0.25),
	$of(25, 12.0), 1e-9);
same('without samples, or a whole', [100.0, 100.0, 100.0], [$of(1, 0.0), $of(1, 9.0, 0),
	ShareErrors::of(1, ['wall_ns' => 2])]);
same('more than all is all', $of(100, 36.0), $of(150, 36.0));
same('nothing is left to chance', 0.0, ShareErrors::of(25, ['wall_ns' => 100, 'effective_samples' => 5.0,
	'share_error_points' => 0.0]));
/* The command asks the extension as how many samples a run counts at most: here 2,500, as no interval is known. */
foreach ([4.0, 100.0, 2499.0, 2500.0, 1e6] as $effective) {
	foreach ([0, 1, 300, 500, 999, 1000] as $part) {
		$profile = XHProf\Profile::fromStacks([['frames' => ['main()'], 'samples' => 1000 - $part,
			'wall_ns' => 1000 - $part, 'cpu_ns' => 0], ['frames' => ['main()', 'f'], 'samples' => $part,
			'wall_ns' => $part, 'cpu_ns' => 0]], null, $effective);
		near("$part of 1000 by $effective samples, as the extension has it",
			$profile->functions()['f']['share_error_points'], ShareErrors::of($part, $profile->summary()), 1e-9);
	}
}
near('a half by a million coarse samples', 1.998, ShareErrors::of(50, ['wall_ns' => 100, 'effective_samples' => 1e6,
	'share_samples_most' => 2500, 'share_error_points' => 9.9]), 1e-3);
near('and by others', 1.0, ShareErrors::of(50, ['wall_ns' => 100, 'effective_samples' => 1e6,
	'share_samples_most' => 10_000, 'share_error_points' => 9.9]), 1e-3);

$sampled = static fn (float $effective,
	int $own = 5): XHProf\Profile => XHProf\Profile::fromStacks([['frames' => ['main()'],
	'samples' => 1000 - 100 * $own, 'wall_ns' => (10 - $own) * 1_000_000, 'cpu_ns' => 0], ['frames' => ['main()', 'f'],
	'samples' => 100 * $own, 'wall_ns' => $own * 1_000_000, 'cpu_ns' => 0]], null, $effective);
// A half takes 96 samples, a fifth 36 + 4 * 60 * 0.16, four fifths as many: 74.4.
foreach ([[10.0, 5, 10, 90], [48.0, 5, 10, 10], [60.0, 5, 10, 10], [40.0, 2, 10, 10], [10.0, 2, 10, 90], [10.0, 5, 1000,
	10_800], [10.0, 5, 0, null], [1000.0, 5, 10, null]] as [$effective, $own, $took_s, $more]) {
	same("more than $effective samples of $took_s s, $own of 10", $more, ShareErrors::secondsMore($sampled($effective,
		$own), $took_s * 1_000_000_000));
}
same('not enough', ['not enough samples: about 90 s more', 'not enough samples'], [ShareErrors::text($sampled(10.0),
	10_000_000_000), ShareErrors::text($sampled(10.0), 0)]);
same('enough', 1, preg_match('/^shares within ±\d\.\d points$/D', ShareErrors::text($sampled(1000.0), 10_000_000_000)));
near('a function that no sample met, of more samples than count', 10e6 * 4 / 2504,
	ShareErrors::ns($sampled(1e6), null, 'own_wall_ns'), 1e-3);
near('a function that no sample met: by Wilson, 4 / (n + 4)', 10e6 * 4 / 104, ShareErrors::ns($sampled(100.0), null,
	'own_wall_ns'), 1e-3);
near('of two runs, for one', ShareErrors::ns($sampled(1e6), null, 'own_wall_ns'),
	ShareErrors::ns($two = $sampled(1e6)->merge($sampled(1e6)), null, 'own_wall_ns'), 1e-3);
$row = ['share_error_points' => 5.0, 'incl_share_error_points' => 2.5];
same('of the own time and of all, of 20 ms', [2, 0.5e6, 0.25e6], [$two->summary()['runs'],
	ShareErrors::ns($two, $row, 'own_wall_ns'), ShareErrors::ns($two, $row, 'wall_ns')]);

/* Noise: a change is hidden if it is no more than its ±, and if chance explains it in 5 of 100 cases. */
foreach ([[3, -1.0, 9.0, 4.0], [3, 1.0, 99.0, 2.0], [3, 0.0, 4.0, 3.0], [-3, -99.0, -1.0, 2.0], [-3, -9.0, 1.0, 4.0],
	[0, -2.0, 5.0, 5.0], [3, 2.9, 3.0, 0.1], [3, 3.0, 3.0, 0.0], [0, 0.0, 0.0, 0.0]] as [$value, $low, $high, $error]) {
	$what = "$value in [$low, $high]: ";
	near("$what its error", $error, Noise::error($value, [$low, $high]));
	same("$what hidden by its error", Noise::hides([$low, $high]), abs($value) <= Noise::error($value, [$low, $high]));
	same("$what hidden by chance", Noise::hides([$low, $high]), Noise::chance($value, [$low, $high], 5) > 0.0499999);
}
same('too few runs hide nothing', false, Noise::hides(null));
near('twice its error, of 10 runs', StudentT::chance(2 * StudentT::limit(0.05, 9), 9),
	Noise::chance(10, [5.0, 30.0], 10));

/* Benjamini and Hochberg: the greatest rank i whose chance is at most i / n of the limit. */
$part = Noise::FALSE_PART;
foreach ([[[], -1.0], [[1.0], -1.0], [[$part], $part], [[$part * 1.01], -1.0], [[$part / 2, 1.0], $part / 2],
	[[$part * 0.6, $part], $part], [[$part * 0.6, 1.0], -1.0], [[1.0, $part / 4, $part / 2, 1.0],
	$part / 2]] as [$chances, $limit]) {
	near('the limit of ' . json_encode($chances), $limit, Noise::limitOf($chances), 1e-15);
}
finish();
?>
--EXPECT--
all as expected
