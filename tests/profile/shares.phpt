--TEST--
Each share of samples has its error in percentage points, Wilson's by effective samples, and the summary the largest
--FILE--
<?php
$row = fn (string $path, int $samples): array => ['frames' => explode(';', $path), 'samples' => $samples,
	'wall_ns' => $samples * 1000, 'cpu_ns' => 0];
$stacks = [$row('main();f', 60), $row('main();f;g', 30), $row('main();h', 10)];

/* The longer side of Wilson's interval at two standard errors. */
function wilson(float $share, float $samples): float
{
	$middle = ($share + 2 / $samples) / (1 + 4 / $samples);
	$half = 2 / (1 + 4 / $samples) * sqrt($share * (1 - $share) / $samples + 1 / $samples ** 2);

	return 100 * max($share > 0 ? $share - $middle + $half : 0, $share < 1 ? $middle + $half - $share : 0);
}
function show(XHProf\Profile $profile, float $effective): void
{
	$sum = $profile->summary();
	printf("worth %.2f, within %.2f points\n", $sum['effective_samples'], $sum['share_error_points']);
	foreach ($profile->functions() as $name => $function) {
		$isWilson = abs($function['share_error_points'] - wilson($function['own_wall_ns'] / $sum['wall_ns'],
			$effective)) < 1e-9 && abs($function['incl_share_error_points']
				- wilson($function['wall_ns'] / $sum['wall_ns'], $effective)) < 1e-9;
		printf("  %-7s %5.2f %5.2f %s\n", $name, $function['share_error_points'], $function['incl_share_error_points'],
			$isWilson ? 'Wilson' : 'NOT Wilson');
	}
}

echo "each sample counts as one: ";
show($all = XHProf\Profile::fromStacks($stacks), 100);
echo "of differing weights: ";
show($few = XHProf\Profile::fromStacks($stacks, null, 4.0), 4);
echo "both: ";
show($all->merge($few), 200 ** 2 / (100 ** 2 / 100 + 100 ** 2 / 4));
echo "no sample: ", json_encode(array_intersect_key(XHProf\Profile::fromStacks([])->summary(),
	['effective_samples' => 0, 'share_error_points' => 0])), "\n";
echo "reduced: ",
	$few->reduce(['hide_functions' => ['g']])->summary()['share_error_points'] > 40 ? 'kept' : 'LOST', "\n";

xhprof_sample_enable(['clock' => 'custom']);
xhprof_sample();
$custom = xhprof_stop()->summary();
echo "taken by the program: $custom[share_error_points]\n";
xhprof_enable();
strlen('x');
$calls = xhprof_stop();
var_dump(isset($calls->summary()['share_error_points']), isset($calls->functions()['main()']['share_error_points']));
foreach ([0.0, -1.0, NAN, INF] as $effective) {
	try {
		XHProf\Profile::fromStacks($stacks, null, $effective);
	} catch (ValueError $e) {
		echo $e->getMessage(), "\n";
	}
}
?>
--EXPECT--
each sample counts as one: worth 100.00, within 10.00 points
  f       10.00  7.62 Wilson
  g        9.79  9.79 Wilson
  h        7.62  7.62 Wilson
  main()   3.85  3.85 Wilson
of differing weights: worth 4.00, within 50.00 points
  f       40.00 49.15 Wilson
  g       43.91 43.91 Wilson
  h       49.15 49.15 Wilson
  main()  50.00 50.00 Wilson
both: worth 15.38, within 25.35 points
  f       24.41 24.19 Wilson
  g       25.35 25.35 Wilson
  h       24.19 24.19 Wilson
  main()  20.63 20.63 Wilson
no sample: {"share_error_points":100,"effective_samples":0}
reduced: kept
taken by the program: 0
bool(false)
bool(false)
XHProf\Profile::fromStacks(): Argument #3 ($effectiveSamples) must be a number above 0
XHProf\Profile::fromStacks(): Argument #3 ($effectiveSamples) must be a number above 0
XHProf\Profile::fromStacks(): Argument #3 ($effectiveSamples) must be a number above 0
XHProf\Profile::fromStacks(): Argument #3 ($effectiveSamples) must be a number above 0
