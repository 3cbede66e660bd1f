--TEST--
A job may be sampled
--SKIPIF--
<?php
require __DIR__ . '/../../sampler/skipif.inc';
?>
--FILE--
<?php
require __DIR__ . '/worker.inc';

$folder = fresh_folder(__FILE__);
mkdir("$folder/runs");
echo worker($folder, '
function busy($n) { do { $x = md5("x"); } while (xhprof_info()["sampling"]["samples"] < 10); return $x; }
foreach (["a", "b"] as $name) {
	told(xhprof_request_begin(["url" => $name]));
	busy(1);
	told(xhprof_request_end());
}
', 'xhprof.auto_mode=sample', 'xhprof.sampling_interval=5000');
foreach (array_map(XHProf\Profile::load(...), saved_files($folder)) as $run) {
	$samples = $run->pairs()['main()==>busy']['ct'] ?? 0;
	$is_job = $run->meta()['xhprof']['job'] ?? false;
	echo basename($run->meta()['url']), ' ', $run->summary()['mode'], ' ',
		!$is_job ? 'of the start' : ($samples > 5 ? 'many samples' : $samples), "\n";
}
?>
--CLEAN--
<?php
require __DIR__ . '/worker.inc';
remove(__DIR__ . '/samples.tmp');
?>
--EXPECT--
true
"RUN"
true
"RUN"
a sample many samples
b sample many samples
worker.inc sample of the start
