--TEST--
xhprof diff tells what became slower, and fails if it is too much
--FILE--
<?php
require __DIR__ . '/cli.inc';

$before = canned('a.xhprof');
$after = canned('b.xhprof', 3);
show_cli(['diff', $before, $after]);
show_cli(['diff', $before, $before]);

foreach (['wt>+10%', 'wt>+50%', 'wt>=+40%', 'cpu>+1ms', 'mu>+0', 'ct>+20', 'ct>12000', 'wt<10ms', 'own_wt>+0%',
	'own_wt[App\Store::load]>+190%', 'wt[App\Store::load] > +10 ms', 'ct[f]>+0'] as $threshold) {
	$result = cli(['diff', $before, $after, '--fail-if', $threshold]);
	preg_match('/^(FAILED|ok).*$/m', $result['out'], $line);
	echo $line[0], ' ', $result['status'], $result['err'], "\n";
}
echo cli(['diff', $before, $after, '--fail-if=wt>+1000%', '--fail-if=ct>+1'])['status'], "\n";
echo cli(['diff', $after, $before, '--fail-if=wt>+0%'])['status'], "\n";
?>
--EXPECT--
$ xhprof diff diff.a.xhprof diff.b.xhprof
4.00 ms slower: 4.00 ms from `f` > `App\Store::load`, 20 calls more; one run
each cannot tell a change from noise.

            before     after     change
calls       12,019    12,039        +20    +0.2 %
wall       10.0 ms   14.0 ms   +4.00 ms   +40.0 %
CPU        5.00 ms   7.00 ms   +2.00 ms   +40.0 %
memory    4.00 MiB  4.00 MiB        0 B
peak      4.00 MiB  4.00 MiB        0 B

own change   before    after     calls  function
  +4.00 ms  2.10 ms  6.10 ms       +20  App\Store::load

to tell a change from noise: xhprof run --repeat 20

$ xhprof diff diff.a.xhprof diff.a.xhprof
No change.

            before     after     change
calls       12,019    12,019          0
wall       10.0 ms   10.0 ms       0 ns
CPU        5.00 ms   5.00 ms       0 ns
memory    4.00 MiB  4.00 MiB        0 B
peak      4.00 MiB  4.00 MiB        0 B

no function differs

one run each cannot tell a change from noise: xhprof run --repeat 20 can

FAILED  wt>+10%: 10.0 ms -> 14.0 ms  +40.0 % 1
ok      wt>+50%: 10.0 ms -> 14.0 ms  +40.0 % 0
FAILED  wt>=+40%: 10.0 ms -> 14.0 ms  +40.0 % 1
FAILED  cpu>+1ms: 5.00 ms -> 7.00 ms  +40.0 % 1
ok      mu>+0: 4.00 MiB -> 4.00 MiB 0
ok      ct>+20: 12,019 -> 12,039  +0.2 % 0
FAILED  ct>12000: 12,019 -> 12,039  +0.2 % 1
ok      wt<10ms: 10.0 ms -> 14.0 ms  +40.0 % 0
ok      own_wt>+0%: 2.30 ms -> 2.30 ms 0
FAILED  own_wt[App\Store::load]>+190%: 2.10 ms -> 6.10 ms  +190 % 1
ok      wt[App\Store::load] > +10 ms: 2.10 ms -> 6.10 ms  +190 % 0
ok      ct[f]>+0: 4 -> 4 0
1
0
