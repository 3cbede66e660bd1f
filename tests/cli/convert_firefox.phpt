--TEST--
xhprof convert writes Firefox's processed profile: paths once, or a timeline with markers, and all time of the run
--FILE--
<?php
require __DIR__ . '/cli.inc';

use XHProf\Profile;

/* Nanoseconds by stack, of all threads. */
function sums(array $file): array
{
	$sums = [];
	foreach ($file['threads'] as $thread) {
		foreach ($thread['samples']['stack'] as $i => $stack) {
			for ($names = [], $at = $stack; $at !== null; $at = $thread['stackTable']['prefix'][$at]) {
				array_unshift($names, $thread['stringArray'][
					$thread['funcTable']['name'][$thread['frameTable']['func'][$thread['stackTable']['frame'][$at]]]]);
			}
			$path = implode(';', $names);
			$sums[$path] = ($sums[$path] ?? 0) + (int) round($thread['samples']['weight'][$i] * 1e6);
		}
	}
	ksort($sums);

	return $sums;
}

$stacks = [['frames' => ['main()', 'a', "b\xFF"], 'samples' => 2, 'wall_ns' => 2600, 'cpu_ns' => 0],
	['frames' => ['main()', 'a'], 'samples' => 1, 'wall_ns' => 1600, 'cpu_ns' => 0],
	['frames' => ['main()', 'c'], 'samples' => 1, 'wall_ns' => 800, 'cpu_ns' => 0]];
Profile::fromStacks($stacks)->export('json', own_file('stacks.json'));
chdir(__DIR__);
show_cli(['convert', 'convert_firefox.stacks.json', '--format', 'firefox']);

/* Fibers and a collection. */
function inner(int $n): int { return $n > 0 ? inner($n - 1) : strlen(strrev(Fiber::suspend() ?? 'a')); }
function program(): void
{
	$fibers = [new Fiber(inner(...)), new Fiber(inner(...))];
	foreach ($fibers as $i => $fiber) $fiber->start($i);
	gc_collect_cycles();
	foreach ($fibers as $fiber) $fiber->resume('b');
}
xhprof_enable(XHPROF_FLAGS_TIMELINE);
program();
$run = xhprof_stop();
$run->export('json', own_file('timeline.json'), ['url' => '/cart']);
$written = own_file('run.firefox.json');
show_cli(['convert', 'convert_firefox.timeline.json', '--out', 'convert_firefox.run.firefox.json']);
$file = json_decode(file_get_contents($written), true);
foreach ($file['threads'] as $thread) {
	$times = $thread['samples']['time'];
	$sorted = $times;
	sort($sorted);
	echo "$thread[name]: ", $times === $sorted ? 'in order' : 'NOT in order', ', ',
		count($times) === $thread['samples']['length'] ? 'whole' : 'NOT whole';
	foreach ($thread['markers']['name'] as $i => $name) {
		echo ", {$thread['stringArray'][$name]} \"{$thread['markers']['data'][$i]['text']}\"";
	}
	echo "\n";
}
echo abs(array_sum(sums($file)) - $run->summary()['wall_ns']) < 1000 ? 'all time'
	: 'NOT all time: ' . array_sum(sums($file)) . ' of ' . $run->summary()['wall_ns'], "\n";

/* Samples of xhprof_sample(): of the program's weights, and without time. */
function load(): void { xhprof_sample('bytes', 700); }
xhprof_sample_enable(['clock' => 'custom']);
for ($i = 0; $i < 3; $i++) load();
xhprof_sample();
$custom = xhprof_stop();
$custom->export('json', own_file('custom.json'));
$file = json_decode(cli(['convert', 'convert_firefox.custom.json', '--format', 'firefox'])['out'], true);
echo json_encode(sums($file)), ' of ', $custom->summary()['wall_ns'], "\n";
xhprof_sample_enable(['interval' => 1000]);
for ($i = 0; $i < 3; $i++) load();
usleep(5000);
xhprof_stop()->export('json', own_file('beside.json'));
$file = json_decode(cli(['convert', 'convert_firefox.beside.json', '--format', 'firefox'])['out'], true);
var_dump(sums($file)['main();load;bytes'] >= 2_100_000_000);
foreach (json_decode($custom->export('chrome'), true)['traceEvents'] as $event) {
	echo $event['ph'] === 'i' ? "$event[cat] $event[name] {$event['args']['weight_us']}\n" : '';
}
?>
--EXPECT--
$ xhprof convert convert_firefox.stacks.json --format firefox
{"meta":{"interval":1,"startTime":0,"processType":0,"product":"PHP","stackwalk":0,"version":31,"preprocessedProfileVersion":55,"categories":[{"name":"Other","color":"grey","subcategories":["Other"]},{"name":"PHP","color":"blue","subcategories":["Other"]},{"name":"Internal function","color":"orange","subcategories":["Other"]}],"markerSchema":[{"name":"xhprof","display":["marker-chart","marker-table","timeline-overview"],"tooltipLabel":"{marker.name}","tableLabel":"{marker.data.text}","chartLabel":"{marker.data.text}","fields":[{"key":"text","label":"Text","format":"string"}]}],"symbolicated":true,"importedFrom":"xhprof","usesOnlyOneStackType":true,"sourceCodeIsNotOnSearchfox":true,"sampleUnits":{"time":"ms","eventDelay":"ms","threadCPUDelta":"ns"}},"libs":[],"threads":[{"processType":"default","processStartupTime":0,"processShutdownTime":null,"registerTime":0,"unregisterTime":null,"pausedRanges":[],"name":"PHP","isMainThread":true,"pid":"1","tid":1,"showMarkersInTimeline":true,"samples":{"stack":[2,1,3],"time":[0,0.0026,0.0042],"weight":[0.0026,0.0016,0.0008],"weightType":"tracing-ms","length":3},"markers":{"name":[],"startTime":[],"endTime":[],"data":[],"phase":[],"category":[],"length":0},"stackTable":{"frame":[0,1,2,3],"prefix":[null,0,1,0],"length":4},"frameTable":{"address":[-1,-1,-1,-1],"inlineDepth":[0,0,0,0],"category":[2,2,2,2],"subcategory":[0,0,0,0],"func":[0,1,2,3],"nativeSymbol":[null,null,null,null],"innerWindowID":[null,null,null,null],"line":[null,null,null,null],"column":[null,null,null,null],"length":4},"funcTable":{"name":[0,1,2,3],"isJS":[false,false,false,false],"relevantForJS":[false,false,false,false],"resource":[-1,-1,-1,-1],"fileName":[null,null,null,null],"lineNumber":[null,null,null,null],"columnNumber":[null,null,null,null],"length":4},"resourceTable":{"length":0,"lib":[],"name":[],"host":[],"type":[]},"nativeSymbols":{"libIndex":[],"address":[],"name":[],"functionSize":[],"length":0},"stringArray":["main()","a","bÿ","c"]}]}

$ xhprof convert convert_firefox.timeline.json --out convert_firefox.run.firefox.json

PHP: in order, whole, request "/cart", garbage collection ""
all time
{"main()":1000,"main();load;bytes":2100000} of 2101000
bool(true)
xhprof_sample bytes 700
xhprof_sample bytes 700
xhprof_sample bytes 700
xhprof_sample main() 1
