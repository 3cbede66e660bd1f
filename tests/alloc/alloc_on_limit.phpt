--TEST--
xhprof.on_memory_limit writes the run during the fatal error, and a shutdown function can still read it
--SKIPIF--
<?php if (getenv('XHPROF_TEST_TREE')) die('skip asks for hier mode as well'); ?>
<?php if (getenv('USE_ZEND_ALLOC') === '0' || getenv('SKIP_ASAN')) die('skip needs the allocator of PHP'); ?>
<?php if (PHP_OS_FAMILY === 'Windows') die('skip no files are saved there'); ?>
<?php require __DIR__ . '/../helper.inc'; need_shutdown_after_memory_limit(); ?>
--FILE--
<?php
require __DIR__ . '/alloc.inc';

$folder = sys_get_temp_dir() . '/xhprof_limit_' . getmypid();
mkdir($folder, 0700);

function leave(string $mode, array $settings = []): array
{
	global $folder;
	array_map('unlink', glob("$folder/*"));
	$output = child_php(__DIR__ . '/alloc_on_limit.inc', array_merge(['display_errors=0', "xhprof.output_dir=$folder",
		'xhprof.on_memory_limit=profile', 'xhprof.save_timeout_ms=0'], $settings), [], [$mode]);
	echo preg_replace(['/(of |allocate )\d+/', '/ at \S+:\d+/'], ['$1%', ''], $output);
	return glob("$folder/*");
}

foreach (['[]', '{"mode":"tree"}', '{"mode":"alloc"}', '{"alloc":"sampled","alloc_interval":1000,"mode":"alloc"}',
	'{"alloc":"sampled","alloc_interval":1000}'] as $mode) {
	echo "== $mode\n";
	$files = leave($mode);
	foreach ($files as $file) {
		echo preg_replace(['/\d+/', '/\.gz$/'], ['#', ''], basename($file)), ' ', decoct(fileperms($file) & 0777), "\n";
		$profile = XHProf\Profile::load($file);
		$sites = $profile->allocations();
		$by = array_map(fn($site) => $site['function'], $sites);
		echo $by[0], $sites[0]['live_bytes'] > 12 << 20 ? " has most\n" : " has little\n";
		$summary = $profile->summary();
		echo array_sum(array_column($sites, 'live_bytes'))
			- $summary['outside_bytes'] === $summary['alloc_change_bytes'] ? "conserved\n" : "not conserved\n";
		$pairs = $profile->pairs();
		echo array_key_last($pairs), ' ', $pairs['main()']['ct'], ' ',
			$pairs['main()==>hoard']['ct'] ?? $pairs['main()==>str_repeat']['ct'] ?? 'no pair', "\n";
	}
}

echo "== nothing is asked for, there is no run, or no folder\n";
echo count(leave('[]', ['xhprof.on_memory_limit=off'])), "\n";
echo count(leave('none')), "\n";
echo count(leave('[]', ["xhprof.output_dir=$folder/none"])), "\n";
echo count(leave('[]', ['xhprof.output_dir='])), "\n";

array_map('unlink', glob("$folder/*"));
rmdir($folder);
?>
--EXPECTF--
== []
Allowed memory size of % bytes exhausted (tried to allocate % bytes)
run of hoard 1, str_repeat has most
ended with status 255
memory-limit-#-#.xhprof.json 600
str_repeat has most
conserved
main() 1 1
== {"mode":"tree"}
Allowed memory size of % bytes exhausted (tried to allocate % bytes)
run of hoard 1, str_repeat has most
ended with status 255
memory-limit-#-#.xhprof.json 600
str_repeat has most
conserved
main() 1 1
== {"mode":"alloc"}
Allowed memory size of % bytes exhausted (tried to allocate % bytes)
run of hoard 0, str_repeat has most
ended with status 255
memory-limit-#-#.xhprof.json 600
str_repeat has most
conserved
main() 1 0
== {"alloc":"sampled","alloc_interval":1000,"mode":"alloc"}
Allowed memory size of % bytes exhausted (tried to allocate % bytes)
run of hoard 0, str_repeat has most
ended with status 255
memory-limit-#-#.xhprof.json 600
str_repeat has most
conserved
main() 1 0
== {"alloc":"sampled","alloc_interval":1000}
Allowed memory size of % bytes exhausted (tried to allocate % bytes)
run of hoard 1, str_repeat has most
ended with status 255
memory-limit-#-#.xhprof.json 600
str_repeat has most
conserved
main() 1 1
== nothing is asked for, there is no run, or no folder
Allowed memory size of % bytes exhausted (tried to allocate % bytes)
run of hoard 1, str_repeat has most
ended with status 255
0
Allowed memory size of % bytes exhausted (tried to allocate % bytes)
no run
ended with status 255
0
Allowed memory size of % bytes exhausted (tried to allocate % bytes)
run of hoard 1, str_repeat has most
ended with status 255
0
Allowed memory size of % bytes exhausted (tried to allocate % bytes)
run of hoard 1, str_repeat has most
ended with status 255
0
