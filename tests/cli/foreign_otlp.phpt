--TEST--
xhprof reads profiles of OTLP in JSON and protocol buffers, also those that xhprof ship sends; errors name the place
--EXTENSIONS--
zlib
--FILE--
<?php
require __DIR__ . '/cli.inc';
require __DIR__ . '/../fleet/batch.inc';
require __DIR__ . '/protobuf.inc';
require __DIR__ . '/../fleet/otlp/otlp.inc';

use XHProf\Fleet\Agent\BatchPart;
use XHProf\Fleet\Otlp\Request;
use XHProf\Profile;

$rows = [['frames' => ['main()', 'f', "caf\xE9"], 'samples' => 3, 'wall_ns' => 3000, 'cpu_ns' => 2000],
	['frames' => ['main()', 'f'], 'samples' => 1, 'wall_ns' => 1000, 'cpu_ns' => 0]];
$one = Profile::fromStacks($rows);
$request = new Request(batch(1, new BatchPart(series(['route' => '/a']), 'samples', $one),
	new BatchPart(series(['route' => '/b']), 'samples', $one)));
$request->add(new BatchPart(series(['route' => '/a']), 'samples', $one));
$request->add(new BatchPart(series(['route' => '/b']), 'samples', $one));

/* What is sent, as a collector writes it in JSON: numbers of 64 bits are strings. */
function json(): array
{
	$json = otlp_request($GLOBALS['request']->message());
	array_walk_recursive($json, function (mixed &$value, string $key): void {
		$value = in_array($key, ['timeUnixNano', 'durationNano', 'period', 'line', 'startLine'], true)
			? (string) $value : $value;
	});
	foreach ($json['resourceProfiles'][0]['scopeProfiles'][0]['profiles'] as &$profile) {
		foreach ($profile['samples'] as &$sample) $sample['values'] = array_map(strval(...), $sample['values']);
	}

	return $json;
}

own_file('shipped', gzencode($request->message()));
own_file('json', json_encode(json()));
chdir(__DIR__);
show_cli(['top', 'foreign_otlp.shipped']);
echo cli(['convert', 'foreign_otlp.shipped', '--format', 'folded'])['out'];
echo cli(['top', 'foreign_otlp.json'])['out'] === str_replace('shipped', 'json',
	cli(['top', 'foreign_otlp.shipped'])['out']) ? "the same of JSON\n" : "OTHER\n";

echo "-- protocol buffers: calls with lines, an address, inlined code\n";
$strings = ['', 'calls', 'count', 'wall', 'ms', 'run', 'go', 'x.go', 'in'];
$type = fn (int $name, int $unit) => message([1 => $name, 2 => $unit]);
$sample = fn (int $stack, int $value) => message([1 => $stack, 4 => packed($value)]);
$profile = fn (string $type, string ...$samples) => message([1 => $type, 2 => $samples, 6 => 1]) . "\x19"
	. pack('P', 1_700_000_000_000_000_000);
$tables = [2 => ['', message([3 => message([1 => 1, 2 => 12])]),
	message([3 => [message([1 => 3]), message([1 => 2, 2 => 22])]]), message([2 => 0xAB])],
	3 => ['', message([1 => 5, 3 => 7, 4 => 10]), message([1 => 6, 3 => 7, 4 => 20]), message([1 => 8])], 5 => $strings,
	7 => ['', message([1 => packed(2, 1)]), message([1 => packed(3, 2, 1)])]];
$file = fn (array $profiles, array $tables) =>
	message([1 => message([2 => message([2 => $profiles])]), 2 => message($tables)]);
$profiles = [$profile($type(1, 2), $sample(1, 2), $sample(2, 5)), $profile($type(3, 4), $sample(1, 30), $sample(2, 7))];
$good = $file($profiles, $tables);
own_file('binary', $good);
show_cli(['top', 'foreign_otlp.binary']);
echo cli(['convert', 'foreign_otlp.binary', '--format', 'folded'])['out'];

echo "-- bad\n";
$json = json();
$samples = &$json['resourceProfiles'][0]['scopeProfiles'][0]['profiles'][0]['samples'];
$with = function (array $sample) use (&$samples, &$json): string { $samples[0] = $sample; return json_encode($json); };
$bad = [$with(['stackIndex' => 99, 'values' => ['1']]), $with(['stackIndex' => 1, 'values' => ['x']]),
	$with(['stackIndex' => 1, 'values' => [1.5]]), $with(['stackIndex' => 1, 'values' => ['-4']]),
	$with(['stackIndex' => -1]), $with(['stackIndex' => 1, 'values' => ['9223372036854775807', '1']]),
	json_encode(['dictionary' => 1] + $json), $file($profiles, [2 => []] + $tables),
	$file($profiles, [3 => []] + $tables), $file($profiles, [5 => ['', 'calls', 'count', 'wall', 'ms']] + $tables),
	$file([$profile($type(1, 77))], $tables), $file([...$profiles, $profile($type(9, 2))],
		[5 => [...$strings, 'samples']] + $tables), substr($good, 0, -1), $file([7 => "\x0A\x01\x08"], $tables)];
foreach ($bad as $text) {
	echo strtok(cli(['top', '-'], $text)['err'], "\n"), "\n";
}
echo strtok(cli(['top', '-'], $file([$profile($type(1, 2), ...array_fill(0, 5000, ''))], $tables),
	['xhprof.max_load_bytes=1M'])['err'], "\n"), "\n";
?>
--EXPECT--
$ xhprof top foreign_otlp.shipped
foreign_otlp.shipped  wall 8.00 us  CPU 4.00 us
read from OTLP, without calls, memory
8 samples  weight 8  3 functions  3 paths  not enough samples: about 1 s more

 own%  ± pts      own  incl%     incl  weight  function
 75.0  ±34.7  6.00 us   75.0  6.00 us       6  café
 25.0  ±34.7  2.00 us    100  8.00 us       8  f
  0.0  ±33.3     0 ns    100  8.00 us       8  main()

main();f 2000
main();f;café 6000
the same of JSON
-- protocol buffers: calls with lines, an address, inlined code
$ xhprof top foreign_otlp.binary
foreign_otlp.binary  wall 37.0 ms
read from OTLP, without memory
8 calls  5 functions  5 paths

 own%      own  incl%     incl   calls  function
 81.1  30.0 ms    100  37.0 ms       2  in
 18.9  7.00 ms   18.9  7.00 ms       5  0xab
  0.0     0 ns    100  37.0 ms       1  main()
  0.0     0 ns    100  37.0 ms       0  run
  0.0     0 ns    100  37.0 ms       0  go

main();run;go;in 30000000
main();run;go;in;0xab 7000000
-- bad
xhprof: - cannot be read as a profile: sample 0 of profile 0 names 99 in "stackTable", which has 3
xhprof: - cannot be read as a profile: a value of sample 0 of profile 0 is not a number: 'x'
xhprof: - cannot be read as a profile: a value of sample 0 of profile 0 is not a whole number
xhprof: - cannot be read as a profile: sample 0 of profile 0 has the value -4: it is the difference of two profiles
xhprof: - cannot be read as a profile: the stack of sample 0 of profile 0 is not a whole number of 0 or more: -1
xhprof: - cannot be read as a profile: its numbers are too large: their sum exceeds 64 bits
xhprof: - cannot be read as a profile: "dictionary" is not a list or an object: 1
xhprof: - cannot be read as a profile: the stack 1 names 1 in "locationTable", which has 0
xhprof: - cannot be read as a profile: a line of a location names 1 in "functionTable", which has 0
xhprof: - cannot be read as a profile: a function is the string 5, and the file has 5 strings
xhprof: - cannot be read as a profile: a unit is the string 77, and the file has 9 strings
xhprof: - cannot be read as a profile: it has profiles of samples and of calls, which do not add up
xhprof: - cannot be read as a profile: byte 72: a field of 109 bytes ends beyond the file, or beyond the part that it is in
xhprof: - cannot be read as a profile: byte 9: the file, or a part of it, ends within a number
xhprof: - cannot be read as a profile: it takes more memory than xhprof.max_load_bytes allows
