--TEST--
xhprof.auto_mode=both saves one file with the calls and the samples of the request, in each way that they end
--SKIPIF--
<?php if (getenv('XHPROF_TEST_TREE')) die('skip asks for hier mode as well'); ?>
<?php
require __DIR__ . '/../../sampler/skipif.inc';
?>
--FILE--
<?php
require __DIR__ . '/auto.inc';

$folder = fresh_folder(__FILE__);
mkdir("$folder/runs");
file_put_contents("$folder/program.inc", '<?php
function work() { for ($i = $n = 0; $i < 400000; $i++) { $n ^= $i; } return $n; }
/* A sample may have been taken before. */
function work_sampled() {
	$before = xhprof_info()["sampling"]["samples"] ?? null;
	do {
		work();
	} while ($before !== null && xhprof_info()["sampling"]["samples"] < $before + 2);
}
work_sampled();
if (isset($argv[1])) {
	$result = $argv[1]();
	echo $argv[1], ": ", get_debug_type($result), $result instanceof XHProf\Profile && $result->sampled() !== null ? " with samples" : "", "\n";
}
work();
');

function about(XHProf\Profile $profile): string
{
	return $profile->summary()['mode']
		. (isset($profile->functions()['work_sampled']) ? ' with work' : ' without work');
}

foreach ([['both'], ['tree, sample'], ['sample|timeline'],
	['hier,sample', 'xhprof_disable'], ['both', 'xhprof_sample_disable'],
	['both', 'xhprof_stop'], ['both', 'xhprof_pause'], ['sample'], ['hier'], ['both nothing']] as $case) {
	[$mode, $how] = [...$case, ''];
	echo "-- $mode\n";
	echo ltrim(child_php("$folder/program.inc", auto_settings("$folder/runs", "xhprof.auto_mode=\"$mode\"",
		'xhprof.sampling_interval=500', 'xhprof.auto_formats=json', 'error_log=/dev/null'), [], array_filter([$how])));
	foreach (runs("$folder/runs") as $run) {
		echo about($run), $run->sampled() === null ? '' : ', beside it ' . about($run->sampled()), "\n";
		var_dump(isset($run->meta()['xhprof']['run']));
	}
	forget("$folder/runs");
}
?>
--CLEAN--
<?php
require __DIR__ . '/auto.inc';
remove(__DIR__ . '/auto_both.tmp');
?>
--EXPECT--
-- both
tree with work, beside it sample with work
bool(true)
-- tree, sample
tree with work, beside it sample with work
bool(true)
-- sample|timeline
timeline with work, beside it sample with work
bool(true)
-- hier,sample
xhprof_disable: array
hier with work, beside it sample with work
bool(true)
-- both
xhprof_sample_disable: array
tree with work, beside it sample with work
bool(true)
-- both
xhprof_stop: XHProf\Profile with samples
tree with work, beside it sample with work
bool(true)
-- both
xhprof_pause: bool
tree with work, beside it sample with work
bool(true)
-- sample
sample with work
bool(true)
-- hier
hier with work
bool(true)
-- both nothing
