--TEST--
Closures of one class in each other: whole profiles by place and by the engine's names
--SKIPIF--
<?php
if (xhprof_info()['clock'] !== 'fake') die('skip needs the fake clock');
if (PHP_VERSION_ID >= 80400) die('skip this PHP has names by line of its own');
if (getenv('XHPROF_TEST_TREE')) die('skip rows of resumed fibers come in another order');
?>
--FILE--
<?php
class Report
{
	function outer($inner) { return function ($n) use ($inner) { return $n > 0 ? $inner($n - 1) : leaf(); }; }
	function inner() { return function ($n) { return $n > 0 ? $this->outer($this->inner())($n) : leaf(); }; }
	function fiber() { return new Fiber(function () { $this->waiting()(); }); }
	function waiting() { return function () { Fiber::suspend(); leaf(); }; }
	function resume($fiber) { return fn() => $fiber->resume(); }
}
function leaf() { static $calls = 0; return ++$calls; } // nothing that opcache inlines

foreach (['xhprof_disable', 'xhprof_stop'] as $stop) {
	$report = new Report;
	$outer = $report->outer($report->inner());
	$fiber = $report->fiber();
	$resume = $report->resume($fiber);
	xhprof_enable();
	$outer(3);
	$fiber->start();
	$resume();
	$result = $stop();
	foreach (is_array($result) ? $result : $result->pairs() as $key => $row) {
		echo preg_replace('~\{closure:[^{}]*?:(\d+)\}~', '{closure:$1}', $key), ' ', json_encode($row), "\n";
	}
	echo "\n";
}
?>
--EXPECT--
Report::{closure}@1==>Report::inner {"ct":1,"wt":1}
Report::{closure}@1==>Report::outer {"ct":1,"wt":1}
Report::{closure}@3==>Report::inner {"ct":1,"wt":1}
Report::{closure}@3==>Report::outer {"ct":1,"wt":1}
Report::{closure}@5==>leaf {"ct":1,"wt":1}
Report::{closure}@4==>Report::{closure}@5 {"ct":1,"wt":3}
Report::{closure}@3==>Report::{closure}@4 {"ct":1,"wt":5}
Report::{closure}@2==>Report::{closure}@3 {"ct":1,"wt":11}
Report::{closure}@1==>Report::{closure}@2 {"ct":2,"wt":17}
Report::{closure}==>Report::{closure}@1 {"ct":1,"wt":21}
main()==>Report::{closure} {"ct":2,"wt":31}
Report::{closure}==>Report::waiting {"ct":1,"wt":1}
Fiber::start==>Report::{closure} {"ct":1,"wt":5}
main()==>Fiber::start {"ct":1,"wt":8}
Report::{closure}@1==>Fiber::suspend {"ct":0,"wt":1}
Report::{closure}@2==>Fiber::suspend {"ct":1,"wt":1}
Report::{closure}@2==>leaf {"ct":1,"wt":1}
Fiber::resume==>Report::{closure}@1 {"ct":1,"wt":5}
Report::{closure}==>Fiber::resume {"ct":1,"wt":8}
main()==>xhprof_disable {"ct":1,"wt":1}
main() {"ct":1,"wt":44}

Report::{closure:5}==>Report::inner {"ct":1,"wt":1}
Report::{closure:5}==>Report::outer {"ct":1,"wt":1}
Report::{closure:5}@1==>Report::inner {"ct":1,"wt":1}
Report::{closure:5}@1==>Report::outer {"ct":1,"wt":1}
Report::{closure:5}@2==>leaf {"ct":1,"wt":1}
Report::{closure:4}@2==>Report::{closure:5}@2 {"ct":1,"wt":3}
Report::{closure:5}@1==>Report::{closure:4}@2 {"ct":1,"wt":5}
Report::{closure:4}@1==>Report::{closure:5}@1 {"ct":1,"wt":11}
Report::{closure:5}==>Report::{closure:4}@1 {"ct":1,"wt":13}
Report::{closure:4}==>Report::{closure:5} {"ct":1,"wt":19}
main()==>Report::{closure:4} {"ct":1,"wt":21}
Report::{closure:6}==>Report::waiting {"ct":1,"wt":1}
Fiber::start==>Report::{closure:6} {"ct":1,"wt":5}
main()==>Fiber::start {"ct":1,"wt":8}
Report::{closure:6}==>Report::{closure:7} {"ct":1,"wt":6}
Report::{closure:7}==>Fiber::suspend {"ct":1,"wt":2}
Report::{closure:7}==>leaf {"ct":1,"wt":1}
Fiber::resume==>Report::{closure:6} {"ct":1,"wt":5}
Report::{closure:8}==>Fiber::resume {"ct":1,"wt":8}
main()==>Report::{closure:8} {"ct":1,"wt":10}
main()==>xhprof_stop {"ct":1,"wt":1}
main() {"ct":1,"wt":44}

