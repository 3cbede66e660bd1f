--TEST--
A timeline that is full leaves out the shortest calls, and ends with the run
--SKIPIF--
<?php if (xhprof_info()['clock'] !== 'fake') die('skip needs the fake clock'); ?>
--FILE--
<?php
function short(): void {}
function long(): void { xhprof_fake_clock_advance(1000000, 0); }
function section(int $n): void
{
	global $held;
	$held[] = str_repeat('x', 1 << 16);
	for ($i = 0; $i < $n; $i++) {
		short();
	}
	long();
	Fiber::suspend();
	short();
}

const SECTIONS = 40;
foreach ([1 << 18, 1 << 26] as $bytes) {
	$held = [];
	xhprof_enable(XHPROF_FLAGS_TIMELINE | XHPROF_FLAGS_MEMORY | XHPROF_FLAGS_NO_BUILTINS,
		['max_timeline_bytes' => $bytes]);
	for ($i = 0; $i < SECTIONS; $i++) {
		$fiber = new Fiber('section');
		$fiber->start(1000);
		$fiber->resume();
	}
	$run = xhprof_stop();
	$summary = $run->summary();
	$file = __DIR__ . '/timeline_coarse.json.tmp';
	$run->export('json', $file);
	$same = XHProf\Profile::load($file);
	unlink($file);
	$data = json_decode($run->export('json'), true);
	echo $summary['timeline_events'] + $summary['lost_timeline_events'], ' events, ',
		$summary['lost_timeline_events'] > 0 ? 'some left out' : 'all there', "\n";
	echo $summary['timeline_events'] <= $bytes / 16 ? 'bounded' : 'too many', "\n";
	$names = [];
	foreach ($data['timeline']['begins'] as $node) {
		if ($node > 0) {
			$name = $data['functions']['name'][$data['nodes']['function'][$node - 1]];
			$names[$name] = ($names[$name] ?? 0) + 1;
		}
	}
	echo "long $names[long], section $names[section], ends ",
		array_sum(array_map(fn(int $node): int => $node > 0 ? 1 : -1, $data['timeline']['begins'])), "\n";
	echo array_sum($data['timeline']['since_ns']) === $summary['wall_ns'] ? 'ends with the run' : 'ends before', "\n";
	echo count($data['memory']['event']) >= SECTIONS ? 'memory of each section' : 'memory was lost', ', ',
		min(array_slice($data['memory']['event'], 1)) > 0 ? 'in order' : 'twice at an event', "\n";
	echo $same->export('log') === $run->export('log') ? 'can be loaded' : 'is another', "\n";
}
?>
--EXPECT--
80322 events, some left out
bounded
long 40, section 80, ends 0
ends with the run
memory of each section, in order
can be loaded
80322 events, all there
bounded
long 40, section 80, ends 0
ends with the run
memory of each section, in order
can be loaded
