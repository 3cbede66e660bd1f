--TEST--
xhprof.auto_mode=sample saves samples in any format, with memory also in those of a timeline; times and calls come from the samples
--SKIPIF--
<?php
require __DIR__ . '/../../sampler/skipif.inc';
?>
--FILE--
<?php
require __DIR__ . '/auto.inc';

$folder = fresh_folder(__FILE__);
mkdir("$folder/runs");
file_put_contents("$folder/program.inc", '<?php
function outer($n) { return $n > 0 ? outer($n - 1) : inner(); }
function inner() { do { $x = md5("x"); } while (xhprof_info()["sampling"]["samples"] < 10); return $x; }
outer(1);
echo xhprof_info()["auto"]["reason"], "\n";
if ($argv[1] === "disables") {
	$samples = xhprof_disable();
	echo count(preg_grep("/^main\(\)==>outer==>outer@1==>inner/", $samples)) > 5 ? "has samples" : "has none", "\n";
}');
foreach (['ends', 'disables'] as $how) {
	echo ltrim(child_php("$folder/program.inc", auto_settings("$folder/runs", 'xhprof.auto_mode=sample',
		'xhprof.sampling_interval=5000', 'xhprof.auto_formats="json,folded,chrome,xhgui"'), [], [$how]));
	echo implode(' ', names("$folder/runs")), "\n";
	[$run] = runs("$folder/runs");
	$pairs = $run->pairs();
	echo $run->summary()['mode'], "\n";
	foreach (['main()==>outer', 'outer==>outer@1', 'outer@1==>inner'] as $key) {
		echo $key, ': ', $pairs[$key]['ct'] > 5 && abs($pairs[$key]['wt'] - 5000 * $pairs[$key]['ct'])
			<= 10000 /* the rest of two clocks */ ? 'many samples' : json_encode($pairs[$key]), "\n";
	}
	forget("$folder/runs");
}
?>
--CLEAN--
<?php
require __DIR__ . '/auto.inc';
remove(__DIR__ . '/auto_samples.tmp');
?>
--EXPECT--
xhprof.auto=always
TIME-cli-program_inc-PID-RUN.xhprof.chrome.json TIME-cli-program_inc-PID-RUN.xhprof.folded TIME-cli-program_inc-PID-RUN.xhprof.json TIME-cli-program_inc-PID-RUN.xhprof.xhgui.jsonl
sample
main()==>outer: many samples
outer==>outer@1: many samples
outer@1==>inner: many samples
xhprof.auto=always
has samples
TIME-cli-program_inc-PID-RUN.xhprof.chrome.json TIME-cli-program_inc-PID-RUN.xhprof.folded TIME-cli-program_inc-PID-RUN.xhprof.json TIME-cli-program_inc-PID-RUN.xhprof.xhgui.jsonl
sample
main()==>outer: many samples
outer==>outer@1: many samples
outer@1==>inner: many samples
