--TEST--
--by takes a metric with and without "own_", and top shows the metric by which it sorts
--FILE--
<?php
require __DIR__ . '/cli.inc';

$file = canned('a.xhprof');
foreach (['cpu', 'own_cpu', 'own_wt', 'ct', 'own_mu'] as $by) {
	foreach ([['diff', $file, canned('b.xhprof')], ['show', $file, '--function', 'f'], ['top', $file]] as $command) {
		$said = cli([...$command, '--by', $by]);
		echo $by, ' ', $command[0], ' ', $said['status'], ' ', $said['err'],
			preg_match('/    by .*/', $said['out'], $title) ? trim($title[0]) : '-', "\n";
	}
}
foreach ([['cpu', '--sort', 'incl'], ['memory', '--sort=incl'], ['memory'], ['own_peak']] as $by) {
	show_cli(['top', $file, '--by', ...$by, '--limit', '2']);
}
show_cli(['top', $file, '--by', 'own_own_cpu']);
foreach (['component', 'wait', 'method uri', 'tag:tenant'] as $dimension) {
	show_cli(['top', $file, '--by', $dimension]);
}
foreach (['icnl', 'memroy', 'foo'] as $order) {
	show_cli(['top', $file, '--sort', $order]);
}
XHProf\Profile::fromPairs(['main()' => ['ct' => 1, 'wt' => 9]])->export('json', $one = own_file('one.json'));
show_cli(['top', $one]);
XHProf\Profile::fromPairs(['main()==>drop' => ['ct' => 1, 'wt' => 5, 'mu' => -18688, 'pmu' => 0],
	'main()' => ['ct' => 1, 'wt' => 9, 'mu' => 41208, 'pmu' => 0]])->export('json', $freed = own_file('freed.json'));
echo strstr(cli(['show', $freed, '--function', 'main()', '--by', 'memory'])['out'],
	'     %     incl    calls  callees');
?>
--EXPECT--
cpu diff 0 -
cpu show 0 by CPU
cpu top 0 by CPU
own_cpu diff 0 -
own_cpu show 0 by CPU
own_cpu top 0 by CPU
own_wt diff 0 -
own_wt show 0 -
own_wt top 0 -
ct diff 0 -
ct show 0 by calls
ct top 0 -
own_mu diff 0 -
own_mu show 0 by memory
own_mu top 0 by memory
$ xhprof top metric_by.a.xhprof --by cpu --sort incl --limit 2
metric_by.a.xhprof  wall 10.0 ms  CPU 5.00 ms  peak 4.00 MiB
12,019 calls  6 functions  9 pairs

 own%       own  incl%      incl   calls  function    by CPU
 23.0   1.15 ms    100   5.00 ms       1  main()
 46.0   2.30 ms   75.0   3.75 ms       4  f
 31.0   1.55 ms                           (4 more)

$ xhprof top metric_by.a.xhprof --by memory --sort=incl --limit 2
metric_by.a.xhprof  wall 10.0 ms  CPU 5.00 ms  peak 4.00 MiB
12,019 calls  6 functions  9 pairs

 own%       own  incl%      incl   calls  function    by memory
 25.0  1.00 MiB    100  4.00 MiB       1  main()
 62.5  2.50 MiB   75.0  3.00 MiB       4  f
 12.5   512 KiB                           (4 more)

$ xhprof top metric_by.a.xhprof --by memory --limit 2
metric_by.a.xhprof  wall 10.0 ms  CPU 5.00 ms  peak 4.00 MiB
12,019 calls  6 functions  9 pairs

 own%       own  incl%      incl   calls  function    by memory
 62.5  2.50 MiB   75.0  3.00 MiB       4  f
 25.0  1.00 MiB    100  4.00 MiB       1  main()
 12.5   512 KiB                           (4 more)

$ xhprof top metric_by.a.xhprof --by own_peak --limit 2
metric_by.a.xhprof  wall 10.0 ms  CPU 5.00 ms  peak 4.00 MiB
12,019 calls  6 functions  9 pairs

 own%       own  incl%      incl   calls  function    by peak
 50.0  2.00 MiB   75.0  3.00 MiB       4  f
 25.0  1.00 MiB    100  4.00 MiB       1  main()
 25.0  1.00 MiB                           (4 more)

$ xhprof top metric_by.a.xhprof --by own_own_cpu
xhprof: unknown metric "own_own_cpu"
        did you mean own_cpu? metrics are calls, wall, cpu, memory, peak (short: ct, wt, cpu, mu, pmu), own_wall and so on, and the events of xhprof run --events
status 2

$ xhprof top metric_by.a.xhprof --by component
xhprof: unknown metric "component"
        to see rows by component: --group-by component
status 2

$ xhprof top metric_by.a.xhprof --by wait
xhprof: unknown metric "wait"
        to see rows by wait: --group-by wait
status 2

$ xhprof top metric_by.a.xhprof --by method uri
xhprof: unknown metric "method uri"
        to see rows by method uri: --group-by "method uri"
status 2

$ xhprof top metric_by.a.xhprof --by tag:tenant
xhprof: unknown metric "tag:tenant"
        to see rows by tag:tenant: --group-by tag:tenant
status 2

$ xhprof top metric_by.a.xhprof --sort icnl
xhprof: --sort cannot be "icnl"
        did you mean incl? it is one of: own, incl
status 2

$ xhprof top metric_by.a.xhprof --sort memroy
xhprof: --sort cannot be "memroy"
        it is one of: own, incl
status 2

$ xhprof top metric_by.a.xhprof --sort foo
xhprof: --sort cannot be "foo"
        it is one of: own, incl
status 2

$ xhprof top metric_by.one.json
metric_by.one.json  wall 9.00 us
1 call  1 function  1 pair

 own%      own  incl%     incl   calls  function
  100  9.00 us    100  9.00 us       1  main()

     %     incl    calls  callees    by memory
   145 58.5 KiB           (own)
 -45.4 -18.3 KiB        1  drop
