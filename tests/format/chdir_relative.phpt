--TEST--
A relative path is below the folder that chdir() chose, as for PHP's own files, with threads as well
--FILE--
<?php
$top = sys_get_temp_dir() . '/xhprof_chdir_' . getmypid();
mkdir("$top/first/inner", 0700, true);
mkdir("$top/second", 0700);
$start = getcwd();

xhprof_enable();
strrev('x');
$run = xhprof_stop();

function write(string $name): void
{
	global $run;
	file_put_contents("php-$name.tmp", 'x');
	$run->export('json', "export-$name.tmp");
	$run->export('json', "../export-above-$name.tmp");
	$run->export('json', fopen("stream-$name.tmp", 'w'));
	xhprof_heap_snapshot("heap-$name.tmp", ['wait' => true]);
	echo $name, ' ', count(XHProf\Profile::load("export-$name.tmp")->pairs()), "\n";
}

chdir("$top/first");
write('first');
chdir('inner');
write('inner');
chdir("$top/second");
write('second');
chdir($start);

$files = [];
foreach (new RecursiveIteratorIterator(new RecursiveDirectoryIterator($top, FilesystemIterator::SKIP_DOTS)) as $path =>
	$file) {
	$files[] = substr($path, strlen($top));
	unlink($path);
}
sort($files);
echo implode("\n", $files), "\n";
array_map('rmdir', ["$top/first/inner", "$top/first", "$top/second", $top]);
echo [...glob('*-first.tmp'), ...glob('*-inner.tmp'), ...glob('*-second.tmp')] === [] ? "nothing elsewhere\n"
	: "files elsewhere\n";
?>
--EXPECT--
first 3
inner 3
second 3
/export-above-first.tmp
/export-above-second.tmp
/first/export-above-inner.tmp
/first/export-first.tmp
/first/heap-first.tmp
/first/inner/export-inner.tmp
/first/inner/heap-inner.tmp
/first/inner/php-inner.tmp
/first/inner/stream-inner.tmp
/first/php-first.tmp
/first/stream-first.tmp
/second/export-second.tmp
/second/heap-second.tmp
/second/php-second.tmp
/second/stream-second.tmp
nothing elsewhere
