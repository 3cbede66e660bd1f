--TEST--
xhprof.on_memory writes at the end of a request, or at its memory limit, what no safe point came for
--SKIPIF--
<?php require __DIR__ . '/skipif.inc'; ?>
<?php require __DIR__ . '/../../helper.inc'; need_shutdown_after_memory_limit(); ?>
--FILE--
<?php
require __DIR__ . '/memory.inc';

$folder = memory_folder(__FILE__);

function try_code(string $code, string ...$settings): void
{
	global $folder;
	echo "== $code\n";
	file_put_contents("$folder/code.inc", "<?php $code");
	echo preg_replace(['/ in \S+ on line \d+/', '/\d{5,}/'], ['', '#'],
		child_php("$folder/code.inc", ["xhprof.output_dir=$folder", 'fatal_error_backtraces=0', ...$settings]));
	foreach (memory_files($folder) as $file) {
		[$meta, $strings] = look_at_memory($file, '');
		echo '  ', plain_memory_name(basename($file)), ', ', intdiv($meta['memory_real_usage'], 1 << 20), " MB\n";
	}
	memory_forget($folder);
}

try_code('$text = str_repeat("x", 20 << 20);', 'xhprof.on_memory=12M');
try_code('$list = range(1, 10); $text = str_repeat("x", 100 << 20);', 'xhprof.on_memory=75%', 'memory_limit=16M');
try_code('$text = str_repeat("x", 100 << 20);', 'xhprof.on_memory=40M', 'memory_limit=16M');
try_code('$text = str_repeat("x", 100 << 20);', 'xhprof.on_memory=100%', 'xhprof.on_memory_limit=snapshot',
	'memory_limit=16M');
unlink("$folder/code.inc");
rmdir($folder);
?>
--EXPECT--
== $text = str_repeat("x", 20 << 20);

  memory-#.xhprof.heap, 22 MB
== $list = range(1, 10); $text = str_repeat("x", 100 << 20);

Fatal error: Allowed memory size of # bytes exhausted (tried to allocate # bytes)
ended with status 255
  memory-#.xhprof.heap, 2 MB
== $text = str_repeat("x", 100 << 20);

Fatal error: Allowed memory size of # bytes exhausted (tried to allocate # bytes)
ended with status 255
== $text = str_repeat("x", 100 << 20);

Fatal error: Allowed memory size of # bytes exhausted (tried to allocate # bytes)
ended with status 255
  memory-#.xhprof.heap, 2 MB
  memory-limit-#.xhprof.heap, 2 MB
