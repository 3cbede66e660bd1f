--TEST--
Each set of flags returns its metrics, and NO_BUILTINS leaves builtins out
--FILE--
<?php
require __DIR__ . '/../helper.inc';

function foo($x)
{
	$sum = 0;
	for ($i = 0; $i < 2; $i++) {
		bar($x);
		$sum += strlen($x);
	}
	return $sum;
}
function bar($x) { return $x; }

foreach ([0, XHPROF_FLAGS_CPU, XHPROF_FLAGS_NO_BUILTINS, XHPROF_FLAGS_MEMORY,
	XHPROF_FLAGS_CPU | XHPROF_FLAGS_MEMORY] as $flags) {
	echo "flags $flags\n";
	xhprof_enable($flags);
	foo('this is a test');
	show(xhprof_disable());
}
?>
--EXPECT--
flags 0
foo==>bar  ct=2
main()==>foo  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
flags 2
foo==>bar  ct=2 [cpu]
main()==>foo  ct=1 [cpu]
main()==>xhprof_disable  ct=1 [cpu]
main()  ct=1 [cpu]
flags 1
foo==>bar  ct=2
main()==>foo  ct=1
main()  ct=1
flags 4
foo==>bar  ct=2 [mu pmu]
main()==>foo  ct=1 [mu pmu]
main()==>xhprof_disable  ct=1 [mu pmu]
main()  ct=1 [mu pmu]
flags 6
foo==>bar  ct=2 [cpu mu pmu]
main()==>foo  ct=1 [cpu mu pmu]
main()==>xhprof_disable  ct=1 [cpu mu pmu]
main()  ct=1 [cpu mu pmu]
