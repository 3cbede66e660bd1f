--TEST--
The conditions of xhprof.save_if, a time, a size and an error, each suffice to save a run; requested runs are always saved
--SKIPIF--
<?php
if (!function_exists('xhprof_fake_clock_advance')) die('skip needs a build with the fake clock');
?>
--FILE--
<?php
require __DIR__ . '/auto.inc';

$folder = fresh_folder(__FILE__);
mkdir("$folder/runs");
file_put_contents("$folder/page.inc", <<<'PHP'
<?php
$last = xhprof_info()['auto']['last'];
parse_str($_SERVER['QUERY_STRING'] ?? '', $query);
xhprof_fake_clock_advance((int) ($query['ms'] ?? 0) * 1000000, 0);
if (isset($query['bytes'])) {
	str_repeat('x', (int) $query['bytes']);
}
if (isset($query['status'])) {
	http_response_code((int) $query['status']);
}
echo $last;
if (isset($query['fatal'])) {
	undefined_function();
}
if (isset($query['throw'])) {
	throw new Exception;
}
if (isset($query['warn'])) {
	echo $undefined;
}
if (isset($query['exit'])) {
	exit((int) $query['exit']); // of a page that was answered
}
PHP);
$requests = ['', 'ms=49', 'ms=50', 'ms=5000', 'bytes=3000000', 'bytes=4194304', 'status=404', 'status=500',
	'status=503', 'fatal', 'throw', 'warn', 'exit=255', 'XHPROF_TRIGGER=s', 'fatal', '', ''];
foreach (['', '50ms', '4M', 'error', '50ms, 4m, Error'] as $conditions) {
	echo "== $conditions\n";
	$last = [];
	serve("$folder/page.inc", auto_settings("$folder/runs", 'xhprof.trigger_secret=s',
		"xhprof.save_if=\"$conditions\""), function (callable $get) use ($requests, &$last): void {
			foreach ($requests as $request) {
				$last[] = strtok($get("/?$request")[1], "\n");
			}
		});
	foreach (array_slice($requests, 0, -1) as $i => $request) {
		echo "$request ", preg_replace(['/:.*/s', '/not /'], ['', '-- not '], (string) $last[$i + 1]), "\n";
	}
	echo count(runs("$folder/runs")), " runs\n";
	forget("$folder/runs");
}
?>
--CLEAN--
<?php
require __DIR__ . '/auto.inc';
remove(__DIR__ . '/keep_conditions.tmp');
?>
--EXPECT--
== 
 saved
ms=49 saved
ms=50 saved
ms=5000 saved
bytes=3000000 saved
bytes=4194304 saved
status=404 saved
status=500 saved
status=503 saved
fatal saved
throw saved
warn saved
exit=255 saved
XHPROF_TRIGGER=s saved
fatal saved
 saved
17 runs
== 50ms
 -- not kept
ms=49 -- not kept
ms=50 saved
ms=5000 saved
bytes=3000000 -- not kept
bytes=4194304 -- not kept
status=404 -- not kept
status=500 -- not kept
status=503 -- not kept
fatal -- not kept
throw -- not kept
warn -- not kept
exit=255 -- not kept
XHPROF_TRIGGER=s saved
fatal -- not kept
 -- not kept
3 runs
== 4M
 -- not kept
ms=49 -- not kept
ms=50 -- not kept
ms=5000 -- not kept
bytes=3000000 -- not kept
bytes=4194304 saved
status=404 -- not kept
status=500 -- not kept
status=503 -- not kept
fatal -- not kept
throw -- not kept
warn -- not kept
exit=255 -- not kept
XHPROF_TRIGGER=s saved
fatal -- not kept
 -- not kept
2 runs
== error
 -- not kept
ms=49 -- not kept
ms=50 -- not kept
ms=5000 -- not kept
bytes=3000000 -- not kept
bytes=4194304 -- not kept
status=404 -- not kept
status=500 saved
status=503 saved
fatal saved
throw saved
warn -- not kept
exit=255 -- not kept
XHPROF_TRIGGER=s saved
fatal saved
 -- not kept
6 runs
== 50ms, 4m, Error
 -- not kept
ms=49 -- not kept
ms=50 saved
ms=5000 saved
bytes=3000000 -- not kept
bytes=4194304 saved
status=404 -- not kept
status=500 saved
status=503 saved
fatal saved
throw saved
warn -- not kept
exit=255 -- not kept
XHPROF_TRIGGER=s saved
fatal saved
 -- not kept
9 runs
