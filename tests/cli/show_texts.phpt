--TEST--
xhprof show sums up a function that has several texts behind its name, and lists them
--FILE--
<?php
require __DIR__ . '/cli.inc';

$file = own_file('xhprof', serialize([
	'main()==>load' => ['ct' => 2, 'wt' => 90], 'main()==>DB::query#COMMIT' => ['ct' => 1, 'wt' => 5],
	'load==>DB::query#SELECT a' => ['ct' => 3, 'wt' => 30], 'load==>DB::query#SELECT b' => ['ct' => 1, 'wt' => 40],
	'DB::query#SELECT a==>wait' => ['ct' => 3, 'wt' => 20], 'DB::query#SELECT b==>wait' => ['ct' => 1, 'wt' => 10],
	'main()' => ['ct' => 1, 'wt' => 100]]));
show_cli(['show', $file, '--function', 'db::QUERY']);
show_cli(['show', $file, '--function', 'DB::query#COMMIT']);
$data = json_decode(cli(['show', $file, '--function', 'DB::query', '--json'])['out'], true);
echo $data['function']['name'], ' ', $data['function']['calls'], ' ', $data['function']['wall_ns'], ' ',
	json_encode($data['texts']), "\n";
?>
--EXPECT--
$ xhprof show show_texts.xhprof --function db::QUERY
DB::query
5 calls

            incl  of run       own  of run
wall     75.0 us  75.0 %   45.0 us  45.0 %

     %     incl    calls  texts
  53.3  40.0 us        1  SELECT b
  40.0  30.0 us        3  SELECT a
   6.7  5.00 us        1  COMMIT

     %     incl    calls  callers
  93.3  70.0 us        4  load
   6.7  5.00 us        1  main()

     %     incl    calls  callees
  60.0  45.0 us           (own)
  40.0  30.0 us        4  wait

$ xhprof show show_texts.xhprof --function DB::query#COMMIT
DB::query#COMMIT
1 call

            incl  of run       own  of run
wall     5.00 us   5.0 %   5.00 us   5.0 %

     %     incl    calls  callers
   100  5.00 us        1  main()

     %     incl    calls  callees
   100  5.00 us           (own)

DB::query 5 75000 [{"name":"SELECT b","calls":1,"wall_ns":40000},{"name":"SELECT a","calls":3,"wall_ns":30000},{"name":"COMMIT","calls":1,"wall_ns":5000}]
