--TEST--
xhprof.on_memory writes the run that is open when memory passes the threshold, calls, allocations or samples
--SKIPIF--
<?php require __DIR__ . '/skipif.inc'; ?>
<?php if (getenv('XHPROF_TEST_TREE') || getenv('XHPROF_TEST_ALLOC')) die('skip asks for other modes'); ?>
--FILE--
<?php
require __DIR__ . '/memory.inc';

$folder = memory_folder(__FILE__);

function try_run(string ...$steps): void
{
	global $folder;
	echo '== ', implode(' ', $steps), "\n";
	echo plain_memory_name(child_php(__DIR__ . '/program.inc',
		["xhprof.output_dir=$folder", 'xhprof.on_memory=12M profile', 'xhprof.save_timeout_ms=0'], [], $steps));
	foreach (memory_files($folder) as $file) {
		$run = XHProf\Profile::load($file);
		$site = $run->allocations()[0] ?? null;
		echo '  ', plain_memory_name(basename($file)), ', ',
			$run->summary()['mode'], ', ', $site === null ? 'no allocations'
				: "$site[function] has " . intdiv($site['live_bytes'], 1 << 20) . ' MB', ', ',
			isset($run->summary()['samples']) ? "samples\n"
				: (isset($run->pairs()['step==>take']) ? "calls\n" : "no calls\n");
	}
	memory_forget($folder);
}

try_run('4', '20');
try_run('mode:alloc', '4', '20');
try_run('enable:' . XHPROF_FLAGS_ALLOC, '4', '20');
try_run('enable:' . XHPROF_FLAGS_MEMORY, '4', '20');
try_run('sample:', '4', '20');
rmdir($folder);
?>
--EXPECT--
== 4 20
4: nothing, watched
xhprof: xhprof.on_memory wrote no file: no run is open
20: not saved: no run is open
== mode:alloc 4 20
mode:alloc: nothing, watched
4: nothing, watched
20: saved: memory-#.xhprof.json
  memory-#.xhprof.json, hier, str_repeat has 11 MB, no calls
== enable:16 4 20
enable:16: nothing, watched
4: nothing, watched
20: saved: memory-#.xhprof.json
  memory-#.xhprof.json, hier, str_repeat has 11 MB, calls
== enable:4 4 20
enable:4: nothing, watched
4: nothing, watched
20: saved: memory-#.xhprof.json
  memory-#.xhprof.json, hier, no allocations, calls
== sample: 4 20
sample:: nothing, watched
4: nothing, watched
20: saved: memory-#.xhprof.json
  memory-#.xhprof.json, sample, no allocations, samples
