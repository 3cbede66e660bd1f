--TEST--
A timeline in a file, of calls or of samples with memory, is converted as Profile exports it, twice, and is compared; a merged run has none
--FILE--
<?php
require __DIR__ . '/cli.inc';

function work() { return strrev(substr('abc', 1)); }

$calls = own_file('calls.json');
xhprof_enable(XHPROF_FLAGS_TIMELINE | XHPROF_FLAGS_MEMORY);
work();
$profile = xhprof_stop();
$profile->export('json', $calls);
$runs = [$calls => $profile];
// Without a clock samples are taken where the program asks for them: as many each time.
xhprof_sample_enable(['clock' => 'custom', 'memory' => true]);
if (xhprof_info()['running']) {
	xhprof_sample();
	work();
	xhprof_sample('again');
	$profile = xhprof_stop();
	$runs[own_file('samples.json')] = $profile;
	$profile->export('json', own_file('samples.json'));
}
foreach (['perfetto', 'chrome', 'log', 'perfetto'] as $format) {
	foreach ($runs as $file => $profile) {
		if (cli(['convert', $file, '--format', $format]) !== ['out' => $profile->export($format),
			'err' => '', 'status' => 0]) {
			echo "$format of ", basename($file), ": OTHERS\n";
		}
	}
}
$script = own_file('script.tmp', '<?php function f($x) { return $x; } f(1); f(2);');
$saved = own_file('run.json');
echo cli(['run', '--mode', 'timeline', '--quiet', '--out', $saved, '--', $script])['status'], "\n";
echo read_run($saved)->summary()['timeline_events'] >= 6 ? "its timeline is kept\n" : "NO TIMELINE\n";
echo cli(['report', $saved, '--out', $page = own_file('page.html')])['status'], ' ';
echo substr_count(file_get_contents($page), 'id="a-timeline-node"'), "\n";
echo cli(['diff', $saved, $saved])['status'], "\n";
show_cli(['convert', $saved, $saved, '--format', 'perfetto']);
?>
--EXPECT--
0
its timeline is kept
0 1
0
$ xhprof convert convert_timeline.run.json convert_timeline.run.json --format perfetto
xhprof: perfetto needs a timeline, which this run does not have
        record one with xhprof run --mode timeline, or --mode sample --flags memory; merged runs have none
status 2

