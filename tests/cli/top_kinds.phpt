--TEST--
A pattern over runs of samples and runs of calls adds up those of the first one's kind, and names the others
--FILE--
<?php
require __DIR__ . '/cli.inc';

$folder = __DIR__ . '/top_kinds.tmp';
@mkdir($folder);
$row = static fn (string $function, int $samples): array => ['frames' => ['main()', $function], 'samples' => $samples,
	'wall_ns' => $samples * 1000, 'cpu_ns' => 0];
foreach (['a' => 1, 'c' => 2] as $name => $samples) {
	XHProf\Profile::fromStacks([$row('work', $samples)])->export('json', "$folder/$name.json");
}
XHProf\Profile::fromPairs(['main()==>render' => ['ct' => 3, 'wt' => 10], 'main()' => ['ct' => 1, 'wt' => 90]])
	->export('json', "$folder/b.json");
$top = cli(['top', "$folder/*.json"]);
echo implode("\n", array_slice(explode("\n", $top['out'] . $top['err']), 0, 12)), "\nstatus $top[status]\n";
exec('rm -r ' . escapeshellarg($folder));
?>
--EXPECT--
*.json  wall 3.00 us  CPU 0 ns
2 runs  3 samples  weight 3  2 functions  2 paths  not enough samples: about 1 s more
over 2 runs: wall  mean 1.50 us
slowest: c.json 2.00 us, a.json 1.00 us
1 run was left out:
  b.json: it is a run of calls, and the first one is of samples

 own%  ± pts      own  incl%     incl  weight  function
  100  ±57.1  3.00 us    100  3.00 us       3  work
  0.0  ±57.1     0 ns    100  3.00 us       3  main()

status 0
