--TEST--
A job of another fiber is refused while one is open, and both say so; a fiber that is gone keeps no job open
--FILE--
<?php
require __DIR__ . '/worker.inc';

$folder = fresh_folder(__FILE__);
mkdir("$folder/runs");
$job = 'function job($name, $n) { told([$name, xhprof_request_begin(["url" => $name]), info()["reason"]]); Fiber::suspend();
	work($n); Fiber::suspend(); told([$name, xhprof_request_end()]); }' . "\n";
echo "== interleaved\n", worker($folder, $job . '
$a = new Fiber("job"); $b = new Fiber("job");
$a->start("a", 1); $b->start("b", 2);
told([xhprof_request_begin(["url" => "main"]), xhprof_request_end(), info()]);
$a->resume(); $b->resume(); $a->resume(); $b->resume();
told(info()["reason"]);
$b = new Fiber("job"); $b->start("c", 3); $b->resume(); $b->resume();
');
told_runs($folder, 'other_jobs');
echo "== one after the other\n", worker($folder, $job . '
foreach (["a", "b"] as $name) { $f = new Fiber("job"); $f->start($name, 1); $f->resume(); $f->resume(); }
');
told_runs($folder, 'other_jobs');
echo "== gone\n", worker($folder, $job . '
$f = new Fiber("job"); $f->start("a", 1); $f = null; gc_collect_cycles();
told(xhprof_request_begin(["url" => "main"])); work(1); told(xhprof_request_end());
$f = new Fiber(function () { xhprof_request_begin(["url" => "b"]); }); $f->start();
told(xhprof_request_begin(["url" => "main"])); work(2); told(xhprof_request_end());
');
told_runs($folder, 'other_jobs', 'abandoned');
echo "== a generator begins, its caller ends\n", worker($folder, '
function jobs() { foreach (["a", "b"] as $name) { xhprof_request_begin(["url" => $name]); yield $name; } }
foreach (jobs() as $name) { work(1); told([$name, xhprof_request_end()]); }
');
told_runs($folder, 'other_jobs', 'abandoned');
?>
--CLEAN--
<?php
require __DIR__ . '/worker.inc';
remove(__DIR__ . '/fibers.tmp');
?>
--EXPECT--
== interleaved
["a",true,"xhprof.auto=always"]
["b",false,"another fiber or coroutine has a job open, and only one can be profiled at a time"]
[false,null,{"profiled":false,"reason":"another fiber or coroutine has a job open, and only one can be profiled at a time","requested":false,"excluded":false,"run":null}]
["a","RUN"]
["b",null]
"no job is open"
["c",true,"xhprof.auto=always"]
["c","RUN"]
a: 5 calls, other_jobs 2
c: 4 calls, other_jobs null
worker.inc: 0 calls, other_jobs null
== one after the other
["a",true,"xhprof.auto=always"]
["a","RUN"]
["b",true,"xhprof.auto=always"]
["b","RUN"]
a: 2 calls, other_jobs null
b: 2 calls, other_jobs null
worker.inc: 0 calls, other_jobs null
== gone
["a",true,"xhprof.auto=always"]
true
"RUN"
true
"RUN"
a: 0 calls, other_jobs null, abandoned true
b: 0 calls, other_jobs null, abandoned true
main: 2 calls, other_jobs null, abandoned null
main: 3 calls, other_jobs null, abandoned null
worker.inc: 0 calls, other_jobs null, abandoned null
== a generator begins, its caller ends
["a","RUN"]
["b","RUN"]
a: 2 calls, other_jobs null, abandoned null
b: 2 calls, other_jobs null, abandoned null
worker.inc: 0 calls, other_jobs null, abandoned null
