--TEST--
xhprof reads folded stacks of other tools, says what they lack, and where a file is damaged
--FILE--
<?php
require __DIR__ . '/cli.inc';

$text = "# of perf\nmain();a;b 3\nmain();a 2\r\n\n{main};c;a;b 5\na;b;a 1.6\nmain() 4\nx y;;z 7";
$file = own_file('stacks.txt', $text);
echo cli(['top', $file, '--json'])['out'] === str_replace('"-"', json_encode($file, JSON_UNESCAPED_SLASHES),
	cli(['top', '-', '--json'], $text)['out']) ? 'same' : 'DIFFERENT', "\n";
$data = json_decode(cli(['top', $file, '--json'])['out'], true);
echo json_encode($data['meta']['xhprof']['read']), "\n", json_encode($data['summary']), "\n";
foreach ($data['functions'] as $row) {
	echo "$row[name] calls $row[calls] own $row[own_wall_ns] incl $row[wall_ns]\n";
}
echo cli(['convert', $file, '--format', 'folded'])['out'];
chdir(__DIR__);
show_cli(['show', 'foreign_folded.stacks.txt', '--function', 'a']);
show_cli(['top', 'foreign_folded.stacks.txt', '--limit', '1']);
foreach (["a 1\nb\n", "a 1\nb 1234567890123456789\n", "a;b 1 2\na 3 4\n",
	"a 999999999999999999\nb 999999999999999999\n" . str_repeat("c 999999999999999999\n", 9), "\t a 1\n"] as $bad) {
	show_cli(['top', '-'], $bad);
}
show_cli(['top', '-'], substr((string) gzencode($text), 0, -12));
echo cli(['top', '-'], str_repeat('a;', 2000) . "b 1\n", ['xhprof.max_load_bytes=64K'])['err'];
echo cli(['top', '-'], (string) gzencode(str_repeat("a 1\n", 1 << 20)), ['xhprof.max_load_bytes=1M'])['err'];
?>
--EXTENSIONS--
zlib
--EXPECT--
same
{"format":"folded","lacks":["calls","unit (1 is read as a sample of 1 ns)","memory","files"]}
{"mode":"sample","started":0,"wall_ns":23,"calls":23,"functions":7,"pairs":9,"nodes":10,"own_cost_ns":0,"interval_ns":0,"samples":23,"displaced":0,"error":20.85144140570748,"share_error_points":20.844614126576545,"effective_samples":23,"share_samples_most":2500,"clock":"wall","runs":1,"unrecorded_calls":0,"truncated_calls":0}
b calls 10 own 8 incl 10
z calls 7 own 7 incl 7
main() calls 23 own 4 incl 23
a calls 12 own 4 incl 12
c calls 5 own 0 incl 5
x y calls 7 own 0 incl 7
(unknown) calls 7 own 0 incl 7
main() 4
main();a 2
main();a;b 3
main();a;b;a 2
main();c;a;b 5
main();x y;(unknown);z 7
$ xhprof show foreign_folded.stacks.txt --function a
a
12 samples

            incl  of run       own  of run
wall       12 ns  52.2 %      4 ns  17.4 %

     %     incl    calls  callers
  58.3     7 ns        7  main()
  41.7     5 ns        5  c
  16.7     2 ns        2  b

     %     incl    calls  callees
  83.3    10 ns       10  b
  33.3     4 ns           (own)

$ xhprof top foreign_folded.stacks.txt --limit 1
foreign_folded.stacks.txt  wall 23 ns
read from folded, without calls, unit (1 is read as a sample of 1 ns), memory, files
23 samples  weight 23  7 functions  10 paths  not enough samples: about 1 s more

 own%  ± pts      own  incl%     incl  weight  function
 34.8  ±20.7     8 ns   43.5    10 ns      10  b
 65.2           15 ns                          (6 more)

$ xhprof top -
xhprof: - cannot be read as a profile: line 2 does not end with a space and a number
        readable are json, xhprof and xhgui files of runs, and folded, pprof, callgrind, speedscope, cpuprofile and OTLP files of other tools, plain or .gz
status 2

$ xhprof top -
xhprof: - cannot be read as a profile: line 2 does not end with a space and a number of at most 18 digits
        readable are json, xhprof and xhgui files of runs, and folded, pprof, callgrind, speedscope, cpuprofile and OTLP files of other tools, plain or .gz
status 2

$ xhprof top -
xhprof: - cannot be read as a profile: each line has two numbers: it is the difference of two profiles
        xhprof diff compares the two
status 2

$ xhprof top -
xhprof: - cannot be read as a profile: its numbers are too large: their sum exceeds 64 bits
        readable are json, xhprof and xhgui files of runs, and folded, pprof, callgrind, speedscope, cpuprofile and OTLP files of other tools, plain or .gz
status 2

$ xhprof top -
-  wall 1 ns
read from folded, without calls, unit (1 is read as a sample of 1 ns), memory, files
1 sample  weight 1  2 functions  2 paths  not enough samples: about 1 s more

 own%  ± pts      own  incl%     incl  weight  function
  100  ±80.0     1 ns    100     1 ns       1  a
  0.0  ±80.0     0 ns    100     1 ns       1  main()

$ xhprof top -
xhprof: - cannot be read as a profile: it is damaged or incomplete
        readable are json, xhprof and xhgui files of runs, and folded, pprof, callgrind, speedscope, cpuprofile and OTLP files of other tools, plain or .gz
status 2

xhprof: - cannot be read as a profile: it takes more memory than xhprof.max_load_bytes allows
        readable are json, xhprof and xhgui files of runs, and folded, pprof, callgrind, speedscope, cpuprofile and OTLP files of other tools, plain or .gz
xhprof: - cannot be read as a profile: it takes more memory than xhprof.max_load_bytes allows
        readable are json, xhprof and xhgui files of runs, and folded, pprof, callgrind, speedscope, cpuprofile and OTLP files of other tools, plain or .gz
