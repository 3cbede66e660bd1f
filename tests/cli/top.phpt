--TEST--
xhprof top lists what costs most, in 80 columns, and one row for the rest
--FILE--
<?php
require __DIR__ . '/cli.inc';

$file = canned('a.xhprof');
show_cli(['top', $file]);
show_cli(['top', $file, '--by', 'ct', '--limit=2']);
show_cli(['top', '-', '--limit', '1'], file_get_contents($file));
$wide = array_filter(explode("\n", cli(['top', $file])['out']), fn($line) => preg_match_all('/\X/u', $line) > 80);
echo count($wide), " lines are too long\n";
?>
--EXPECT--
$ xhprof top top.a.xhprof
top.a.xhprof  wall 10.0 ms  CPU 5.00 ms  peak 4.00 MiB
12,019 calls  6 functions  9 pairs

 own%      own  incl%     incl   calls   own mem  function
 46.0  4.60 ms   75.0  7.50 ms       4  2.50 MiB  f
 23.0  2.30 ms    100  10.0 ms       1  1.00 MiB  main()
 21.0  2.10 ms   21.0  2.10 ms      12  1.00 MiB  App\Store::load
  5.0   500 us    5.0   500 us       1  -512 KiB  PDO::query#a [31mbÿ
  4.0   400 us    4.0   400 us  12,000       0 B  Größe\Läng…de_mit_langem_namen
  1.0   100 us    2.0   200 us       1       0 B  App\main

$ xhprof top top.a.xhprof --by ct --limit=2
top.a.xhprof  wall 10.0 ms  CPU 5.00 ms  peak 4.00 MiB
12,019 calls  6 functions  9 pairs

 own%      own  incl%     incl   calls   own mem  function
  4.0   400 us    4.0   400 us  12,000       0 B  Größe\Läng…de_mit_langem_namen
 21.0  2.10 ms   21.0  2.10 ms      12  1.00 MiB  App\Store::load
 75.0  7.50 ms                       7  3.00 MiB  (4 more)

$ xhprof top - --limit 1
-  wall 10.0 ms  CPU 5.00 ms  peak 4.00 MiB
12,019 calls  6 functions  9 pairs

 own%      own  incl%     incl   calls   own mem  function
 46.0  4.60 ms   75.0  7.50 ms       4  2.50 MiB  f
 54.0  5.40 ms                  12,015  1.50 MiB  (5 more)

0 lines are too long
