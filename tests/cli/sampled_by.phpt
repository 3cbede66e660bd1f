--TEST--
Heads say by what samples were taken and why, of merged runs by how many, and xhprof diff says where both were sampled differently
--EXTENSIONS--
xhprof
--FILE--
<?php
require __DIR__ . '/cli.inc';
require __DIR__ . '/../format/samples.inc';

function stored(string $name, array $sources): string
{
	sampled_run([], $sources)->export('json', $file = own_file("$name.json"));

	return $file;
}

$why = ['perf' => 'the first choice where the system permits it',
	'interrupt' => 'the program handles SIGURG without SA_RESTART',
	'timer' => 'perf does not see the kernel, where much time is',
	'outside' => 'the process has no ring that can be read'];
$files = [];
foreach ($why as $source => $text) {
	$files[$source] = stored($source, [$source => ['runs' => 1, 'reason' => $text]]);
}
$none = stored('none', []);
foreach ([...$files, $none] as $file) {
	show_cli(['top', $file, '--limit', '1']);
}

echo "-- 60 columns\n";
putenv('COLUMNS=60');
show_cli(['top', $files['interrupt'], '--limit', '1']);
show_cli(['diff', $files['perf'], $files['outside'], '--limit', '1']);
putenv('COLUMNS');

echo "-- merged\n";
$merged = own_file('merged.json');
show_cli(['merge', $files['perf'], $files['interrupt'], $files['perf'], $files['perf'], '--out', $merged]);
show_cli(['top', $merged, '--limit', '1']);
echo json_encode(array_intersect_key(json_decode(cli(['top', $merged, '--json'])['out'], true)['summary'],
	['sampled' => 0, 'sampled_by' => 0, 'sources' => 0])), "\n\n";

echo "-- diff\n";
show_cli(['diff', $files['perf'], $files['timer'], '--limit', '1']);
show_cli(['diff', $files['perf'], $merged, '--limit', '1']);
show_cli(['diff', $files['perf'], $files['timer'], '--markdown', '--limit', '1']);
show_cli(['show', $files['perf'], $files['timer'], '--function', 'b']);
foreach ([['perf', 'timer'], ['perf', 'perf']] as [$before, $after]) {
	echo "$before, $after: ", json_encode(json_decode(cli(['diff', $files[$before], $files[$after], '--json'])['out'],
		true)['sampled_differently']), "\n";
}
show_cli(['diff', $files['perf'], $files['perf'], '--limit', '1']);
show_cli(['diff', $files['perf'], $none, '--limit', '1']);

echo "-- beside calls\n";
$calls = XHProf\Profile::fromPairs(['main()' => ['ct' => 1, 'wt' => 1100000],
	'main()==>a' => ['ct' => 1, 'wt' => 900000], 'a==>b' => ['ct' => 9, 'wt' => 500000]])->export('json');
file_put_contents($both = own_file('both.json'),
	preg_replace('/\}\s*$/D', ",\n\"sampled\":" . trim(file_get_contents($files['timer'])) . "}\n", $calls));
show_cli(['top', $both, '--limit', '1']);
show_cli(['top', $both, '--sampled', '--limit', '1']);

echo "-- pages\n";
foreach ([[$files['timer']], [$files['perf'], $files['timer']], [$files['perf'], $files['perf']]] as $words) {
	cli(['report', ...$words, '--out', $html = own_file('run.html')]);
	preg_match('~id="xhprof">(.*?)</script>~', file_get_contents($html), $found);
	$head = json_decode($found[1], true);
	echo json_encode([$head['notes'], array_map(fn (array $run) => $run['summary']['sampled'], $head['runs'])]), "\n";
}
?>
--EXPECT--
$ xhprof top sampled_by.perf.json --limit 1
sampled_by.perf.json  wall 1.10 s  CPU 200 ms
sampled by perf signals: the first choice where the system permits it
350 samples  weight 1,100  4 functions  4 paths  shares within ±3.2 points  13.6 % inferred

 own%  ± pts      own  incl%     incl  weight  function
 68.2   ±2.8   750 ms   68.2   750 ms     750  {sleep}
 31.8          350 ms                          (3 more)

$ xhprof top sampled_by.interrupt.json --limit 1
sampled_by.interrupt.json  wall 1.10 s  CPU 200 ms
sampled by a helper thread: the program handles SIGURG without SA_RESTART
350 samples  weight 1,100  4 functions  4 paths  shares within ±3.2 points  13.6 % inferred

 own%  ± pts      own  incl%     incl  weight  function
 68.2   ±2.8   750 ms   68.2   750 ms     750  {sleep}
 31.8          350 ms                          (3 more)

$ xhprof top sampled_by.timer.json --limit 1
sampled_by.timer.json  wall 1.10 s  CPU 200 ms
sampled by timer signals: perf does not see the kernel, where much time is
350 samples  weight 1,100  4 functions  4 paths  shares within ±3.2 points  13.6 % inferred

 own%  ± pts      own  incl%     incl  weight  function
 68.2   ±2.8   750 ms   68.2   750 ms     750  {sleep}
 31.8          350 ms                          (3 more)

$ xhprof top sampled_by.outside.json --limit 1
sampled_by.outside.json  wall 1.10 s  CPU 200 ms
sampled by xhprof from outside: the process has no ring that can be read
350 samples  weight 1,100  4 functions  4 paths  shares within ±3.2 points  13.6 % inferred

 own%  ± pts      own  incl%     incl  weight  function
 68.2   ±2.8   750 ms   68.2   750 ms     750  {sleep}
 31.8          350 ms                          (3 more)

$ xhprof top sampled_by.none.json --limit 1
sampled_by.none.json  wall 1.10 s  CPU 200 ms
350 samples  weight 1,100  4 functions  4 paths  shares within ±3.2 points  13.6 % inferred

 own%  ± pts      own  incl%     incl  weight  function
 68.2   ±2.8   750 ms   68.2   750 ms     750  {sleep}
 31.8          350 ms                          (3 more)

-- 60 columns
$ xhprof top sampled_by.interrupt.json --limit 1
sampled_by.interrupt.json  wall 1.10 s  CPU 200 ms
sampled by a helper thread: the program handles SIGURG
without SA_RESTART
350 samples  weight 1,100  4 functions  4 paths  shares within ±3.2 points  13.6 % inferred

 own%  ± pts      own  incl%     incl  weight  function
 68.2   ±2.8   750 ms   68.2   750 ms     750  {sleep}
 31.8          350 ms                          (3 more)

$ xhprof diff sampled_by.perf.json sampled_by.outside.json --limit 1
sampled differently: before by perf signals, after by xhprof
from outside

No change.

            before     after     change
calls        1,100     1,100          0
wall        1.10 s    1.10 s       0 ns
CPU         200 ms    200 ms       0 ns

no function differs

~ is within the error of the samples; one run each cannot
tell a change from noise: xhprof run --repeat 20 can

-- merged
$ xhprof merge sampled_by.perf.json sampled_by.interrupt.json sampled_by.perf.json sampled_by.perf.json --out sampled_by.merged.json
sampled_by.merged.json  wall 4.40 s  CPU 800 ms
sampled by perf signals in 3 runs, by a helper thread in 1
4 runs  1,400 samples  weight 4,400  4 functions  4 paths  shares within ±3.3 points
over 4 runs: wall  mean 1.10 s  p50 1.10 s  p95 1.10 s
slowest: sampled_by.perf.json 1.10 s, sampled_by.interrupt.json 1.10 s
file:  sampled_by.merged.json (json)

$ xhprof top sampled_by.merged.json --limit 1
sampled_by.merged.json  wall 4.40 s  CPU 800 ms
sampled by perf signals in 3 runs, by a helper thread in 1
4 runs  1,400 samples  weight 4,400  4 functions  4 paths  shares within ±3.3 points

 own%  ± pts      own  incl%     incl  weight  function
 68.2   ±3.3   3.00 s   68.2   3.00 s   3,000  {sleep}
 31.8          1.40 s                          (3 more)

{"sampled":"sampled by perf signals in 3 runs, by a helper thread in 1","sampled_by":"perf signals in 3 runs, by a helper thread in 1","sources":{"perf":3,"interrupt":1}}

-- diff
$ xhprof diff sampled_by.perf.json sampled_by.timer.json --limit 1
sampled differently: before by perf signals, after by timer signals

No change.

            before     after     change
calls        1,100     1,100          0
wall        1.10 s    1.10 s       0 ns
CPU         200 ms    200 ms       0 ns

no function differs

~ is within the error of the samples; one run each cannot tell a change from
noise: xhprof run --repeat 20 can

$ xhprof diff sampled_by.perf.json sampled_by.merged.json --limit 1
sampled differently: before by perf signals, after by perf signals in 3 runs, by
a helper thread in 1

No change.

            before     after     change
calls        1,100     1,100          0
wall        1.10 s    1.10 s       0 ns
CPU         200 ms    200 ms       0 ns

no function differs

~ is within the error of the samples; averages of 1 and 4 runs cannot tell a
change from noise: xhprof run --repeat 20 can

$ xhprof diff sampled_by.perf.json sampled_by.timer.json --markdown --limit 1
### xhprof: no change

⚠️ sampled differently: before by perf signals, after by timer signals

No change.

| | before | after | change | 95 % interval |
|---|--:|--:|--:|--:|
| calls | 1,100 | 1,100 | 0 |  |
| wall | 1.10 s | 1.10 s | 0 ns |  |
| CPU | 200 ms | 200 ms | 0 ns |  |

No function differs.

<sub>≈ is within the error of the samples; one run each cannot tell a change from
noise: xhprof run --repeat 20 can</sub>

$ xhprof show sampled_by.perf.json sampled_by.timer.json --function b
sampled differently: before by perf signals, after by timer signals

b
No change (±23.8 ms); that is within noise.

                    before     after     change
calls                  150       150          0
wall                150 ms    150 ms       0 ns
own wall            150 ms    150 ms       0 ns
CPU                 150 ms    150 ms       0 ns
own CPU             150 ms    150 ms       0 ns

    change   before    after     calls  callers
      0 ns   150 ms   150 ms            a

    change   before    after     calls  callees
      0 ns   150 ms   150 ms            (own)

perf, timer: "sampled differently: before by perf signals, after by timer signals"
perf, perf: ""
$ xhprof diff sampled_by.perf.json sampled_by.perf.json --limit 1
No change.

            before     after     change
calls        1,100     1,100          0
wall        1.10 s    1.10 s       0 ns
CPU         200 ms    200 ms       0 ns

no function differs

~ is within the error of the samples; one run each cannot tell a change from
noise: xhprof run --repeat 20 can

$ xhprof diff sampled_by.perf.json sampled_by.none.json --limit 1
No change.

            before     after     change
calls        1,100     1,100          0
wall        1.10 s    1.10 s       0 ns
CPU         200 ms    200 ms       0 ns

no function differs

~ is within the error of the samples; one run each cannot tell a change from
noise: xhprof run --repeat 20 can

-- beside calls
$ xhprof top sampled_by.both.json --limit 1
sampled_by.both.json  wall 1.10 s
11 calls  3 functions  3 pairs
350 samples beside the calls, by timer signals: xhprof top --sampled has both

 own%      own  incl%     incl   calls  function
 45.5   500 ms   45.5   500 ms       9  b
 54.5   600 ms                       2  (2 more)

$ xhprof top sampled_by.both.json --sampled --limit 1
own wall time in percent: recorded, without the overhead of calls, and in 350 samples
sampled by timer signals: perf does not see the kernel, where much time is
! 3 differ by more than chance, three standard errors

   calls  traced without  sampled          95 %    ratio    function
       1    18.2             68.2  61.5 to 74.2   × 0.27 !  main()
(2 more)

-- pages
[[],["sampled by timer signals: perf does not see the kernel, where much time is"]]
[["sampled differently: before by perf signals, after by timer signals"],["sampled by perf signals: the first choice where the system permits it","sampled by timer signals: perf does not see the kernel, where much time is"]]
[[],["sampled by perf signals: the first choice where the system permits it","sampled by perf signals: the first choice where the system permits it"]]
