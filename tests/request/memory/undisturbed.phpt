--TEST--
xhprof.on_memory changes nothing that the program can ask of its memory
--SKIPIF--
<?php require __DIR__ . '/skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/memory.inc';

$folder = memory_folder(__FILE__);
file_put_contents("$folder/code.inc", <<<'PHP'
<?php
function say(): void
{
	echo memory_get_usage(), ' ', memory_get_usage(true), ' ', memory_get_peak_usage(), ' ', memory_get_peak_usage(true), "\n";
}
say();
$list = [];
for ($i = 0; $i < 200; $i++) {
	$list[] = str_repeat('x', 100000);
	if ($i % 50 === 0) {
		say();
	}
}
$text = '';
for ($i = 0; $i < 20; $i++) {
	$text .= str_repeat('y', 1 << 20);
	say();
}
$list = null;
say();
$text = substr($text, 0, 100);
say();
echo gc_mem_caches(), ' ', gc_collect_cycles(), "\n";
say();
$huge = str_repeat('z', 7 << 20);
$huge[5 << 20] = 'a';
say();
echo md5($huge), ' ', memory_reset(), "\n";
say();

function memory_reset(): int
{
	$numbers = range(1, 100000);
	return count($numbers);
}
PHP);

$plain = child_php("$folder/code.inc", ["xhprof.output_dir=$folder"]);
foreach (['8M', '20M', '30M', '100M'] as $threshold) {
	$watched = child_php("$folder/code.inc", ["xhprof.output_dir=$folder", "xhprof.on_memory=$threshold"]);
	echo $threshold, ': ', $watched === $plain ? 'same' : "DIFFERENT\n$plain\n$watched", ', ',
		count(memory_files($folder)), " files\n";
	memory_forget($folder);
}
unlink("$folder/code.inc");
rmdir($folder);
?>
--EXPECT--
8M: same, 1 files
20M: same, 1 files
30M: same, 1 files
100M: same, 0 files
