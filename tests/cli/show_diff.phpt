--TEST--
xhprof show BEFORE AFTER tells which callee made a function slower
--FILE--
<?php
require __DIR__ . '/cli.inc';

[$before, $after] = [canned('a.xhprof'), canned('b.xhprof', 3)];
show_cli(['show', $before, $after, '--function', 'f']);
show_cli(['show', $after, $before, '--function', 'store::LOAD', '--by', 'cpu']);
show_cli(['show', $before, $after, '--function', 'Größe\Länge\漢字漢字漢字漢字漢字\Klasse::methode_mit_langem_namen']);

$pairs = unserialize(file_get_contents($after));
foreach ($pairs as $pair => $row) {
	$other[str_replace('App\Store::load', 'New\Basin::fill', $pair)] = $row;
}
$renamed = own_file('renamed', serialize($other));
show_cli(['show', $before, $renamed, '--function', 'App\Store::load', '--rename', 'App\Store::load=>New\Basin::fill']);

echo implode("\n",
	array_slice(explode("\n", cli(['show', $before, $after, '--function', 'f', '--limit', '1'])['out']), -3));
$data = json_decode(cli(['show', $before, $after, '--function', 'f', '--json'])['out'], true);
echo implode(' ', array_keys($data)), "\n", $data['words'], "\n";
echo array_sum(array_map(fn (array $row): int => $row['change']['wall_ns'],
	$data['callees'])) === $data['function']['change']['wall_ns'] ? "the callees add up\n" : "they do not add up\n";
echo cli(['show', $before, $after, '--function', 'f', '--source'])['err'],
	cli(['show', $before, $after, '--function', 'ff'])['err'];
?>
--EXPECT--
$ xhprof show show_diff.a.xhprof show_diff.b.xhprof --function f
f
4.00 ms slower: 4.00 ms in `App\Store::load`, 20 calls more; one run each cannot
tell a change from noise.

                    before     after     change
calls                    4         4          0
wall               7.50 ms   11.5 ms   +4.00 ms   +53.3 %
own wall           4.60 ms   4.60 ms       0 ns
CPU                3.75 ms   5.75 ms   +2.00 ms   +53.3 %
own CPU            2.30 ms   2.30 ms       0 ns
memory            3.00 MiB  3.00 MiB        0 B
own memory        2.50 MiB  2.50 MiB        0 B
peak              3.00 MiB  3.00 MiB        0 B
own peak          2.00 MiB  2.00 MiB        0 B

    change   before    after     calls  callers
  +4.00 ms  7.50 ms  11.5 ms            main()

    change   before    after     calls  callees
  +4.00 ms  2.00 ms  6.00 ms       +20  App\Store::load
      0 ns   500 us   500 us            PDO::query#a [31mbÿ
      0 ns   400 us   400 us            Größe\Länge\…::methode_mit_langem_namen
      0 ns  4.60 ms  4.60 ms            (own)

$ xhprof show show_diff.b.xhprof show_diff.a.xhprof --function store::LOAD --by cpu
App\Store::load
2.00 ms faster, 20 calls fewer: 2.00 ms of its own; one run each cannot tell a
change from noise.

                    before     after     change
calls                   32        12        -20   -62.5 %
wall               6.10 ms   2.10 ms   -4.00 ms   -65.6 %
own wall           6.10 ms   2.10 ms   -4.00 ms   -65.6 %
CPU                3.05 ms   1.05 ms   -2.00 ms   -65.6 %
own CPU            3.05 ms   1.05 ms   -2.00 ms   -65.6 %
memory            1.00 MiB  1.00 MiB        0 B
own memory        1.00 MiB  1.00 MiB        0 B
peak              1.00 MiB  1.00 MiB        0 B
own peak          1.00 MiB  1.00 MiB        0 B

    change   before    after     calls  callers    by CPU
  -2.00 ms  3.00 ms  1.00 ms       -20  f
      0 ns  50.0 us  50.0 us            App\main

    change   before    after     calls  callees    by CPU
  -2.00 ms  3.05 ms  1.05 ms            (own)

$ xhprof show show_diff.a.xhprof show_diff.b.xhprof --function Größe\Länge\漢字漢字漢字漢字漢字\Klasse::methode_mit_langem_namen
Größe\Länge\漢字漢字漢字漢字漢字\Klasse::methode_mit_langem_namen
No change.

                    before     after     change
calls               12,000    12,000          0
wall                400 us    400 us       0 ns
own wall            400 us    400 us       0 ns
CPU                 200 us    200 us       0 ns
own CPU             200 us    200 us       0 ns
memory                 0 B       0 B        0 B
own memory             0 B       0 B        0 B
peak                   0 B       0 B        0 B
own peak               0 B       0 B        0 B

    change   before    after     calls  callers
      0 ns   400 us   400 us            f

    change   before    after     calls  callees
      0 ns   400 us   400 us            (own)

$ xhprof show show_diff.a.xhprof show_diff.renamed --function App\Store::load --rename App\Store::load=>New\Basin::fill
New\Basin::fill
before: App\Store::load
4.00 ms slower, 20 calls more: 4.00 ms of its own; one run each cannot tell a
change from noise.

                    before     after     change
calls                   12        32        +20    +167 %
wall               2.10 ms   6.10 ms   +4.00 ms    +190 %
own wall           2.10 ms   6.10 ms   +4.00 ms    +190 %
CPU                1.05 ms   3.05 ms   +2.00 ms    +190 %
own CPU            1.05 ms   3.05 ms   +2.00 ms    +190 %
memory            1.00 MiB  1.00 MiB        0 B
own memory        1.00 MiB  1.00 MiB        0 B
peak              1.00 MiB  1.00 MiB        0 B
own peak          1.00 MiB  1.00 MiB        0 B

    change   before    after     calls  callers
  +4.00 ms  2.00 ms  6.00 ms       +20  f
      0 ns   100 us   100 us            App\main

    change   before    after     calls  callees
  +4.00 ms  2.10 ms  6.10 ms            (own)

  +4.00 ms  2.00 ms  6.00 ms       +20  App\Store::load
      0 ns                              (3 more)
schema version before after words comparable differences sampled_differently function interval callers callees
4.00 ms slower: 4.00 ms in `App\Store::load`, 20 calls more; one run each cannot tell a change from noise.
the callees add up
xhprof: --source takes one run
        xhprof show RUN --function NAME --source
xhprof: this run has no function "ff"
        did you mean f?
