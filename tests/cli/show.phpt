--TEST--
xhprof show tells of a function who called it and what it called, recursion apart
--FILE--
<?php
require __DIR__ . '/cli.inc';

$file = canned('a.xhprof');
show_cli(['show', $file, '--function', 'f']);
show_cli(['show', $file, '--function', 'store::LOAD']);
show_cli(['show', $file, '--function', 'main()']);
echo implode("\n", array_slice(explode("\n", cli(['show', $file, '--function', 'f', '--limit', '2'])['out']), -5));
echo implode("\n",
	array_slice(explode("\n", cli(['show', $file, '--function', 'App\\Store::load', '--limit', '0'])['out']), -3));
?>
--EXPECT--
$ xhprof show show.a.xhprof --function f
f
4 calls, 2 of them by itself

            incl  of run       own  of run
wall     7.50 ms  75.0 %   4.60 ms  46.0 %
CPU      3.75 ms           2.30 ms
memory  3.00 MiB          2.50 MiB
peak    3.00 MiB          2.00 MiB

     %     incl    calls  callers
   100  7.50 ms        2  main()

     %     incl    calls  callees
  61.3  4.60 ms           (own)
  26.7  2.00 ms       10  App\Store::load
   6.7   500 us        1  PDO::query#a [31mbÿ
   5.3   400 us   12,000  Größe\Länge\漢字漢…字\Klasse::methode_mit_langem_namen

$ xhprof show show.a.xhprof --function store::LOAD
App\Store::load
12 calls

            incl  of run       own  of run
wall     2.10 ms  21.0 %   2.10 ms  21.0 %
CPU      1.05 ms           1.05 ms
memory  1.00 MiB          1.00 MiB
peak    1.00 MiB          1.00 MiB

     %     incl    calls  callers
  95.2  2.00 ms       10  f
   4.8   100 us        2  App\main

     %     incl    calls  callees
   100  2.10 ms           (own)

$ xhprof show show.a.xhprof --function main()
main()
1 call

            incl  of run       own  of run
wall     10.0 ms   100 %   2.30 ms  23.0 %
CPU      5.00 ms           1.15 ms
memory  4.00 MiB          1.00 MiB
peak    4.00 MiB          1.00 MiB

     %     incl    calls  callers
                          (none)

     %     incl    calls  callees
  75.0  7.50 ms        2  f
  23.0  2.30 ms           (own)
   2.0   200 us        1  App\main

     %     incl    calls  callees
  61.3  4.60 ms           (own)
  26.7  2.00 ms       10  App\Store::load
  12.0   900 us   12,001  (2 more)
     %     incl    calls  callees
   100  2.10 ms           (1 more)
