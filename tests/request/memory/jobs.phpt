--TEST--
xhprof.on_memory counts once for each job of a worker, and each request of a server
--SKIPIF--
<?php require __DIR__ . '/skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/memory.inc';
require __DIR__ . '/../trigger/auto.inc';

$folder = memory_folder(__FILE__);

echo plain_memory_name(child_php(__DIR__ . '/program.inc', ["xhprof.output_dir=$folder", 'xhprof.on_memory=12M'], [],
	['begin:', '16', '16', 'drop:', 'end:', 'begin:', '2', 'end:', 'begin:', '60']));

// The server keeps chunks of memory from one request to the next.
file_put_contents("$folder/page.inc", <<<'PHP'
<?php
$kept = [];
for ($i = 0; $i < 10 * $_GET['mb']; $i++) {
	$kept[] = str_repeat('x', 100000);
}
echo json_encode(xhprof_info()['on_memory']['last']);
PHP);
serve("$folder/page.inc", ["xhprof.output_dir=$folder", 'xhprof.on_memory=12M'], function (callable $get): void {
	foreach ([24, 24, 4, 24, 24, 4] as $megabytes) {
		echo $megabytes, ' ', plain_memory_name($get("/?mb=$megabytes")[1]), "\n";
	}
});
memory_files($folder); // waits for their writers
memory_forget($folder);
unlink("$folder/page.inc");
rmdir($folder);
?>
--EXPECT--
begin:: nothing, watched
16: saved: memory-#.xhprof.heap
16: saved: memory-#.xhprof.heap
drop:: saved: memory-#.xhprof.heap
end:: saved: memory-#.xhprof.heap
begin:: nothing, watched
2: nothing, watched
end:: nothing, watched
begin:: nothing, watched
60: saved: memory-#.xhprof.heap
24 "saved: memory-#.xhprof.heap"
24 "saved: memory-#.xhprof.heap"
4 null
24 "saved: memory-#.xhprof.heap"
24 "saved: memory-#.xhprof.heap"
4 null
