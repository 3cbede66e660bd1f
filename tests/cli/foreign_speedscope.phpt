--TEST--
xhprof reads files of speedscope, of samples and of events, and those that it wrote; errors name the place
--FILE--
<?php
require __DIR__ . '/cli.inc';

function show_run(string $text): void
{
	$data = json_decode(cli(['top', '-', '--json'], $text)['out'], true);
	$summary = $data['summary'];
	echo json_encode($data['meta']['xhprof']['read']['lacks'], JSON_UNESCAPED_SLASHES),
		" $summary[mode] calls $summary[calls] wall $summary[wall_ns] nodes $summary[nodes]\n";
	foreach ($data['functions'] as $row) {
		echo "  $row[name] calls $row[calls] own $row[own_wall_ns] incl $row[wall_ns] $row[file]:$row[line]\n";
	}
	echo preg_replace('/^/m', '  ', rtrim(cli(['convert', '-', '--format', 'folded'], $text)['out'])), "\n";
}

$file = fn (array $profiles, array $more = []) =>
	json_encode($more + ['$schema' => 'https://www.speedscope.app/file-format-schema.json',
		'shared' => ['frames' => [['name' => 'main'], ['name' => 'a', 'file' => 'x.rb', 'line' => 7, 'col' => 1],
			['name' => 'b']]], 'profiles' => $profiles], JSON_PRETTY_PRINT);
$sampled = ['type' => 'sampled', 'name' => 'thread 1', 'unit' => 'milliseconds', 'startValue' => 0, 'endValue' => 4,
	'samples' => [[0, 1], [0, 1, 2], [0, 1], []], 'weights' => [1, 1.5, 1, 0.5]];
$event = fn (string $type, int|float $at, int $frame) => compact('type', 'at', 'frame');
$evented = ['type' => 'evented', 'name' => 'thread 2', 'unit' => 'none', 'startValue' => 10, 'endValue' => 100,
	'events' => [$event('O', 10, 0), $event('O', 20, 1), $event('C', 25, 1), $event('O', 30, 1), $event('O', 30, 1),
		$event('C', 50.4, 1)]];
show_run($file([$sampled]));
show_run($file([$sampled, $evented], ['activeProfileIndex' => 1]));

function work(int $n) { return $n > 0 ? work($n - 1) : strrev('a'); }
foreach (['tree' => XHPROF_FLAGS_TREE, 'timeline' => XHPROF_FLAGS_TIMELINE] as $mode => $flag) {
	xhprof_enable($flag | XHPROF_FLAGS_CPU);
	work(2);
	work(0);
	$run = xhprof_stop();
	$again = read_run(own_file('own', $run->export('speedscope')));
	$calls = [$run->summary()['calls'], $again->summary()['calls']];
	echo $mode, ' ', $again->export('folded') === $run->export('folded') ? 'same paths' : 'OTHER paths',
		' ', $again->summary()['cpu_ns'] === $run->summary()['cpu_ns'] ? 'same CPU' : 'OTHER CPU',
		" calls $calls[0] $calls[1]\n";
}

/* Memory is exact, also of paths that gave it back; a file that has only what grew has no memory. */
function take(): array { return array_map(fn (int $i): string => str_repeat('x', 10_000 + $i), range(1, 50)); }
function give(array &$kept): void { $kept = []; }
xhprof_enable(XHPROF_FLAGS_TREE | XHPROF_FLAGS_MEMORY);
$kept = take();
give($kept);
$run = xhprof_stop();
$own = fn (XHProf\Profile $run): array => array_map(fn (array $row): ?int => $row['own_memory_bytes'] ?? null,
	$run->functions());
$speedscope = json_decode($run->export('speedscope'), true);
$again = read_run(own_file('memory', json_encode($speedscope)));
var_dump($own($run)['give'] < -400_000, $own($again) == $own($run),
	$again->summary()['memory_bytes'] === $run->summary()['memory_bytes']);
$speedscope['profiles'] = array_filter($speedscope['profiles'],
	fn (array $profile): bool => $profile['name'] !== 'memory that shrank');
$again = read_run(own_file('grew', json_encode($speedscope)));
echo json_encode($again->meta()['xhprof']['read']['lacks']),
	json_encode(isset($again->summary()['memory_bytes'])), "\n";

$bad = [
	$file([]),
	$file([$sampled], ['activeProfileIndex' => 3]),
	$file([$sampled], ['activeProfileIndex' => -1]),
	$file([['weights' => [1]] + $sampled]),
	$file([['weights' => [1, -1, 1, 1]] + $sampled]),
	$file([['weights' => [1, 1e300, 1, 1]] + $sampled]),
	$file([['samples' => [[0, 9], [], [], []]] + $sampled]),
	$file([['samples' => [[0, 'x'], [], [], []]] + $sampled]),
	$file([['unit' => 'furlongs'] + $sampled]),
	$file([['type' => 'other'] + $sampled]),
	$file([['events' => [$event('O', 10, 0), $event('C', 20, 1)]] + $evented]),
	$file([['events' => [$event('C', 20, 1)]] + $evented]),
	$file([['events' => [$event('O', 20, 1), $event('C', 15, 1)]] + $evented]),
	$file([['events' => [['type' => 'X', 'at' => 11]]] + $evented]),
	$file([['events' => [7]] + $evented]),
	substr($file([$sampled]), 0, -9),
];
foreach ($bad as $text) {
	echo strtok(cli(['top', '-'], $text)['err'], "\n"), "\n";
}
?>
--EXPECT--
["calls","memory"] sample calls 4 wall 4000000 nodes 4
  a calls 3 own 2000000 incl 3500000 x.rb:7
  b calls 1 own 1500000 incl 1500000 :
  main() calls 4 own 500000 incl 4000000 :
  main calls 3 own 0 incl 3500000 :
  main() 500000
  main();main;a 2000000
  main();main;a;b 1500000
["unit (1 is read as 1 ns)","other profiles (\"thread 2\" is one of 2)","memory"] tree calls 5 wall 90 nodes 4
  a calls 3 own 75 incl 75 x.rb:7
  main calls 1 own 15 incl 90 :
  main() calls 1 own 0 incl 90 :
  main();main 15
  main();main;a 55
  main();main;a;a 20
tree same paths same CPU calls 8 7
timeline same paths same CPU calls 8 8
bool(true)
bool(true)
bool(true)
["calls (each path counts as one)","\"memory that grew\" (no value that a run has)","memory"]false
xhprof: - cannot be read as a profile: it has no profile 0, which should be the active one
xhprof: - cannot be read as a profile: it has no profile 3, which should be the active one
xhprof: - cannot be read as a profile: "activeProfileIndex" is not a whole number of 0 or more: -1
xhprof: - cannot be read as a profile: profile 0 has 4 samples and 1 weights
xhprof: - cannot be read as a profile: weight 1 of profile 0 is below 0
xhprof: - cannot be read as a profile: its numbers are too large: their sum exceeds 64 bits
xhprof: - cannot be read as a profile: sample 0 of profile 0 names the frame 9, and the file has 3
xhprof: - cannot be read as a profile: a frame of sample 0 of profile 0 is not a number: 'x'
xhprof: - cannot be read as a profile: profile 0 has the unit "furlongs", which the format does not know
xhprof: - cannot be read as a profile: profile 0 is neither "sampled" nor "evented"
xhprof: - cannot be read as a profile: event 1 of profile 0 closes the frame 1, and 0 is open
xhprof: - cannot be read as a profile: event 0 of profile 0 closes the frame 1, and none is open
xhprof: - cannot be read as a profile: event 1 of profile 0 is at 15, before 20 of the preceding event
xhprof: - cannot be read as a profile: event 0 of profile 0 has neither the type "O" nor "C"
xhprof: - cannot be read as a profile: event 0 of profile 0 is not a list or an object: 7
xhprof: - cannot be read as a profile: it is damaged
