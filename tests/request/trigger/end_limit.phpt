--TEST--
Where memory_limit is hit as the request ends, the run is saved in all modes and formats, and the program ends as without it
--SKIPIF--
<?php require __DIR__ . '/../../helper.inc'; need_shutdown_after_memory_limit(); ?>
<?php
if (getenv('USE_ZEND_ALLOC') === '0' || getenv('SKIP_ASAN')) die('skip needs the allocator of PHP');
if (!extension_loaded('session')) die('skip needs session');
if (!extension_loaded('zlib')) die('skip needs zlib');
if (getenv('XHPROF_TEST_TREE')) die('skip asks for hier mode as well');
?>
--FILE--
<?php
require __DIR__ . '/auto.inc';

$folder = fresh_folder(__FILE__);
mkdir("$folder/runs");
$program = __DIR__ . '/end_limit.inc';
$any = 'json,xhprof,xhgui,html,callgrind';
$tree = "$any,json.gz,xhprof.gz,xhgui.gz,folded,speedscope,pprof";
$formats = ['hier' => $any, 'tree' => $tree, 'timeline' => "$tree,perfetto,chrome,log",
	'sample' => $tree, 'both' => $tree];
foreach (['shutdown function', 'destructor', 'output callback', 'session handler', 'handler of fatal errors'] as $how) {
	$plain = child_php($program, ['xhprof.hook=' . xhprof_info()['hook']], [], [$how]);
	echo "== $how, ", trim(strrchr(rtrim($plain), "\n")), "\n";
	foreach ($formats as $mode => $list) {
		$with = child_php($program, auto_settings("$folder/runs", "xhprof.auto_mode=$mode",
			"xhprof.auto_formats=\"$list\"", 'error_log=/dev/null'), [], [$how]);
		$all = count(names("$folder/runs"));
		$pairs = (runs("$folder/runs")[0] ?? null)?->pairs() ?? [];
		$meta = metas("$folder/runs")[0] ?? [];
		$is_whole = $all === count(explode(',', $list)) && ($mode === 'sample' || isset($pairs['main()==>work']));
		echo "$mode: ", $with === $plain ? 'the same output' : "with:\n$with\nwithout:\n$plain", ', ',
			$is_whole ? 'a whole run' : "$all FILES", ', status ', $meta['xhprof']['status'] ?? 'NOT THERE', "\n";
		forget("$folder/runs");
	}
}
?>
--CLEAN--
<?php
require __DIR__ . '/auto.inc';
remove(__DIR__ . '/end_limit.tmp');
?>
--EXPECT--
== shutdown function, ended with status 255
hier: the same output, a whole run, status 255
tree: the same output, a whole run, status 255
timeline: the same output, a whole run, status 255
sample: the same output, a whole run, status 255
both: the same output, a whole run, status 255
== destructor, ended with status 255
hier: the same output, a whole run, status 255
tree: the same output, a whole run, status 255
timeline: the same output, a whole run, status 255
sample: the same output, a whole run, status 255
both: the same output, a whole run, status 255
== output callback, ended with status 255
hier: the same output, a whole run, status 255
tree: the same output, a whole run, status 255
timeline: the same output, a whole run, status 255
sample: the same output, a whole run, status 255
both: the same output, a whole run, status 255
== session handler, ended with status 255
hier: the same output, a whole run, status 255
tree: the same output, a whole run, status 255
timeline: the same output, a whole run, status 255
sample: the same output, a whole run, status 255
both: the same output, a whole run, status 255
== handler of fatal errors, ended with status 255
hier: the same output, a whole run, status 255
tree: the same output, a whole run, status 255
timeline: the same output, a whole run, status 255
sample: the same output, a whole run, status 255
both: the same output, a whole run, status 255
