--TEST--
Flags combine with | and with +, and unknown bits are harmless
--FILE--
<?php
require __DIR__ . '/../helper.inc';

function leaf($x) { return strrev($x); }

foreach ([
	XHPROF_FLAGS_CPU + XHPROF_FLAGS_MEMORY,
	XHPROF_FLAGS_CPU | XHPROF_FLAGS_MEMORY,
	XHPROF_FLAGS_MEMORY + XHPROF_FLAGS_NO_BUILTINS,
	8,
	8 | XHPROF_FLAGS_CPU,
	1 << 30,
	0x100000002,
	-1,
	PHP_INT_MIN,
] as $flags) {
	echo "$flags\n";
	xhprof_enable($flags);
	leaf('x');
	show(xhprof_disable());
}
?>
--EXPECTF--
6
leaf==>strrev  ct=1 [cpu mu pmu]
main()==>leaf  ct=1 [cpu mu pmu]
main()==>xhprof_disable  ct=1 [cpu mu pmu]
main()  ct=1 [cpu mu pmu]
6
leaf==>strrev  ct=1 [cpu mu pmu]
main()==>leaf  ct=1 [cpu mu pmu]
main()==>xhprof_disable  ct=1 [cpu mu pmu]
main()  ct=1 [cpu mu pmu]
5
main()==>leaf  ct=1 [mu pmu]
main()  ct=1 [mu pmu]
8
leaf==>strrev  ct=1
main()==>leaf  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
10
leaf==>strrev  ct=1 [cpu]
main()==>leaf  ct=1 [cpu]
main()==>xhprof_disable  ct=1 [cpu]
main()  ct=1 [cpu]
1073741824
leaf==>strrev  ct=1
main()==>leaf  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
4294967298
leaf==>strrev  ct=1 [cpu]
main()==>leaf  ct=1 [cpu]
main()==>xhprof_disable  ct=1 [cpu]
main()  ct=1 [cpu]
-1
main()==>leaf  ct=1 [cpu mu pmu own_na own_nf own_ab own_fb own_lb]
main()  ct=1 [cpu mu pmu own_na own_nf own_ab own_fb own_lb]
-%d
leaf==>strrev  ct=1
main()==>leaf  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
