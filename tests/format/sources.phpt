--TEST--
Exports of samples say by what they were taken and why, where a format has a place for it; and nothing where it is not known
--SKIPIF--
<?php
require __DIR__ . '/program.inc';
if (!has_pprof()) die('skip built without zlib');
?>
--FILE--
<?php
require __DIR__ . '/samples.inc';
require __DIR__ . '/../../cli/autoload.php';

$known = sampled_run([], ['timer' => ['runs' => 1, 'reason' => 'the system does not permit perf']])
	->merge(sampled_run([], ['interrupt' => ['runs' => 1]]));
foreach (['known' => $known,
	'of one' => sampled_run([], ['timer' => ['runs' => 1, 'reason' => 'the system does not permit perf']]),
	'not known' => sampled_run()] as $name => $run) {
	echo "-- $name\n";
	$pprof = (string) gzdecode($run->export('pprof'));
	// a text and its length
	echo 'pprof: ', preg_match('/2(.)(sampled by [ -~]*)/s', $pprof, $found)
		? substr($found[2], 0, ord($found[1])) : 'nothing', "\n";
	echo 'callgrind: ', implode(' ', preg_grep('/^desc:/', explode("\n", $run->export('callgrind')))), "\n";
	$speedscope = json_decode($run->export('speedscope'), true, flags: JSON_THROW_ON_ERROR);
	echo 'speedscope: ', $speedscope['name'], "\n";
	if (isset($run->summary()['timeline_events'])) {
		$chrome = json_decode($run->export('chrome'), true, flags: JSON_THROW_ON_ERROR);
		echo 'chrome: ', json_encode($chrome['otherData'] ?? null), "\n";
	}
	$firefox = json_decode(XHProf\Cli\Foreign\FirefoxText::of($run), true, flags: JSON_THROW_ON_ERROR);
	echo 'firefox: ', json_encode($firefox['meta']['extra'] ?? null), "\n";
	preg_match('/"summary":(\{.*?\}),"metrics"/', $run->export('html'), $found);
	$summary = json_decode($found[1], true, flags: JSON_THROW_ON_ERROR);
	echo 'html: ',
		json_encode([$summary['sampled'] ?? null, $summary['sampled_by'] ?? null, $summary['sources'] ?? null]), "\n";
}
?>
--EXPECT--
-- known
pprof: sampled by timer signals in 1 run, by a helper thread in 1
callgrind: desc: sampled by timer signals in 1 run, by a helper thread in 1
speedscope: xhprof, sampled by timer signals in 1 run, by a helper thread in 1
firefox: [{"label":"xhprof","entries":[{"label":"Samples","format":"string","value":"sampled by timer signals in 1 run, by a helper thread in 1"}]}]
html: ["sampled by timer signals in 1 run, by a helper thread in 1","timer signals in 1 run, by a helper thread in 1",{"timer":1,"interrupt":1}]
-- of one
pprof: sampled by timer signals: the system does not permit perf
callgrind: desc: sampled by timer signals: the system does not permit perf
speedscope: xhprof, sampled by timer signals: the system does not permit perf
chrome: {"samples":"sampled by timer signals: the system does not permit perf"}
firefox: [{"label":"xhprof","entries":[{"label":"Samples","format":"string","value":"sampled by timer signals: the system does not permit perf"}]}]
html: ["sampled by timer signals: the system does not permit perf","timer signals",{"timer":1}]
-- not known
pprof: nothing
callgrind: 
speedscope: xhprof
chrome: null
firefox: null
html: [null,null,null]
