--TEST--
xhprof.on_memory writes a snapshot of the heap once a request, when memory passes the threshold
--SKIPIF--
<?php require __DIR__ . '/skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/memory.inc';

$folder = memory_folder(__FILE__);

function try_steps(string $setting, string ...$steps): void
{
	global $folder;
	echo "== $setting\n";
	echo plain_memory_name(child_php(__DIR__ . '/program.inc',
		["xhprof.output_dir=$folder", "xhprof.on_memory=$setting", 'memory_limit=64M'], [], $steps));
	foreach (memory_files($folder) as $file) {
		[$meta, , $objects] = look_at_memory($file, 'Kept');
		echo '  ', plain_memory_name(basename($file)), ' ', decoct(fileperms($file) & 0777), ', memory ',
			intdiv($meta['memory_real_usage'], 1 << 20), ' MB, ', $objects > 20 ? 'many' : 'few', " objects\n";
	}
	memory_forget($folder);
}

try_steps('12M', '4', '12', '20');
try_steps('12582911 snapshot', '4', '12', '20');
try_steps('25%', '4', '16', '16');
try_steps('25% snapshot', 'limit:128M', '20', '20');
try_steps('12M', 'one:5', 'one:9', 'one:9');
try_steps('12M', 'long:20');
echo "off, not reached, or reached by what was given back:\n";
try_steps('off', '20');
try_steps('40M', '20', 'drop:', '20', 'drop:', '20', '20');
rmdir($folder);
?>
--EXPECT--
== 12M
4: nothing, watched
12: saved: memory-#.xhprof.heap
20: saved: memory-#.xhprof.heap
  memory-#.xhprof.heap 600, memory 14 MB, many objects
== 12582911 snapshot
4: nothing, watched
12: saved: memory-#.xhprof.heap
20: saved: memory-#.xhprof.heap
  memory-#.xhprof.heap 600, memory 12 MB, many objects
== 25%
4: nothing, watched
16: saved: memory-#.xhprof.heap
16: saved: memory-#.xhprof.heap
  memory-#.xhprof.heap 600, memory 18 MB, many objects
== 25% snapshot
limit:128M: nothing, watched
20: nothing, watched
20: saved: memory-#.xhprof.heap
  memory-#.xhprof.heap 600, memory 34 MB, many objects
== 12M
one:5: nothing, watched
one:9: saved: memory-#.xhprof.heap
one:9: saved: memory-#.xhprof.heap
  memory-#.xhprof.heap 600, memory 16 MB, few objects
== 12M
long:20: saved: memory-#.xhprof.heap
  memory-#.xhprof.heap 600, memory 12 MB, few objects
off, not reached, or reached by what was given back:
== off
20: nothing
== 40M
20: nothing, watched
drop:: nothing, watched
20: nothing, watched
drop:: nothing, watched
20: nothing, watched
20: saved: memory-#.xhprof.heap
  memory-#.xhprof.heap 600, memory 42 MB, many objects
