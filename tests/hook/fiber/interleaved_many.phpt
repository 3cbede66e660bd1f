--TEST--
Many fibers of one function, resumed in turn from different functions, keep their calls apart
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function task($n)
{
	for ($i = 0; $i < $n; $i++) {
		leaf($i);
		pause($i);
	}
}
function pause($x) { Fiber::suspend($x); }
function leaf($x) { return $x; }
function run($fibers)
{
	$alive = 0;
	foreach ($fibers as $fiber) {
		if (!$fiber->isTerminated()) {
			$fiber->resume();
			$alive++;
		}
	}
	return $alive;
}

$fibers = [];
for ($i = 0; $i < 50; $i++) {
	$fibers[] = new Fiber('task');
}
xhprof_enable();
foreach ($fibers as $i => $fiber) {
	$fiber->start($i % 5 + 1);
}
while (run($fibers) > 0);
show(xhprof_disable());

xhprof_enable(XHPROF_FLAGS_NO_BUILTINS);
$fibers = [new Fiber('task'), new Fiber('task')];
$fibers[0]->start(3);
$fibers[1]->start(3);
while (run($fibers) > 0);
show(xhprof_disable());
?>
--EXPECT--
task==>leaf  ct=150
Fiber::start==>task  ct=50
main()==>Fiber::start  ct=50
run==>Fiber::isTerminated  ct=300
pause==>Fiber::suspend  ct=150
task==>pause  ct=150
Fiber::resume==>task  ct=150
run==>Fiber::resume  ct=150
main()==>run  ct=6
main()==>xhprof_disable  ct=1
main()  ct=1
task==>leaf  ct=6
main()==>task  ct=2
task==>pause  ct=6
run==>task  ct=6
main()==>run  ct=4
main()  ct=1
