--TEST--
Profile::meta() returns the request that was saved with a run, and null for a run without one
--FILE--
<?php
xhprof_enable();
var_dump(xhprof_stop()->meta());

$pairs = ['main()' => ['ct' => 1, 'wt' => 5]];
var_dump(XHProf\Profile::fromPairs($pairs)->meta());

$run = XHProf\Profile::fromPairs($pairs,
	['url' => "/a\xE9?b=1", 'get' => ['b' => '1', 'c' => []], 'SERVER' => ['REQUEST_METHOD' => 'GET'],
		'request_ts_micro' => ['sec' => 1795246216, 'usec' => 20], 'xhprof' => ['status' => 404, 'failed' => false]]);
$meta = $run->meta();
echo json_encode(array_intersect_key($meta, ['url' => 1, 'get' => 1, 'xhprof' => 1])), ' ',
	$meta['SERVER']['REQUEST_METHOD'], "\n";
$file = __DIR__ . '/meta.json';
$run->export('json', $file);
var_dump(XHProf\Profile::load($file)->meta() === $meta);
$meta['url'] = 'changed';
var_dump($run->meta() === $meta);
try {
	$run->meta(1);
} catch (ArgumentCountError $e) {
	echo $e->getMessage(), "\n";
}
?>
--CLEAN--
<?php @unlink(__DIR__ . '/meta.json'); ?>
--EXPECT--
NULL
NULL
{"url":"\/a\ufffd?b=1","get":{"b":"1","c":[]},"xhprof":{"status":404,"failed":false}} GET
bool(true)
bool(false)
XHProf\Profile::meta() expects exactly 0 arguments, 1 given
