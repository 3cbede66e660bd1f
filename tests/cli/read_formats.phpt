--TEST--
xhprof reads json, serialized arrays and lines for XHGui, plain or packed, from a file and from the standard input
--FILE--
<?php
require __DIR__ . '/cli.inc';

$pairs = unserialize(file_get_contents(canned('a.xhprof')));
$pairs = array_combine(preg_replace('/\xFF/', "\u{ff}", array_keys($pairs)), $pairs); // as XHGui's line reads it
$run = XHProf\Profile::fromPairs($pairs, ['url' => '/a', 'request_ts_micro' => ['sec' => 1795246216, 'usec' => 20]]);
$expected = null;
foreach (['json', 'xhprof', 'xhgui', 'json.gz', 'xhprof.gz', 'xhgui.gz'] as $format) {
	try {
		$text = $run->export($format);
	} catch (ValueError) { // built without zlib
		$text = $run->export(substr($format, 0, -3));
	}
	$file = own_file("b.$format", $text);
	foreach (['file' => cli(['top', $file, '--json']),
		'input' => cli(['top', '-', '--json'], $text)] as $from => $result) {
		$data = json_decode($result['out'], true) ?? ['functions' => $result['err']];
		$functions = array_map(fn(array $row) => array_diff_key($row, ['min_wall_ns' => 0]), $data['functions']);
		$expected ??= $functions;
		echo $format, ' ', $from, ' ', $functions === $expected ? 'same' : 'DIFFERENT', "\n";
	}
}
foreach (['x', '', 'a:1:{', '{"profile":1}', '{', "\x1f\x8b\x08" . str_repeat("\xff", 100)] as $text) {
	echo cli(['top', '-'], $text)['err'];
}
?>
--EXPECT--
json file same
json input same
xhprof file same
xhprof input same
xhgui file same
xhgui input same
json.gz file same
json.gz input same
xhprof.gz file same
xhprof.gz input same
xhgui.gz file same
xhgui.gz input same
xhprof: - cannot be read as a profile: its format is unknown
        readable are json, xhprof and xhgui files of runs, and folded, pprof, callgrind, speedscope, cpuprofile and OTLP files of other tools, plain or .gz
xhprof: - cannot be read as a profile: it cannot be read
        readable are json, xhprof and xhgui files of runs, and folded, pprof, callgrind, speedscope, cpuprofile and OTLP files of other tools, plain or .gz
xhprof: - cannot be read as a profile: it is damaged, or more than an array of arrays
        readable are json, xhprof and xhgui files of runs, and folded, pprof, callgrind, speedscope, cpuprofile and OTLP files of other tools, plain or .gz
xhprof: - cannot be read as a profile: it has no arrays "profile" and "meta"
        readable are json, xhprof and xhgui files of runs, and folded, pprof, callgrind, speedscope, cpuprofile and OTLP files of other tools, plain or .gz
xhprof: - cannot be read as a profile: it is damaged
        readable are json, xhprof and xhgui files of runs, and folded, pprof, callgrind, speedscope, cpuprofile and OTLP files of other tools, plain or .gz
xhprof: - cannot be read as a profile: it is damaged or incomplete
        readable are json, xhprof and xhgui files of runs, and folded, pprof, callgrind, speedscope, cpuprofile and OTLP files of other tools, plain or .gz
