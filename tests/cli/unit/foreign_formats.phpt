--TEST--
A file of another tool is read by what its bytes say, its costs have the units that it names, and a page of Firefox has all of a run
--EXTENSIONS--
zlib
--FILE--
<?php
require __DIR__ . '/unit.inc';
require __DIR__ . '/../protobuf.inc';

use XHProf\Cli\Foreign\Callgrind;
use XHProf\Cli\Foreign\CallgrindEvents;
use XHProf\Cli\Foreign\FirefoxThread;
use XHProf\Cli\Foreign\FoldedStacks;
use XHProf\Cli\Foreign\ForeignFile;
use XHProf\Cli\Foreign\OtlpMessage;
use XHProf\Profile;

const LIMIT = 1 << 20;
$folder = unit_folder();

/* Messages become the arrays of JSON. */
$dictionary = message([5 => ['', 'wall', 'ns', 'f'], 3 => ['', message([1 => 3, 4 => 7])], 2 => ['', message([2 => 171,
	3 => message([1 => 1, 2 => 9])])], 7 => ['', message([1 => packed(1)])]]);
$sample = message([1 => 1, 4 => [packed(5), packed(-2, 3)], 99 => 'later']);
$file = message([1 => message([2 => message([2 => message([1 => message([1 => 1, 2 => 2]), 2 => $sample, 6 => 10,
	7 => 'x'])])]), 2 => $dictionary]);
same('of OTLP', ['resourceProfiles' => [['scopeProfiles' => [['profiles' => [['samples' => [['values' => [5, -2, 3],
	'stackIndex' => 1]], 'sampleType' => ['typeStrindex' => 1, 'unitStrindex' => 2], 'period' => 10]]]]]],
	'dictionary' => ['stringTable' => ['', 'wall', 'ns', 'f'], 'functionTable' => [[], ['nameStrindex' => 3,
		'startLine' => 7]], 'locationTable' => [[], ['lines' => [['functionIndex' => 1, 'line' => 9]],
		'address' => 171]], 'stackTable' => [[], ['locationIndices' => [1]]]]], OtlpMessage::file($file, LIMIT));
same('of nothing', [], OtlpMessage::file('', LIMIT));
same('both fields, and no others', [true, false, false, false, false, false], all_of(OtlpMessage::is(...), [$file,
	message([2 => 'x']), message([1 => 'x']), message([1 => 'x', 2 => 'y', 3 => 'z']), message([1 => 5, 2 => 'x']),
	'']));
same('one that ends too early', [true, false], all_of(OtlpMessage::is(...), [substr($file, 0, -1), "\x12\x05x"]));
/* File, resource, scope, profile, type, sample; dictionary, two functions, locations and stacks, a line. */
same('as many arrays as memory', true, is_array(OtlpMessage::file($file, 14 * 400)));
refused('one more', 'takes more memory than xhprof.max_load_bytes allows', static fn () => OtlpMessage::file($file,
	14 * 400 - 1));
refused('cut', 'ends', static fn () => OtlpMessage::file(substr($file, 0, -1), LIMIT));

/* Costs of callgrind: units by the names of events, or by what "event:" lines say. */
$events = static function (string $names, string ...$said): CallgrindEvents {
	$events = new CallgrindEvents();
	array_map($events->describe(...), $said);
	$events->set(explode(' ', $names));

	return $events;
};
foreach ([['Time_(10ns) Memory_(bytes)', [], ['wall_ns' => 30, 'memory_bytes' => 4], [3, 4], ['peaks']],
	['Time_(µs)', [], ['wall_ns' => 3000], [3], ['memory']], ['Time', [], ['wall_ns' => 3000], [3],
	['unit (1 Time is read as 1 us)', 'memory']], ['Wall Cpu', ['Wall : wall time (ms)', 'Cpu: CPU time (us)'],
	['wall_ns' => 3_000_000, 'cpu_ns' => 4000], [3, 4], ['memory']], ['Ir Dr', [], ['wall_ns' => 3], [3, 4],
	['times (1 Ir is read as 1 ns)', 'memory', '"Dr" (no value that a run has)']], ['Calls Time_(0ns)', [],
	['wall_ns' => 4], [3, 4], ['memory', '"Calls" (no value that a run has)']], ['Time_(ns) Time_(us)', [],
	['wall_ns' => 3], [3, 4], ['memory', '"Time_(us)" (no value that a run has)']], ['Memory_(bytes)', [],
	['wall_ns' => 3, 'memory_bytes' => 3], [3], ['times (1 Memory_(bytes) is read as 1 ns)', 'peaks']],
	['Ir cpu(ms)', [], ['wall_ns' => 4_000_000, 'cpu_ns' => 4_000_000], [3, 4],
	['wall time (CPU time is read as such)', 'memory', '"Ir" (no value that a run has)']],
	['Cpu (ns)', ['Cpu: CPU (ns)'], ['wall_ns' => 0, 'cpu_ns' => 0], [], null]] as [$names, $said, $values, $costs,
	$lacks]) {
	$one = $events($names, ...$said);
	ksort($values);
	$found = $one->values($costs);
	ksort($found);
	same("costs of $names", $values, $found);
	$lacks === null || same("what $names lack", $lacks, $one->lacks());
}
same('columns', [['wall_ns', 'memory_bytes', 'peak_bytes'], ['wall_ns'], true, false],
	[$events('Time_(ns) Memory_(bytes)')->columns(), $events('Time_(ns)')->columns(),
	(new CallgrindEvents())->isEmpty(),
	$events('Time')->isEmpty()]);
$again = $events('Time_(ns)');
$again->set(['Memory_(bytes)', 'Time_(us)']);
same('those of another part are the first ones', ['wall_ns' => 3], $again->values([3, 4]));
refused('a cost below 0', 'the cost -3 is below 0', static fn () => $events('Time_(ns)')->values([-3]));
same('memory may fall', ['wall_ns' => 1, 'memory_bytes' => -8], $events('Time_(ns) Memory_(bytes)')->values([1, -8]));
refused('beyond an int', 'its numbers are too large',
	static fn () => $events('Time_(s)')->values([PHP_INT_MAX]));

/* Lines of jumps name files and functions, too; a number may end in its point. */
$run = Profile::parse(Callgrind::json("positions: line\nevents: Ir\nfl=(1) /a.c\nfn=(1) f\n1 5\n"
	. "jfi=(2) /b.h\njfn=(2) g\njump=1 7\n1\n"
	. "fi=(2)\n7 3\nfe=(1)\nfl=(2)\nfn=(2)\n9 2\n", LIMIT));
same('jumps', [['f', 8, '/a.c'], ['g', 2, '/b.h'], ['main()', 10, null]],
	array_map(static fn (string $name): array => [$name,
	$run->functions()[$name]['wall_ns'], $run->functions()[$name]['file']], ['f', 'g', 'main()']));
same('whole numbers with a point', [true, 26], [FoldedStacks::is("a;b 6.\n"),
	Profile::parse(FoldedStacks::json("a;b 6.\na 20.\n", LIMIT))->summary()['wall_ns']]);
refused('a point alone', 'line 2 does not end with a space and a number', static fn () =>
	FoldedStacks::json("a 1\nb .\n", LIMIT));

/* The bytes say which format it is, whatever the name. */
$read = static function (string $bytes) use ($folder): ?array {
	file_put_contents("$folder/a.txt", $bytes);
	$json = ForeignFile::json("$folder/a.txt", LIMIT);

	return $json === null ? null : [json_decode($json, true)['read']['format'] ?? json_decode($json,
	true)['meta']['xhprof']['read']['format'] ?? '?',
		Profile::parse($json)->summary()['wall_ns']];
};
$frames = ['shared' => ['frames' => [['name' => 'f']]], 'profiles' => [['type' => 'sampled', 'name' => 'x',
	'unit' => 'nanoseconds', 'startValue' => 0, 'endValue' => 3, 'samples' => [[0]], 'weights' => [3]]]];
$pprof = message([1 => message([1 => 1, 2 => 2]), 2 => message([1 => packed(1), 2 => packed(7)]), 4 => message([1 => 1,
	4 => message([1 => 1])]), 5 => message([1 => 1, 2 => 3]), 6 => ['', 'wall', 'nanoseconds', 'f']]);
foreach (['a;b 3' => 'folded', "version: 1\nevents: Time_(ns)\n\nfn=f\n1 3\n" => 'callgrind',
	json_encode($frames) => 'speedscope', $pprof => 'pprof', gzencode($pprof) => 'pprof',
	$file => 'OTLP'] as $bytes => $format) {
	same("the format of $format", $format, $read((string) $bytes)[0] ?? null);
}
same('times', [7, 3, 3], [$read($pprof)[1], $read(json_encode($frames))[1],
	$read("events: Time_(ns)\nfn=f\n1 3\n")[1]]);
foreach (['', '{}', '{"a":1}', '{'] as $nothing) {
	same("none is in \"$nothing\"", null, $read($nothing));
}
refused('other bytes', 'its format is unknown', static fn () => $read("\x7fELF\0"));
refused('damaged gzip', 'it is damaged or incomplete', static fn () => $read(substr(gzencode($pprof), 0,
	-9)));
file_put_contents("$folder/long.txt", 'a;b 3');
refused('more than the limit', 'takes more memory than xhprof.max_load_bytes allows',
	static fn () => ForeignFile::json("$folder/long.txt", 4));

/* A thread of Firefox. */
$thread = new FirefoxThread('PHP', 1);
$main = $thread->stack(null, 'main()', '/i.php', 0);
$f = $thread->stack($main, 'f', null, 3);
$inner = $thread->stack($f, 'f', null, 3);
same('a stack once', [[0, 1, 2], 1], [[$main, $f, $inner], $thread->stack($main, 'f', null, 9)]);
same('a function of another file', 3, $thread->stack($main, 'f', '/b.php', 4));
$thread->sample($main, 0.0, 1.5);
$thread->sample($f, 2.0, 2.0);
$thread->sample($f, 1.5, 4.0000004);
$thread->point($inner, 0.25, 10.0);
$thread->marker('request', '/x', 0.0, 4.0);
$thread->sort();
$data = $thread->data();
same('samples in order of time; those of no time are left out', ['stack' => [0, 2, 1], 'time' => [0.0, 0.25, 1.5],
	'weight' => [1.5, 10.0, 2.5], 'weightType' => 'tracing-ms', 'length' => 3], $data['samples']);
same('stacks by their callers', ['frame' => [0, 1, 1, 2], 'prefix' => [null, 0, 1, 0], 'length' => 4],
	$data['stackTable']);
same('texts', ['main()', '/i.php', 'f', '/b.php', 'request'], $data['stringArray']);
same('functions', [[0, 2, 2], [1, null, 3], [null, 3, 4], 3], [$data['funcTable']['name'],
	$data['funcTable']['fileName'], $data['funcTable']['lineNumber'], $data['funcTable']['length']]);
same('PHP\'s own are of another category', [1, 2, 1], $data['frameTable']['category']);
same('a marker', [[4], [0.0], [4.0], [['type' => 'xhprof', 'text' => '/x']], [1], 1], [$data['markers']['name'],
	$data['markers']['startTime'], $data['markers']['endTime'], $data['markers']['data'], $data['markers']['phase'],
	$data['markers']['length']]);
same('names of threads', ['PHP', true, 1, 'fiber 1', false], [$data['name'], $data['isMainThread'], $data['tid'],
	($other = (new FirefoxThread('fiber 1', 2))->data())['name'], $other['isMainThread']]);
same('texts that are numbers stay texts', ['7'], (static function (): array {
	$thread = new FirefoxThread('x', 1);
	$thread->stack(null, '7', null, 0);

	return $thread->data()['stringArray'];
})());
finish();
?>
--EXPECT--
all as expected
