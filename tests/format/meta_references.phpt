--TEST--
Request data in meta may be references, at any level
--FILE--
<?php
require __DIR__ . '/program.inc';

$sec = 1795246216;
$usec = 20;
$micro = ['sec' => &$sec, 'usec' => &$usec];
$url = '/a?b=1';
$server = ['REQUEST_TIME' => &$sec];
$others = ['x' => &$usec];
$profile = run(0, 'empty_program');
$line = $profile->export('xhgui', null,
	['request_ts_micro' => &$micro, 'url' => &$url, 'SERVER' => &$server, 'others' => &$others]);
echo json_encode(json_decode($line, true)['meta'], JSON_UNESCAPED_SLASHES), "\n";
echo json_encode([$micro, $url, $server, $others], JSON_UNESCAPED_SLASHES), "\n";

$usec = '20';
try {
	$profile->export('xhgui', null, ['request_ts_micro' => &$micro]);
} catch (ValueError $error) {
	echo $error->getMessage(), "\n";
}
?>
--EXPECT--
{"url":"/a?b=1","get":[],"env":[],"SERVER":{"REQUEST_TIME":1795246216,"REQUEST_TIME_FLOAT":1795246216.00002},"simple_url":"/a?b","request_ts_micro":{"sec":1795246216,"usec":20},"request_ts":{"sec":1795246216,"usec":0},"request_date":"2026-11-21","others":{"x":20}}
[{"sec":1795246216,"usec":20},"/a?b=1",{"REQUEST_TIME":1795246216},{"x":20}]
XHProf\Profile::export(): Argument #3 ($meta) must have the form that XHGui uses: "request_ts_micro" is not an array of the ints "sec" and "usec"
