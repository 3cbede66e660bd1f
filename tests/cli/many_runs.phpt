--TEST--
Every command takes a run's id, a file, a folder with a filter, or a pattern, and says over how many runs its sum is
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
for ($i = 1; $i <= 20; $i++) {
	save_request($folder, sprintf('00000000000000%02x', $i), $i % 2 === 0 ? '/cart' : "/item/$i", 10 * $i, 200, $i,
		$i === 5 ? 'xhgui.jsonl' : 'json.gz');
}
$damaged = save_request($folder, '00000000000000ff', '/cart', 5, 200, 50);
file_put_contents("$folder/$damaged", substr(file_get_contents("$folder/$damaged"), 0, -30));
touch("$folder/$damaged", time() - 50);

foreach ([['top', '000000000000000a', '--dir', $folder], ['top', $folder], ['top', $folder, '--uri', '/cart'],
	['top', $folder, '--uri', '/cart', '--max-runs', '3'],
	['top', "$folder/*-item*"], ['top', "$folder/*-item*", '--slower-than', '150ms'],
	['top', '000000000000000a', '000000000000000b', '--dir', $folder], ['top', $folder, '--uri', '/none'],
	['top', "$folder/*.none"], ['show', $folder, '--uri', '/cart', '--function', 'render', '--max-runs', '4'],
	['diff', "$folder/*-item*", "$folder/*-cart*"], ['merge', $folder, '--out', "$folder/all.json"],
	['convert', $folder, '--uri', '/item/*', '--format', 'callgrind', '--out', "$folder/callgrind.out.1"],
	['alloc', $folder, '--uri', '/cart', '--max-runs', '2']] as $arguments) {
	show_saved($folder, [...$arguments, ...(in_array($arguments[0], ['top', 'diff'], true) ? ['--limit', '2'] : [])]);
}
$data = json_decode(cli(['top', $folder, '--uri', '/cart', '--json'])['out'], true);
echo json_encode(['file' => $data['file'], 'merged' => $data['merged'], 'runs' => $data['summary']['runs'],
	'wall_ns' => $data['summary']['wall_ns']]), "\n";

// The first one is damaged: a single run is that of the other file.
$two = ['top', "$folder/$damaged", "$folder/" . basename(glob("$folder/*000000000000000a.*")[0]), '--limit', '1'];
show_saved($folder, $two);
echo basename(json_decode(cli([...$two, '--json'])['out'], true)['file']), "\n";
?>
--CLEAN--
<?php
require __DIR__ . '/saved.inc';
remove(__DIR__ . '/many_runs.tmp');
?>
--EXPECT--
$ xhprof top 000000000000000a --dir FOLDER --limit 2
20261122-10…0000a.xhprof.json.gz  wall 100 ms  CPU 50.0 ms  peak 1.00 MiB
GET /cart  status 200
4 calls  2 functions  2 pairs

 own%      own  incl%     incl   calls   own mem  function
 75.0  75.0 ms    100   100 ms       1       0 B  main()
 25.0  25.0 ms   25.0  25.0 ms       3     100 B  render

$ xhprof top FOLDER --limit 2
20261122-10…00001.xhprof.json.gz  wall 10.0 ms  CPU 5.00 ms  peak 1.00 MiB
GET /item/1  status 200
4 calls  2 functions  2 pairs

 own%      own  incl%     incl   calls   own mem  function
 75.0  7.50 ms    100  10.0 ms       1       0 B  main()
 25.0  2.50 ms   25.0  2.50 ms       3     100 B  render

$ xhprof top FOLDER --uri /cart --limit 2
many_runs.tmp  wall 1.10 s  CPU 550 ms  peak 1.00 MiB
GET /cart  status 200
10 runs  40 calls  2 functions  2 pairs
over 10 runs: wall  mean 110 ms  p50 100 ms  p95 200 ms
slowest: 0000000000000014 200 ms, 0000000000000012 180 ms
1 run was left out:
  20261122-100000-shop-cart-…t be read as a profile: it is damaged or incomplete

 own%      own  incl%     incl   calls   own mem  function
 75.0   825 ms    100   1.10 s      10       0 B  main()
 25.0   275 ms   25.0   275 ms      30  0.98 KiB  render

$ xhprof top FOLDER --uri /cart --max-runs 3 --limit 2
many_runs.tmp  wall 120 ms  CPU 60.0 ms  peak 1.00 MiB
GET /cart  status 200
3 runs  12 calls  2 functions  2 pairs
over 3 runs, the newest of 11 (--max-runs): wall  mean 40.0 ms  p50 40.0 ms  p95 60.0 ms
slowest: 0000000000000006 60.0 ms, 0000000000000004 40.0 ms

 own%      own  incl%     incl   calls   own mem  function
 75.0  90.0 ms    100   120 ms       3       0 B  main()
 25.0  30.0 ms   25.0  30.0 ms       9     300 B  render

$ xhprof top FOLDER/*-item* --limit 2
*-item*  wall 1.00 s  CPU 500 ms  peak 1.00 MiB
10 runs  40 calls  2 functions  2 pairs
over 10 runs: wall  mean 100 ms  p50 90.0 ms  p95 190 ms
slowest: 0000000000000013 190 ms, 0000000000000011 170 ms

 own%      own  incl%     incl   calls   own mem  function
 75.0   750 ms    100   1.00 s      10       0 B  main()
 25.0   250 ms   25.0   250 ms      30  0.98 KiB  render

$ xhprof top FOLDER/*-item* --slower-than 150ms --limit 2
*-item*  wall 510 ms  CPU 255 ms  peak 1.00 MiB
3 runs  12 calls  2 functions  2 pairs
over 3 runs: wall  mean 170 ms  p50 170 ms  p95 190 ms
slowest: 0000000000000013 190 ms, 0000000000000011 170 ms

 own%      own  incl%     incl   calls   own mem  function
 75.0   383 ms    100   510 ms       3       0 B  main()
 25.0   128 ms   25.0   128 ms       9     300 B  render

$ xhprof top 000000000000000a 000000000000000b --dir FOLDER --limit 2
00000000000…00a 000000000000000b  wall 210 ms  CPU 105 ms  peak 1.00 MiB
2 runs  8 calls  2 functions  2 pairs
over 2 runs: wall  mean 105 ms
slowest: 000000000000000b 110 ms, 000000000000000a 100 ms

 own%      own  incl%     incl   calls   own mem  function
 75.0   158 ms    100   210 ms       2       0 B  main()
 25.0  52.5 ms   25.0  52.5 ms       6     200 B  render

$ xhprof top FOLDER --uri /none --limit 2
xhprof: no run matches these options
        xhprof list DIR shows the runs of a folder
status 2

$ xhprof top FOLDER/*.none --limit 2
xhprof: FOLDER/*.none: no file matches
status 2

$ xhprof show FOLDER --uri /cart --function render --max-runs 4
over 4 runs, the newest of 11 (--max-runs): wall  mean 50.0 ms  p50 40.0 ms  p95 80.0 ms
slowest: 0000000000000008 80.0 ms, 0000000000000006 60.0 ms
render
12 calls

            incl  of run       own  of run
wall     50.0 ms  25.0 %   50.0 ms  25.0 %
CPU      25.0 ms           25.0 ms
memory     400 B             400 B
peak    1.00 MiB          1.00 MiB

     %     incl    calls  callers
   100  50.0 ms       12  main()

     %     incl    calls  callees
   100  50.0 ms           (own)

$ xhprof diff FOLDER/*-item* FOLDER/*-cart* --limit 2
No change beyond noise: 10.0 ms slower (±80.0 ms).

medians of 10 and 10 runs
            before     after     change            95 % interval
calls            4         4          0
wall        100 ms    110 ms   +10.0 ms   +10.0 %  -50.0 % to +150 %
CPU        50.0 ms   55.0 ms   +5.00 ms   +10.0 %  -50.0 % to +150 %
memory       100 B     100 B        0 B
peak      1.00 MiB  1.00 MiB        0 B

own change   before    after     calls  function
 ~+7.50 ms  75.0 ms  82.5 ms            main()
 ~+2.50 ms  25.0 ms  27.5 ms            render

~ is within noise; 1 could not be read

$ xhprof merge FOLDER --out FOLDER/all.json
all.json  wall 2.10 s  CPU 1.05 s  peak 1.00 MiB
20 runs  80 calls  2 functions  2 pairs
over 20 runs: wall  mean 105 ms  p50 100 ms  p95 190 ms
slowest: 0000000000000014 200 ms, 0000000000000013 190 ms
1 run was left out:
  20261122-100000-shop-cart-…t be read as a profile: it is damaged or incomplete
file:  FOLDER/all.json (json)

$ xhprof convert FOLDER --uri /item/* --format callgrind --out FOLDER/callgrind.out.1

$ xhprof alloc FOLDER --uri /cart --max-runs 2
xhprof: this run has no allocations
        xhprof run --flags alloc -- SCRIPT
status 2

{"file":null,"merged":{"count":10,"found":11,"mean_ns":110000000,"p50_ns":100000000,"p95_ns":200000000,"slowest":[{"run":"0000000000000014","wall_ns":200000000},{"run":"0000000000000012","wall_ns":180000000},{"run":"0000000000000010","wall_ns":160000000}],"unreadable":1,"hosts":{"shop":10}},"runs":10,"wall_ns":1100000000}
$ xhprof top FOLDER/20261122-100000-shop-cart-7-00000000000000ff.xhprof.json.gz FOLDER/20261122-100000-shop-cart-7-000000000000000a.xhprof.json.gz --limit 1
20261122-10…0000a.xhprof.json.gz  wall 100 ms  CPU 50.0 ms  peak 1.00 MiB
GET /cart  status 200
4 calls  2 functions  2 pairs
1 run was left out:
  20261122-100000-shop-cart-…t be read as a profile: it is damaged or incomplete

 own%      own  incl%     incl   calls   own mem  function
 75.0  75.0 ms    100   100 ms       1       0 B  main()
 25.0  25.0 ms                       3     100 B  (1 more)

20261122-100000-shop-cart-7-000000000000000a.xhprof.json.gz
