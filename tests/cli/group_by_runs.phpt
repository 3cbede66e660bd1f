--TEST--
--group-by host, uri, method uri and tag:KEY adds up the wall times of saved runs in list, component their own times; top refers to it
--SKIPIF--
<?php
require __DIR__ . '/saved.inc';
if (!XHProf\Profile::formats()['json.gz']['is_available']) {
	die('skip built without zlib');
}
?>
--FILE--
<?php
require __DIR__ . '/saved.inc';

$folder = fresh_folder(__FILE__);
save_request($folder, '00000000000000a1', '/cart', 100, 200, 40, 'json.gz', 'GET', 'shop.example');
save_request($folder, '00000000000000a2', '/cart', 300, 200, 30, 'json', 'POST', 'www.example');
save_request($folder, '00000000000000a3', '/cart', 200, 200, 20, 'xhprof', 'GET', 'shop.example');
$pairs = ['main()' => ['ct' => 1, 'wt' => 5000]];
$own = ['run' => '00000000000000a4', 'host' => 'cli', 'method' => null, 'status' => 0];
XHProf\Profile::fromPairs($pairs,
	['url' => '/', 'SERVER' => [], 'get' => [], 'xhprof' => ['tags' => ['job' => 'mail']] + $own])->export('json',
		"$folder/20261122-100000-shop-x-7-00000000000000a4.xhprof.json");

foreach (['uri', 'method uri', 'host', 'tag:job', 'component'] as $by) {
	show_saved($folder, ['list', $folder, '--group-by', $by]);
}
show_saved($folder, ['list', $folder, '--group-by', 'uri', '--host', 'shop.example', '--limit', '0']);
show_saved($folder, ['top', $folder, '--group-by', 'method uri']);
$json = json_decode(cli(['list', $folder, '--group-by', 'tag:job', '--json'])['out'], true);
echo implode(' ', array_keys($json)), "\n", json_encode($json['groups']), "\n";
?>
--CLEAN--
<?php
require __DIR__ . '/saved.inc';
remove(__DIR__ . '/group_by_runs.tmp');
?>
--EXPECT--
$ xhprof list FOLDER --group-by uri
share    total    runs     mean      p50      p95  slowest  uri
 66.1   400 ms       2   200 ms                     300 ms  /cart
 33.1   200 ms       1   200 ms                     200 ms  (none)
  0.8  5.00 ms       1  5.00 ms                    5.00 ms  /

$ xhprof list FOLDER --group-by method uri
share    total    runs     mean      p50      p95  slowest  method uri
 49.6   300 ms       1   300 ms                     300 ms  POST /cart
 33.1   200 ms       1   200 ms                     200 ms  (none)
 16.5   100 ms       1   100 ms                     100 ms  GET /cart
  0.8  5.00 ms       1  5.00 ms                    5.00 ms  /

$ xhprof list FOLDER --group-by host
share    total    runs     mean      p50      p95  slowest  host
 49.6   300 ms       1   300 ms                     300 ms  www.example
 33.9   205 ms       2   103 ms                     200 ms  (none)
 16.5   100 ms       1   100 ms                     100 ms  shop.example

$ xhprof list FOLDER --group-by tag:job
share    total    runs     mean      p50      p95  slowest  tag:job
 99.2   600 ms       3   200 ms   200 ms   300 ms   300 ms  (none)
  0.8  5.00 ms       1  5.00 ms                    5.00 ms  mail

$ xhprof list FOLDER --group-by component
 own%      own    runs     mean      p50      p95  slowest  component
  100   605 ms       4   151 ms   100 ms   300 ms   300 ms  (application)

$ xhprof list FOLDER --group-by uri --host shop.example --limit 0
share    total    runs     mean      p50      p95  slowest  uri
(1 more)

$ xhprof top FOLDER --group-by method uri
xhprof: --group-by method uri groups runs, not functions
        xhprof list DIR --group-by 'method uri' adds up their times
status 2

schema version folder removed group_by runs wall_ns count has_paths problems groups
[{"value":"(none)","runs":3,"total_ns":600000000,"mean_ns":200000000,"p50_ns":200000000,"p95_ns":300000000,"slowest_ns":300000000},{"value":"mail","runs":1,"total_ns":5000000,"mean_ns":5000000,"p50_ns":5000000,"p95_ns":5000000,"slowest_ns":5000000}]
