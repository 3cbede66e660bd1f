--TEST--
A job whose parameters are nested too deeply is saved without them, and its run says so
--FILE--
<?php
require __DIR__ . '/worker.inc';

$folder = fresh_folder(__FILE__);
mkdir("$folder/runs");
echo worker($folder, '
foreach ([2, 512] as $levels) {
	for ($get = "x"; $levels > 0; $levels--) { $get = ["a" => $get]; }
	xhprof_request_begin(["url" => "/job?a=1", "method" => "GET", "get" => $get]);
	work(1);
	xhprof_request_end();
}
', 'xhprof.meta=full');
foreach (glob("$folder/runs/*-job*.json") as $file) {
	$meta = XHProf\Profile::load($file)->meta();
	$lines[] = json_encode([$meta['url'], $meta['get'], $meta['xhprof']['get_lost'] ?? null],
		JSON_UNESCAPED_SLASHES) . "\n";
}
sort($lines);
echo implode($lines);
?>
--CLEAN--
<?php
require __DIR__ . '/worker.inc';
remove(__DIR__ . '/meta_depth.tmp');
?>
--EXPECT--
["/job?a=1",[],"it is nested deeper than 128 levels"]
["/job?a=1",{"a":{"a":"x"}},null]
