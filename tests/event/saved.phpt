--TEST--
Events are saved and loaded, merged, compared and exported; damaged files are refused
--SKIPIF--
<?php if (xhprof_info()['clock'] !== 'fake') die('skip needs the fake clock'); ?>
--FILE--
<?php
require __DIR__ . '/../helper.inc';

function leaf($x) { static $calls = 0; $calls++; return $x; }
function node($n) { static $calls = 0; $calls++; for ($i = 0; $i < $n; $i++) { leaf($i); } return $n; }
function record($n, $events)
{
	xhprof_enable(XHPROF_FLAGS_TREE | XHPROF_FLAGS_NO_BUILTINS, ['events' => $events]);
	node($n);
	return xhprof_stop();
}

$run = record(3, ['fake', 'page-faults']);
$file = tempnam(sys_get_temp_dir(), 'xhprof');
$run->export('json', $file);
$loaded = XHProf\Profile::load($file);
var_dump($loaded->pairs() === $run->pairs(), $loaded->functions() === $run->functions(),
	$loaded->summary()['events'] === $run->summary()['events']);
var_dump(XHProf\Profile::fromPairs($run->pairs())->pairs() == $run->pairs());

echo "-- both have fake\n";
$other = record(5, ['fake']);
$merged = $run->merge($other);
echo json_encode($merged->summary()['events']), ' ', json_encode($merged->pairs()['main()==>node']), "\n";
echo $other->diff($run)['leaf']['own_fake'], ' ',
	isset($other->diff($run)['leaf']['page-faults']) ? 'both' : 'one', "\n";
echo isset($run->merge(record(1, []))->summary()['events']) ? 'more' : 'no event in common', "\n";

echo "-- exported\n";
$text = $other->export('callgrind');
echo implode("\n", preg_grep('/^(events?|summary):/', explode("\n", $text))), "\n";
foreach (json_decode($other->export('speedscope'), true)['profiles'] as $profile) {
	echo $profile['name'], ' ', $profile['unit'], ' ', $profile['endValue'], "\n";
}

echo "-- damaged\n";
$json = $other->export('json');
$total = $other->summary()['events']['fake'];
foreach ([
	['"fake":"count"', '"fake":"apples"'], ['"fake":"count"', '"calls":"count"'], ['"fake":"count"', '"FAKE":"count"'],
	['"fake":"count"', '"fake":"count","other":"count"'], ['"events":{"fake":"count"}', '"events":[1]'],
	["\"fake\":[", "\"fake\":[1,"], ["\"fake\":[", "\"fake\":[-1,"], [",\n\"fake\":[", ",\n\"fake\":[1],\n\"fake\":["],
	['"fake":"count"', implode(',', array_map(fn($i) => "\"e$i\":\"count\"", range(1, 9)))],
] as [$from, $to]) {
	file_put_contents($file, str_replace($from, $to, $json, $count));
	try {
		XHProf\Profile::load($file);
		echo "taken: $to\n";
	} catch (RuntimeException $error) {
		echo $count > 0 ? 'refused' : 'not there', "\n";
	}
}
file_put_contents($file, str_replace('"fake"', '"future"', $json));
var_dump(XHProf\Profile::load($file)->summary()['events'] === ['future' => $total]);
unlink($file);
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
-- both have fake
{"fake":22} {"ct":2,"wt":18,"fake":18}
2 one
no event in common
-- exported
event: Wall : wall time (ns)
event: fake : fake
events: Wall fake
summary: 13000 13
wall time nanoseconds 13000
fake none 13
-- damaged
refused
refused
refused
refused
refused
refused
refused
refused
refused
bool(true)
