--TEST--
Jobs that lose their end, end twice, throw, exit or die are saved once each, and the worker goes on
--FILE--
<?php
require __DIR__ . '/worker.inc';

$folder = fresh_folder(__FILE__);
mkdir("$folder/runs");
$begin = 'function begin($name, $more = []) { told(xhprof_request_begin(["url" => $name] + $more)); }' . "\n";
foreach ([
	'ends alone' =>
		'told(xhprof_request_end()); begin("one"); work(1); told(xhprof_request_end()); told(xhprof_request_end());',
	'begins twice' =>
		'begin("one"); work(1); begin("two"); work(2); told(xhprof_request_end()); told(xhprof_request_end());',
	'throws' => 'try { begin("one"); work(1); throw new Exception; } catch (Exception) { work(5); }
		try { begin("two"); work(2); throw new Exception; } catch (Exception) {} finally { told(xhprof_request_end(1)); }',
	'exits' => 'begin("one"); told(xhprof_request_end()); begin("two"); work(2); exit(3);',
	'dies' => 'begin("one"); told(xhprof_request_end()); begin("two"); work(2); undefined();',
	'ends at shutdown' => 'register_shutdown_function(function () { told(xhprof_request_end(1)); begin("late"); '
		. 'work(4); }); begin("one"); work(1);',
	'begins in a destructor' =>
		'class A { function __destruct() { begin("late"); work(4); told(xhprof_request_end()); } } $a = new A;',
	'has no name' => 'told(xhprof_request_begin()); work(3); told(xhprof_request_end(7));',
] as $how => $code) {
	echo "== $how\n",
		preg_replace('/(PHP )?Fatal error.*|\nStack trace.*/s', "died\n", worker($folder, $begin . $code));
	told_runs($folder, 'status', 'failed', 'abandoned');
}
?>
--CLEAN--
<?php
require __DIR__ . '/worker.inc';
remove(__DIR__ . '/ends.tmp');
?>
--EXPECT--
== ends alone
null
true
"RUN"
null
one: 2 calls, status 0, failed false, abandoned null
worker.inc: 0 calls, status 0, failed false, abandoned null
== begins twice
true
true
"RUN"
null
one: 2 calls, status null, failed true, abandoned true
two: 3 calls, status 0, failed false, abandoned null
worker.inc: 0 calls, status 0, failed false, abandoned null
== throws
true
true
"RUN"
one: 8 calls, status null, failed true, abandoned true
two: 3 calls, status 1, failed true, abandoned null
worker.inc: 0 calls, status 0, failed false, abandoned null
== exits
true
"RUN"
true
ended with status 3
one: 0 calls, status 0, failed false, abandoned null
two: 3 calls, status 3, failed true, abandoned null
worker.inc: 0 calls, status 0, failed false, abandoned null
== dies
true
"RUN"
true

died
one: 0 calls, status 0, failed false, abandoned null
two: 3 calls, status 255, failed true, abandoned null
worker.inc: 0 calls, status 0, failed false, abandoned null
== ends at shutdown
true
"RUN"
true
late: 5 calls, status 0, failed false, abandoned null
one: 2 calls, status 1, failed true, abandoned null
worker.inc: 0 calls, status 0, failed false, abandoned null
== begins in a destructor
true
"RUN"
late: 5 calls, status 0, failed false, abandoned null
worker.inc: 0 calls, status 0, failed false, abandoned null
== has no name
true
"RUN"
worker.inc: 0 calls, status 0, failed false, abandoned null
worker.inc: 4 calls, status 7, failed true, abandoned null
