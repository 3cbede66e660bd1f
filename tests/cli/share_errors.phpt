--TEST--
xhprof top and diff say how far shares of samples may be off, or that there are not enough of them, and for how long to sample more
--FILE--
<?php
require __DIR__ . '/cli.inc';

$folder = __DIR__ . '/share_errors.tmp';
@mkdir($folder);
/* Of 10 s, with so many effective samples. */
function save(string $name, array $ms, float $effective): void
{
	global $folder;
	$rows = [];
	foreach ($ms as $function => $own) {
		$rows[] = ['frames' => ['main()', $function], 'samples' => intdiv($own, 10),
			'wall_ns' => $own * 1_000_000, 'cpu_ns' => 0];
	}
	XHProf\Profile::fromStacks($rows, null, $effective)->export('json', "$folder/$name.json");
}
function show_command(string ...$arguments): array
{
	global $folder;
	$result = cli([...$arguments]);
	echo strtr('$ xhprof ' . implode(' ', $arguments) . "\n$result[out]$result[err]", [$folder => 'RUNS']), "\n";

	return $result;
}

save('enough', ['query' => 5500, 'render' => 4000, 'log' => 500], 1000);
save('few', ['query' => 5500, 'render' => 4000, 'log' => 500], 40.0);
save('one', ['query' => 10_000], 1.0);
save('later', ['query' => 4500, 'render' => 4900, 'log' => 500, 'new' => 100], 800.0);
show_command('top', "$folder/enough.json");
show_command('top', "$folder/few.json", '--limit', '1');
show_command('top', "$folder/one.json");
show_command('diff', "$folder/enough.json", "$folder/later.json");
show_command('diff', "$folder/few.json", "$folder/later.json");
// A fifth of its time is on a CPU: shares of that are of a fifth of the samples.
XHProf\Profile::fromStacks(
	[['frames' => ['main()', 'query'], 'samples' => 800, 'wall_ns' => 8_000_000_000, 'cpu_ns' => 400_000_000],
		['frames' => ['main()', 'render'], 'samples' => 200, 'wall_ns' => 2_000_000_000, 'cpu_ns' => 1_600_000_000]],
	null, 1000.0)->export('json', "$folder/waits.json");
show_command('top', "$folder/waits.json");
show_command('top', "$folder/waits.json", '--by', 'cpu');
// Of fewer samples the shares of wall time are known, those of CPU time are not.
XHProf\Profile::fromStacks(
	[['frames' => ['main()', 'query'], 'samples' => 800, 'wall_ns' => 8_000_000_000, 'cpu_ns' => 400_000_000],
		['frames' => ['main()', 'render'], 'samples' => 200, 'wall_ns' => 2_000_000_000, 'cpu_ns' => 1_600_000_000]],
	null, 100.0)->export('json', "$folder/waits.json");
echo explode("\n", cli(['top', "$folder/waits.json"])['out'])[1], "\n";
show_command('top', "$folder/waits.json", '--by', 'cpu', '--limit', '1');
$json = json_decode(cli(['top', "$folder/few.json", '--json'])['out'], true);
printf("%.2f of %.1f samples\n", $json['summary']['share_error_points'], $json['summary']['effective_samples']);
foreach ($json['functions'] as $row) {
	printf("%s %.2f %.2f\n", $row['name'], $row['share_error_points'], $row['incl_share_error_points']);
}
$json = json_decode(cli(['diff', "$folder/few.json", "$folder/later.json", '--json'])['out'], true);
echo $json['functions'][0]['name'], ' ',
	json_encode(array_map(fn ($ns) => round($ns / 1e9, 2), $json['functions'][0]['interval'])), "\n";
exec('rm -r ' . escapeshellarg($folder));
?>
--EXPECT--
$ xhprof top RUNS/enough.json
enough.json  wall 10.0 s  CPU 0 ns
1,000 samples  weight 1,000  4 functions  4 paths  shares within ±3.2 points

 own%  ± pts      own  incl%     incl  weight  function
 55.0   ±3.2   5.50 s   55.0   5.50 s     550  query
 40.0   ±3.1   4.00 s   40.0   4.00 s     400  render
  5.0   ±1.6   500 ms    5.0   500 ms      50  log
  0.0   ±0.4     0 ns    100   10.0 s   1,000  main()

$ xhprof top RUNS/few.json --limit 1
few.json  wall 10.0 s  CPU 0 ns
1,000 samples  weight 1,000  4 functions  4 paths  not enough samples: about 15 s more

 own%  ± pts      own  incl%     incl  weight  function
 55.0  ±15.5   5.50 s   55.0   5.50 s     550  query
 45.0          4.50 s                          (3 more)

$ xhprof top RUNS/one.json
one.json  wall 10.0 s  CPU 0 ns
1,000 samples  weight 1,000  2 functions  2 paths  not enough samples: about 10 min more

 own%  ± pts      own  incl%     incl  weight  function
  100  ±80.0   10.0 s    100   10.0 s   1,000  query
  0.0  ±80.0     0 ns    100   10.0 s   1,000  main()

$ xhprof diff RUNS/enough.json RUNS/later.json
No change.

            before     after     change
calls        1,000     1,000          0
wall        10.0 s    10.0 s       0 ns
CPU           0 ns      0 ns       0 ns

own change   before    after     calls  function
   -1.00 s   5.50 s   4.50 s      -100  query
   +900 ms   4.00 s   4.90 s       +90  render
  ~+100 ms        -   100 ms       +10  new

~ is within the error of the samples; one run each cannot tell a change from
noise: xhprof run --repeat 20 can

$ xhprof diff RUNS/few.json RUNS/later.json
No change.

            before     after     change
calls        1,000     1,000          0
wall        10.0 s    10.0 s       0 ns
CPU           0 ns      0 ns       0 ns

own change   before    after     calls  function
  ~-1.00 s   5.50 s   4.50 s      -100  query
  ~+900 ms   4.00 s   4.90 s       +90  render
  ~+100 ms        -   100 ms       +10  new

~ is within the error of the samples; one run each cannot tell a change from
noise: xhprof run --repeat 20 can

$ xhprof top RUNS/waits.json
waits.json  wall 10.0 s  CPU 2.00 s
1,000 samples  weight 1,000  3 functions  3 paths  shares within ±2.6 points

 own%  ± pts      own  incl%     incl  weight  function
 80.0   ±2.6   8.00 s   80.0   8.00 s     800  query
 20.0   ±2.6   2.00 s   20.0   2.00 s     200  render
  0.0   ±0.4     0 ns    100   10.0 s   1,000  main()

$ xhprof top RUNS/waits.json --by cpu
waits.json  wall 10.0 s  CPU 2.00 s
1,000 samples  weight 1,000  3 functions  3 paths  shares of CPU time within ±6.2 points

 own%  ± pts       own  incl%      incl  weight  function    by CPU
 80.0   ±6.2    1.60 s   80.0    1.60 s     200  render
 20.0   ±6.2    400 ms   20.0    400 ms     800  query
  0.0   ±2.0      0 ns    100    2.00 s   1,000  main()

1,000 samples  weight 1,000  3 functions  3 paths  shares within ±9.1 points
$ xhprof top RUNS/waits.json --by cpu --limit 1
waits.json  wall 10.0 s  CPU 2.00 s
1,000 samples  weight 1,000  3 functions  3 paths  not enough samples of CPU time: about 30 s more

 own%  ± pts       own  incl%      incl  weight  function    by CPU
 80.0  ±22.1    1.60 s   80.0    1.60 s     200  render
 20.0           400 ms                           (2 more)

15.71 of 40.0 samples
query 15.46 15.46
render 15.71 15.71
log 11.83 11.83
main() 9.09 9.09
query [-2.59,0.59]
