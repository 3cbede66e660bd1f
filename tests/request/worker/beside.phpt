--TEST--
Runs that the program starts itself and jobs leave one another alone; without a hook or a folder a job says why it has no run
--FILE--
<?php
require __DIR__ . '/worker.inc';

$folder = fresh_folder(__FILE__);
mkdir("$folder/runs");
$job = 'told(xhprof_request_begin(["url" => "job"])); told(info()["reason"]);';
$end = 'told(xhprof_request_end());';
foreach ([
	'the program has a run open' => "xhprof_disable(); xhprof_enable(); $job work(2); $end work(1); told(count(xhprof_disable()) > 3);
		$job work(2); $end",
	'the program starts one within' => "$job xhprof_enable(); work(2); $end told(xhprof_disable());",
	'the program takes it' => "$job work(2); told(count(xhprof_disable()) > 2); work(1); $end",
	'and starts another' => "$job work(2); xhprof_disable(); xhprof_enable(); $end work(1); told(count(xhprof_disable()));
		$job work(3); $end",
	'the program samples' => "xhprof_disable(); xhprof_sample_enable(); $job $end told(is_array(xhprof_disable()));",
	'paused' => "$job xhprof_pause(); work(2); $end told(xhprof_resume()); $job work(1); $end",
] as $how => $code) {
	echo "== $how\n", worker($folder, $code);
	told_runs($folder);
}
foreach (['xhprof.hook=off', 'xhprof.output_dir=', 'xhprof.auto_formats=pdf', 'xhprof.auto=off'] as $setting) {
	echo "== $setting\n", worker($folder, $job . $end, $setting, 'error_log=/dev/null', 'log_errors=1');
	told_runs($folder);
}
?>
--CLEAN--
<?php
require __DIR__ . '/worker.inc';
remove(__DIR__ . '/beside.tmp');
?>
--EXPECT--
== the program has a run open
false
"the program itself has started a run"
null
true
true
"xhprof.auto=always"
"RUN"
job: 3 calls
worker.inc: 0 calls
== the program starts one within
true
"xhprof.auto=always"
"RUN"
null
job: 3 calls
worker.inc: 0 calls
== the program takes it
true
"xhprof.auto=always"
true
"RUN"
job: 3 calls
worker.inc: 0 calls
== and starts another
true
"xhprof.auto=always"
"RUN"
8
true
"xhprof.auto=always"
"RUN"
job: 3 calls
job: 4 calls
worker.inc: 0 calls
== the program samples
false
"the program itself has started a run"
null
true
worker.inc: 0 calls
== paused
true
"xhprof.auto=always"
"RUN"
false
true
"xhprof.auto=always"
"RUN"
job: 0 calls
job: 2 calls
worker.inc: 0 calls
== xhprof.hook=off
false
"xhprof.hook=off: calls are not recorded; samples and the mode \"alloc\" need no hook"
null
no runs
== xhprof.output_dir=
false
"xhprof.output_dir is not set"
null
no runs
== xhprof.auto_formats=pdf
false
"xhprof.auto_formats has an unknown format"
null
no runs
== xhprof.auto=off
false
"xhprof.auto=off"
null
no runs
