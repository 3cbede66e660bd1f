--TEST--
xhprof.auto_formats saves one file per format, and the run records what they need
--SKIPIF--
<?php
if (!extension_loaded('zlib')) die('skip needs zlib');
if (getenv('XHPROF_TEST_TREE')) die('skip asks for hier mode as well');
?>
--FILE--
<?php
require __DIR__ . '/auto.inc';

$folder = fresh_folder(__FILE__);
file_put_contents("$folder/program.inc",
	'<?php function f($x) { return $x; } f(1); echo xhprof_info()["auto"]["reason"], "\n";');
mkdir("$folder/runs");

echo child_php("$folder/program.inc", auto_settings("$folder/runs", 'xhprof.auto_formats="json, '
	. 'xhprof;callgrind|folded speedscope,pprof,chrome,log,xhgui json.gz,xhprof.gz,xhgui.gz"'));
print_r(names("$folder/runs"));
[$run] = runs("$folder/runs");
echo $run->summary()['mode'], "\n";
$written = [];
foreach (glob("$folder/runs/*") as $file) {
	$written[] = substr(strstr(basename($file), '.xhprof'), 7) . ': '
		. (filesize($file) > 0 ? 'written' : 'empty') . "\n";
}
sort($written); // one name begins with the run, whose number is random
echo implode($written);
echo count(XHProf\Profile::load(glob("$folder/runs/*.json.gz")[0])->pairs()) === count($run->pairs())
	? "the same run\n" : "another\n";
forget("$folder/runs");

// By mode and flags.
foreach ([['hier', ''], ['tree', 'memory'], ['timeline', 'CPU no_builtins'], ['hier', '7']] as [$mode, $flags]) {
	child_php("$folder/program.inc",
		auto_settings("$folder/runs", "xhprof.auto_mode=$mode", "xhprof.auto_flags=\"$flags\""));
	[$run] = runs("$folder/runs");
	echo "$mode, $flags: ", $run->summary()['mode'], ' ', implode(' ', array_keys($run->pairs()['main()'])), ', ',
		count(preg_grep('/xhprof_info/', array_keys($run->pairs()))), "\n";
	forget("$folder/runs");
}

// A format that does not exist: no run, and a line in the log.
echo child_php("$folder/program.inc", auto_settings("$folder/runs", 'xhprof.auto_formats=json,pdf', 'log_errors=1'));
print_r(names("$folder/runs"));
?>
--CLEAN--
<?php
require __DIR__ . '/auto.inc';
remove(__DIR__ . '/auto_formats.tmp');
?>
--EXPECT--
xhprof.auto=always
Array
(
    [0] => RUN.cli.xhprof
    [1] => RUN.cli.xhprof.gz
    [2] => TIME-cli-program_inc-PID-RUN.xhprof.callgrind
    [3] => TIME-cli-program_inc-PID-RUN.xhprof.chrome.json
    [4] => TIME-cli-program_inc-PID-RUN.xhprof.folded
    [5] => TIME-cli-program_inc-PID-RUN.xhprof.json
    [6] => TIME-cli-program_inc-PID-RUN.xhprof.json.gz
    [7] => TIME-cli-program_inc-PID-RUN.xhprof.log
    [8] => TIME-cli-program_inc-PID-RUN.xhprof.pb.gz
    [9] => TIME-cli-program_inc-PID-RUN.xhprof.speedscope.json
    [10] => TIME-cli-program_inc-PID-RUN.xhprof.xhgui.jsonl
    [11] => TIME-cli-program_inc-PID-RUN.xhprof.xhgui.jsonl.gz
)
timeline
.callgrind: written
.chrome.json: written
.folded: written
.gz: written
.json.gz: written
.json: written
.log: written
.pb.gz: written
.speedscope.json: written
.xhgui.jsonl.gz: written
.xhgui.jsonl: written
: written
the same run
hier, : hier ct wt, 1
tree, memory: tree ct wt mu pmu, 1
timeline, CPU no_builtins: timeline ct wt cpu, 0
hier, 7: hier ct wt cpu mu pmu, 0
xhprof: xhprof.auto_formats has an unknown format: pdf
xhprof.auto_formats has an unknown format
Array
(
)
