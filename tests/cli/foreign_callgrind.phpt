--TEST--
xhprof reads files of callgrind and Xdebug: short names, positions, recursion, functions without a caller; errors name the line
--FILE--
<?php
require __DIR__ . '/cli.inc';

// As Xdebug 3 writes it, callees first.
own_file('xdebug', <<<'TEXT'
	version: 1
	creator: xdebug 3.2.0 (PHP 8.2.36)
	cmd: /srv/a.php
	part: 1
	positions: line

	events: Time_(10ns) Memory_(bytes)

	fl=(1) php:internal
	fn=(1) php::strlen
	3 20 0

	fl=(2) /srv/a.php
	fn=(2) Shop\Cart->total
	2 70 100
	cfl=(1)
	cfn=(1)
	calls=2 0 0
	3 20 0

	fl=(2)
	fn=(3) fib
	9 30 0

	fl=(2)
	fn=(3)
	9 10 -50
	cfl=(2)
	cfn=(3)
	calls=1 0 0
	9 30 0

	fl=(2)
	fn=(4) {main}
	1 100 4
	cfl=(2)
	cfn=(2)
	calls=1 0 0
	5 90 100
	cfl=(2)
	cfn=(3)
	calls=1 0 0
	6 40 -50

	summary: 230 54
	TEXT);
chdir(__DIR__);
show_cli(['top', 'foreign_callgrind.xdebug']);
show_cli(['show', 'foreign_callgrind.xdebug', '--function', 'fib']);
echo json_encode(json_decode(cli(['top', 'foreign_callgrind.xdebug', '--json'])['out'])->meta->xhprof->read,
	JSON_PRETTY_PRINT), "\n";

// As valgrind: instructions, two positions, relative ones, inlined code, jumps, a circle of calls, a function that
// nobody calls.
own_file('valgrind', <<<'TEXT'
	# callgrind format
	version: 1
	creator: callgrind-3.19.0
	pid: 17
	cmd:  ls
	part: 1

	desc: I1 cache:
	positions: instr line
	events: Ir Dr
	summary: 150 7

	ob=(1) /usr/bin/ls
	fl=(1) ls.c
	fn=(1) start
	0x10 7 40 7
	+3 +1
	cfn=(2) a
	calls=1 0x20 20
	* * 60

	fn=(2)
	0x20 20 10
	fi=(2) in.h
	+1 3 20
	fe=(1)
	cob=(2) lib.so
	cfi=(3) lib.c
	cfn=(3) b
	calls=2 +5 9
	+1 +2 40

	ob=(2)
	fl=(3)
	fn=(3)
	jcnd=1/2 +1 9
	0x30 9
	0x30 9 30
	cob=(1)
	cfi=(1)
	cfn=(2)
	calls=1 0x20 20
	* * 10

	fn=(4) handler
	0x40 1 30
	totals: 150 7
	TEXT);
show_cli(['top', 'foreign_callgrind.valgrind']);
show_cli(['show', 'foreign_callgrind.valgrind', '--function', 'a']);

// What xhprof writes, with levels of recursion.
function r(int $n) { return $n === 0 ? strrev('a') : r($n - 1); }
xhprof_enable(XHPROF_FLAGS_CPU);
r(3);
$run = xhprof_stop();
$run->export('callgrind', own_file('own'));
$rows = fn (XHProf\Profile $run) => array_map(fn (array $row) => array_diff_key($row, ['mu' => 0]), $run->pairs());
$again = read_run(own_file('own'));
$sort = function (array $pairs) { ksort($pairs); return $pairs; };
var_dump($sort($again->pairs()) === $sort($run->pairs()));
foreach ($run->functions() as $name => $row) {
	echo array_diff_key($row, ['min_wall_ns' => 0, 'max_wall_ns' => 0]) === array_diff_key($again->functions()[$name],
		['min_wall_ns' => 0, 'max_wall_ns' => 0]) ? '' : "$name DIFFERS\n";
}

$head = "version: 1\nevents: Wall Cpu\n";
foreach (["fn=a\n1 x\n", "1 2 3\n", "fn=(7)\n", "fn=a\ncalls=1 0\n1 2\n", "fn=a\ncfn=b\ncalls=many 0\n", "fn=a\n1 -5\n",
	"fn=a\n1 12345678901234567890\n", "fn=a\ncfn=b\ncalls=-1 0\n1 2\n", "what is this\n"] as $bad) {
	echo strtok(cli(['top', '-'], $head . $bad)['err'], "\n"), "\n";
}
echo strtok(cli(['top', '-'], "version: 1\nfn=a\n1 2\n")['err'], "\n"), "\n";
echo strtok(cli(['top', '-'], "{$head}fn=a\n1 9223372036854775\n" . str_repeat("1 999999999999999999\n", 10))['err'],
	"\n"), "\n";
echo strtok(cli(['top', '-'], $head . implode('', array_map(fn ($i) => "fn=$i\n1 2\n", range(1, 5000))),
	['xhprof.max_load_bytes=1M'])['err'], "\n"), "\n";
?>
--EXPECT--
$ xhprof top foreign_callgrind.xdebug
foreign_callgrind.xdebug  wall 2.30 us  peak 0 B
read from callgrind, without call paths, peaks
6 calls  4 functions  5 pairs

 own%      own  incl%     incl   calls   own mem  function
 43.5  1.00 us    100  2.30 us       1       4 B  main()
 30.4   700 ns   39.1   900 ns       1     100 B  Shop\Cart::total
 17.4   400 ns   17.4   400 ns       2     -50 B  fib
  8.7   200 ns    8.7   200 ns       2       0 B  strlen

$ xhprof show foreign_callgrind.xdebug --function fib
fib
/srv/a.php
2 calls, 1 of them by itself

            incl  of run       own  of run
wall      400 ns  17.4 %    400 ns  17.4 %
memory     -50 B             -50 B
peak         0 B               0 B

     %     incl    calls  callers
   100   400 ns        1  main()

     %     incl    calls  callees
   100   400 ns           (own)

{
    "format": "callgrind",
    "lacks": [
        "call paths",
        "peaks"
    ]
}
$ xhprof top foreign_callgrind.valgrind
foreign_callgrind.valgrind  wall 130 ns
read from callgrind, without call paths, times (1 Ir is read as 1 ns), memory, "Dr" (no value that a run has)
7 calls  5 functions  7 pairs

 own%      own  incl%     incl   calls  function
 30.8    40 ns   76.9   100 ns       1  start
 23.1    30 ns   46.2    60 ns       2  a
 23.1    30 ns   30.8    40 ns       2  b
 23.1    30 ns   23.1    30 ns       1  handler
  0.0     0 ns    100   130 ns       1  main()

$ xhprof show foreign_callgrind.valgrind --function a
a
ls.c:20
2 calls

            incl  of run       own  of run
wall       60 ns  46.2 %     30 ns  23.1 %

     %     incl    calls  callers
   100    60 ns        1  start
  16.7    10 ns        1  b

     %     incl    calls  callees
  66.7    40 ns        2  b
  50.0    30 ns           (own)

bool(true)
xhprof: - cannot be read as a profile: line 4: "x" is not a whole number of at most 18 digits
xhprof: - cannot be read as a profile: line 3: costs before the first line "fn="
xhprof: - cannot be read as a profile: line 3: the function (7) was not named before
xhprof: - cannot be read as a profile: line 5: calls without a callee: no line "cfn=" before
xhprof: - cannot be read as a profile: line 5: "many" is not a whole number of at most 18 digits
xhprof: - cannot be read as a profile: line 4: the cost -5 is below 0
xhprof: - cannot be read as a profile: line 4: "12345678901234567890" is not a whole number of at most 18 digits
xhprof: - cannot be read as a profile: line 6: -1 calls are below 0
xhprof: - cannot be read as a profile: line 3: neither costs nor "key=" nor "key:"
xhprof: - cannot be read as a profile: line 3: costs without a line "events:" before
xhprof: - cannot be read as a profile: line 14: its numbers are too large: their sum exceeds 64 bits
xhprof: - cannot be read as a profile: line 4684: it takes more memory than xhprof.max_load_bytes allows
