--TEST--
xhprof reads pprof: samples, calls and heaps, with what a file lacks; a damaged one gets an error that says where
--EXTENSIONS--
zlib
--FILE--
<?php
require __DIR__ . '/cli.inc';
require __DIR__ . '/protobuf.inc';

/* Three functions, in five samples: main.run calls a, which has b inlined; b is in two files. */
function profile(array $types, array $samples, array $more = []): string
{
	$strings = ['', 'samples', 'count', 'cpu', 'microseconds', 'main.run', 'a', 'b', 'x/a.go', 'x/b.go', 'alloc_space',
		'bytes', 'inuse_space', 'alloc_objects', 'inuse_objects', 'calls', 'wall', 'milliseconds', 'odd', "n\xFF\0n"];
	$place = fn (string $text): int => array_search($text, $strings, true);
	$function = fn (int $id, string $name, string $file, int $line) =>
		message([1 => $id, 2 => $place($name), 4 => $place($file), 5 => $line]);
	$line = fn (int $function, int $line) => message([1 => $function, 2 => $line]);

	return message($more + [
		1 => array_map(fn (string $type) => message([1 => $place(strtok($type, ' ')), 2 => $place(strtok(' '))]),
			$types),
		2 => array_map(fn (array $sample) => message([1 => packed(...$sample[0]), 2 => packed(...$sample[1])]),
			$samples),
		4 => [message([1 => 1, 4 => $line(1, 10)]), message([1 => 2, 4 => [$line(3, 31), $line(2, 21)]]),
			message([1 => 3, 4 => $line(2, 22)]), message([1 => 4, 3 => 0xABC]),
			message([1 => 5, 4 => $line(4, 41)]), message([1 => 6, 4 => $line(5, 0)])],
		5 => [$function(1, 'main.run', '', 0), $function(2, 'a', 'x/a.go', 20), $function(3, 'b', 'x/b.go', 30),
			$function(4, 'b', 'x/a.go', 40), $function(5, "n\xFF\0n", '', 0)],
		6 => $strings, 9 => 1_700_000_000_000_000_000, 11 => message([1 => 3, 2 => 4]), 12 => 10_000,
	]);
}

$samples = [[[2, 1], [3, 30]], [[3, 1], [1, 10]], [[4, 3, 1], [2, 20]], [[5, 1], [4, 40]],
	[[2, 1], [1, 10]], [[6], [1, 5]]];
$file = own_file('cpu.pb', profile(['samples count', 'cpu microseconds'], $samples));
$data = json_decode(cli(['top', $file, '--json'])['out'], true);
echo json_encode($data['meta']['xhprof']['read']), "\n", json_encode($data['summary']), "\n";
foreach ($data['functions'] as $row) {
	echo json_encode($row['name'], JSON_INVALID_UTF8_SUBSTITUTE),
		" calls $row[calls] own $row[own_wall_ns] incl $row[wall_ns] cpu $row[cpu_ns] $row[file]:$row[line]\n";
}
echo json_encode(cli(['convert', own_file('cpu.gz', (string) gzencode(file_get_contents($file))), '--format',
	'folded'])['out'], JSON_INVALID_UTF8_SUBSTITUTE | JSON_PRETTY_PRINT), "\n";
foreach (read_run($file)->lines() as $line) {
	echo "$line[function] $line[file]:$line[line] samples $line[samples] own $line[own_samples]\n";
}

chdir(__DIR__);
own_file('calls.pb', profile(['calls count', 'wall milliseconds', 'odd count'],
	array_map(fn ($sample) => [$sample[0], [...$sample[1], 9]], $samples)));
show_cli(['top', 'foreign_pprof.calls.pb']);
own_file('heap.pb', profile(['alloc_objects count', 'alloc_space bytes', 'inuse_objects count', 'inuse_space bytes'],
	[[[3, 1], [5, 500, 2, 200]]]));
show_cli(['alloc', 'foreign_pprof.heap.pb']);
own_file('odd.pb', profile(['odd count'], [[[3, 1], [5]], [[], [2]]]));
show_cli(['top', 'foreign_pprof.odd.pb']);

$good = profile(['samples count', 'cpu microseconds'], $samples);
$bad = [
	'cut' => substr($good, 0, -4),
	'few values' => profile(['samples count', 'cpu microseconds'], [[[1], [1, 2]], [[1], [1]]]),
	'negative' => profile(['samples count', 'cpu microseconds'], [[[1], [-1, -2]]]),
	'no location' => profile(['samples count'], [[[1, 77], [1]]]),
	'too large' => profile(['samples count', 'cpu microseconds'], [[[1], [1, PHP_INT_MAX - 5]]]),
	'no function' => message([4 => message([1 => 1, 4 => message([1 => 99])])]) . $good,
	'no string' => $good . message([5 => message([1 => 9, 2 => 1234])]),
	'long number' => $good . "\x48" . str_repeat("\xFF", 11),
	'beyond' => $good . "\x12\xFF\xFF\xFF\xFF\x0F",
	'a group' => $good . "\x13",
];
foreach ($bad as $name => $bytes) {
	echo "$name: ", strtok(cli(['top', '-'], $bytes)['err'], "\n"), "\n";
}
// A location of many lines in many samples, more frames than the file has bytes.
$lines = array_fill(0, 2000, message([1 => 1, 2 => 1]));
echo cli(['top', '-'], message([4 => message([1 => 9, 4 => $lines])]) . profile(['samples count'],
	array_map(fn ($i) => [[9, ...array_fill(0, $i, 1)], [1]], range(0, 99))), ['xhprof.max_load_bytes=1M'])['err'];
?>
--EXPECT--
{"format":"pprof","lacks":["calls","memory"]}
{"mode":"sample","started":1700000000,"wall_ns":115000,"cpu_ns":115000,"calls":12,"functions":7,"pairs":7,"nodes":8,"own_cost_ns":0,"interval_ns":10000000,"samples":12,"displaced":0,"error":28.86751345948129,"share_error_points":28.782883582719894,"cpu_share_error_points":28.782883582719894,"effective_samples":12,"share_samples_most":2500,"clock":"cpu","runs":1,"unrecorded_calls":0,"truncated_calls":0}
"b b.go:30" calls 4 own 40000 incl 40000 cpu 40000 x/b.go:30
"b a.go:40" calls 4 own 40000 incl 40000 cpu 40000 x/a.go:40
"0xabc" calls 2 own 20000 incl 20000 cpu 20000 :
"a" calls 7 own 10000 incl 70000 cpu 70000 x/a.go:20
"n\u00ff n" calls 1 own 5000 incl 5000 cpu 5000 :
"main()" calls 12 own 0 incl 115000 cpu 115000 :
"main.run" calls 11 own 0 incl 110000 cpu 110000 :
"main();main.run;a 10000\nmain();main.run;a;b b.go:30 40000\nmain();main.run;a;0xabc 20000\nmain();main.run;b a.go:40 40000\nmain();n\ufffd n 5000\n"
a x/a.go:21 samples 4 own 0
a x/a.go:22 samples 3 own 3
b a.go:40 x/a.go:41 samples 4 own 4
b b.go:30 x/b.go:31 samples 4 own 4
$ xhprof top foreign_pprof.calls.pb
foreign_pprof.calls.pb  wall 115 ms
read from pprof, without memory, "odd" (no value that a run has)
13 calls  7 functions  7 paths

 own%      own  incl%     incl   calls  function
 34.8  40.0 ms   34.8  40.0 ms       4  b b.go:30
 34.8  40.0 ms   34.8  40.0 ms       4  b a.go:40
 17.4  20.0 ms   17.4  20.0 ms       2  0xabc
  8.7  10.0 ms   60.9  70.0 ms       1  a
  4.3  5.00 ms    4.3  5.00 ms       1  nÿ n
  0.0     0 ns    100   115 ms       1  main()
  0.0     0 ns   95.7   110 ms       0  main.run

$ xhprof alloc foreign_pprof.heap.pb
memory grew by 0 B; at its peak it was 0 B above the start

    alive  blocks allocated  blocks   at peak    temp  by
    200 B       2     500 B       5       0 B       0  main() > main.run > a

$ xhprof top foreign_pprof.odd.pb
foreign_pprof.odd.pb  wall 7 ns
read from pprof, without calls, times (1 count of "odd" is read as 1 ns), memory
2 samples  weight 2  7 functions  3 paths  not enough samples: about 1 s more

 own%  ± pts      own  incl%     incl  weight  function
 71.4  ±53.8     5 ns   71.4     5 ns       1  a
 28.6  ±53.8     2 ns    100     7 ns       2  main()
  0.0  ±66.7     0 ns   71.4     5 ns       1  main.run

cut: xhprof: - cannot be read as a profile: byte 367: a field of 4 bytes ends beyond the file, or beyond the part that it is in
few values: xhprof: - cannot be read as a profile: sample 1 has 1 values, fewer than the file has types of values
negative: xhprof: - cannot be read as a profile: sample 0 has the value -1: it is the difference of two profiles
no location: xhprof: - cannot be read as a profile: sample 0 names the location 77, which the file does not define
too large: xhprof: - cannot be read as a profile: its numbers are too large: their sum exceeds 64 bits
no function: xhprof: - cannot be read as a profile: a location names the function 99, which the file does not define
no string: xhprof: - cannot be read as a profile: the name of the function with the id 9 is the string 1234, and the file has 20 strings
long number: xhprof: - cannot be read as a profile: byte 385: a number is longer than 10 bytes
beyond: xhprof: - cannot be read as a profile: byte 380: a field of 4294967295 bytes ends beyond the file, or beyond the part that it is in
a group: xhprof: - cannot be read as a profile: byte 374: no field of a protocol buffer begins here
xhprof: - cannot be read as a profile: it takes more memory than xhprof.max_load_bytes allows
        readable are json, xhprof and xhgui files of runs, and folded, pprof, callgrind, speedscope, cpuprofile and OTLP files of other tools, plain or .gz
