--TEST--
Growth finds the exponents of made-up profiles: exact ones exactly, of n log n a little more than 1, and says where it knows none
--FILE--
<?php
require __DIR__ . '/cli.inc';

use XHProf\Cli\Growth\Growth;
use XHProf\Cli\Problem;
use XHProf\Cli\Run\RunSet;
use XHProf\Cli\Statistics\PowerFit;
use XHProf\Cli\Terminal\Terminal;
use XHProf\Cli\View\GrowthView;

const SIZES = [100, 200, 400, 800];

/* A run of that size; times in microseconds. Each function's calls and own time. */
function sized(int $n, float $noise = 1): XHProf\Profile
{
	$functions = [
		'Store::find' => [$n, $n * $n / 10],
		'sort_all' => [1, (int) round($n * log($n, 2) * 2)],
		'linear' => [$n, 20 * $n],
		'once' => [1, 2500],
		'noisy' => [1, [100 => 900, 200 => 4000, 400 => 500, 800 => 6000][$n]],
		'tiny' => [1, [100 => 1, 200 => 2, 400 => 4, 800 => 8][$n]], // n^1 of 8 us: below the noise of a clock
		'free' => [$n, 0],
		"from 200 on\n" => $n < 200 ? null : [1, 3 * $n],
		'only the last' => $n < 800 ? null : [3, 9000],
	];
	$pairs = [];
	foreach (array_filter($functions) as $name => [$calls, $own]) {
		$pairs["main()==>$name"] = ['ct' => $calls, 'wt' => (int) round($own * $noise), 'cpu' => 0,
			'mu' => 10 * $calls, 'pmu' => 0];
	}
	$pairs['main()'] = ['ct' => 1, 'wt' => array_sum(array_column($pairs, 'wt')) + 500, 'cpu' => 0,
		'mu' => 100 * $n, 'pmu' => 0];

	return XHProf\Profile::fromPairs($pairs);
}

function sets(array $sizes = SIZES, array $noise = [1]): array
{
	return array_map(static function (int $n) use ($noise): array {
		$set = new RunSet();
		array_map(static fn (float $factor) => $set->add(sized($n, $factor)), $noise);

		return [(float) $n, $set];
	}, $sizes);
}

function show_growth(Growth $growth, array $conditions = [], int $width = 80, int $limit = 15): void
{
	putenv("COLUMNS=$width");
	$view = new GrowthView($growth, 'n', $conditions, new Terminal(fopen('php://memory', 'r')));
	echo $view->text($limit), "status {$view->status(false)}, strict {$view->status(true)}\n\n";
}

function fit(array $ys, array $xs = SIZES): string
{
	$fit = PowerFit::of(array_map(static fn (float $x, float $y): array => [$x, $y], $xs, $ys));

	return "$fit->exponent ($fit->low to $fit->high)" . ($fit->isUnclear() ? ' unclear' : '') . "\n";
}

echo 'n       ', fit(array_map(static fn (int $n): float => 3 * $n, SIZES));
echo 'n^2     ', fit(array_map(static fn (int $n): float => $n ** 2 / 7, SIZES));
echo '1       ', fit([5, 5, 5, 5]);
echo '1/n     ', fit(array_map(static fn (int $n): float => 1 / $n, SIZES));
echo 'n log n ', fit(array_map(static fn (int $n): float => $n * log($n), SIZES));
echo 'n(n-1)  ', fit(array_map(static fn (int $n): float => $n * ($n - 1), SIZES));
echo 'noise   ', fit([100, 230, 180, 90]);
echo '3 sizes ', fit([100, 210, 400], [100, 200, 400]), "\n";

$growth = new Growth(sets(), 'wt');
show_growth($growth, ['growth[Store::find]>1.2', 'own_growth[Store::find]>=2', 'own_growth[Store::find]>2',
	'growth[noisy]>1', 'growth[free]>1', 'growth<1']);
show_growth($growth, [], 120, 2);
show_growth(new Growth(sets(), 'calls'), ['growth[linear]>1', 'growth[linear]<=1']);
show_growth(new Growth(sets(SIZES, [0.9, 1, 1.3]), 'memory'));
$rows = (new GrowthView($growth, 'n', ['growth[noisy]>1'], new Terminal(fopen('php://memory', 'r'))))->data(1);
echo json_encode($rows), "\n\n";

foreach ([static fn () => new Growth(sets([100, 200]), 'wt'), static fn () => new Growth(sets(), 'page-faults'),
	static fn () => new GrowthView($growth, 'n', ['growth[Store::fin]>1'], new Terminal(STDERR)),
	static fn () => GrowthView::condition('wt>+10%'), static fn () => GrowthView::condition('growth>+10%'),
	static fn () => GrowthView::condition('growth[f]>2ms')] as $wrong) {
	try {
		$wrong();
	} catch (Problem $problem) {
		echo "{$problem->getMessage()}\n  $problem->advice\n";
	}
}
?>
--EXPECT--
n       1 (1 to 1)
n^2     2 (2 to 2)
1       0 (0 to 0)
1/n     -1 (-1 to -1)
n log n 1.179014 (1.1488 to 1.209228)
n(n-1)  2.004171 (2.000414 to 2.007928)
noise   -0.080965 (-1.604069 to 1.44214) unclear
3 sizes 1 (0.483629 to 1.516371) unclear

exponents by n = 100, 200, 400, 800
Store::find grows with n^2.0: 55.2 % of wall at n=800

 share  calls  own wall (95 %)      with callees         function
  55.2    1.0  2.0                  2.0                  Store::find
  13.3    0.0  1.2 (1.1 to 1.2)     1.2 (1.1 to 1.2)     sort_all
  13.8    1.0  1.0                  1.0                  linear
   2.1   0.0*  1.0*                 1.0*                 from 200 on
   2.2    0.0  0.0                  0.0                  once
   7.8      -  at 1 size            at 1 size            only the last
   5.2    0.0  unclear              unclear              noisy
   0.4    0.0  0.0                  1.2 (0.8 to 1.7)     main()
(2 below 1 %)

FAILED  growth[Store::find]>1.2: 2.0
FAILED  own_growth[Store::find]>=2: 2.0
ok      own_growth[Store::find]>2: 2.0
cannot tell  growth[noisy]>1: 0.5 (-3.2 to 4.2)
cannot tell  growth[free]>1: below 10.0 us
cannot tell  growth<1: 1.2 (0.8 to 1.7)

unclear: the cost varies too much; use more sizes or --repeat 5
* without sizes at which the function did not run or cost too little
status 1, strict 1

exponents by n = 100, 200, 400, 800
Store::find grows with n^2.0: 55.2 % of wall at n=800

 share  calls  own wall (95 %)      with callees         function
  55.2    1.0  2.0                  2.0                  Store::find
  13.3    0.0  1.2 (1.1 to 1.2)     1.2 (1.1 to 1.2)     sort_all
(6 more, 2 below 1 %)
status 0, strict 0

exponents by n = 100, 200, 400, 800

 share  calls (95 %)         function
  33.2  1.0                  linear
  33.2  1.0                  Store::find
  33.2  1.0                  free
(7 below 1 %)

ok      growth[linear]>1: 1.0
FAILED  growth[linear]<=1: 1.0
status 1, strict 1

exponents by n = 100, 200, 400, 800, medians of 3 runs

 share  calls  own memory (95 %)    with callees         function
  69.9    0.0  1.0                  1.0                  main()
  10.0    1.0  1.0*                 1.0*                 linear
  10.0    1.0  1.0*                 1.0*                 Store::find
  10.0    1.0  1.0*                 1.0*                 free
(6 below 1 %)

* without sizes at which the function did not run or cost too little
status 0, strict 0

{"vary":"n","sizes":[100,200,400,800],"runs":[1,1,1,1],"by":"wall_ns","worse":false,"unclear":true,"thresholds":[{"text":"growth[noisy]>1","broken":null,"cost_exponent":0.52109,"low":-3.180483,"high":4.222662,"sizes":4,"unknown":null}],"growth":[{"function":"Store::find","calls_exponent":1,"cost_exponent":2,"low":2,"high":2,"sizes":4,"unknown":null,"own_cost_exponent":2,"own_low":2,"own_high":2,"own_sizes":4,"own_unknown":null,"own_share":0.5524957267908631}],"remarks":[]}

there are runs of 2 sizes only, and growth needs at least 3
  two points fit any curve
the run has no "own_page-faults"
  it was not recorded; xhprof run --events page-faults counts it
no run has the function "Store::fin"
  did you mean Store::find?
"wt>+10%" compares with an earlier run, but there is none
  write a condition of growth like 'growth[Foo::bar]>1.2'; xhprof diff decides other conditions
"growth>+10%" is not a threshold: growth is an exponent, without sign and unit
  write it like 'growth[Foo::bar]>1.2'
"growth[f]>2ms" is not a threshold: growth is an exponent, without sign and unit
  write it like 'growth[Foo::bar]>1.2'
