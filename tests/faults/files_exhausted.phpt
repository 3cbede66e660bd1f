--TEST--
Without free file descriptors, profiles are exact, exports and snapshots fail with the reason, and sampling works without one
--SKIPIF--
<?php
if (PHP_OS_FAMILY !== 'Linux'
	|| trim((string) shell_exec('command -v prlimit')) === '') die('skip needs prlimit on Linux');
?>
--FILE--
<?php
require __DIR__ . '/../helper.inc';

/* Lowered from here on: what PHP and its runner had open may stay. */
function leaf($x) { return $x; }
shell_exec('prlimit --nofile=64:64 --pid ' . getmypid());
$kept = [];
while ($file = @fopen('/dev/null', 'r')) {
	$kept[] = $file;
}
xhprof_enable(XHPROF_FLAGS_CPU);
for ($i = 0; $i < 3; $i++) leaf($i);
$run = xhprof_stop();
try {
	$run->export('json', $out = sys_get_temp_dir() . '/xhprof_no_files.json');
} catch (RuntimeException $error) {
	echo str_replace($out, 'FILE', $error->getMessage()), "\n";
}
try {
	XHProf\Profile::load(__FILE__);
} catch (RuntimeException $error) {
	echo str_replace(__FILE__, 'FILE', $error->getMessage()), "\n";
}
foreach ([true, false] as $fork) {
	try {
		xhprof_heap_snapshot($heap = sys_get_temp_dir() . '/xhprof_no_files.heap', ['wait' => true, 'fork' => $fork]);
	} catch (RuntimeException $error) {
		echo str_replace($heap, 'FILE', $error->getMessage()), "\n";
	}
}
xhprof_sample_enable(['interval' => 1000]);
for ($end = hrtime(true) + 3e7; hrtime(true) < $end;) {
}
$samples = xhprof_sample_disable();
$kept = [];
show($run->pairs());
var_dump(is_array($samples), file_exists($out), glob("$heap*"));
?>
--EXPECTF--
Could not write the profile to FILE: %rToo many open files|No file descriptors available%r
Could not load a profile from FILE: it cannot be read
Could not write a snapshot to FILE: %rToo many open files|No file descriptors available%r
Could not write a snapshot to FILE: %rToo many open files|No file descriptors available%r
main()==>leaf  ct=3 [cpu]
main()==>xhprof_stop  ct=1 [cpu]
main()  ct=1 [cpu]
bool(true)
bool(false)
array(0) {
}
