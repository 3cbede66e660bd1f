--TEST--
Invalid setting values are harmless
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function leaf($x) { return strrev($x); }

foreach (['', '0', '-5', '1', '9223372036854775807'] as $value) {
	foreach (['sampling_interval', 'sampling_depth', 'output_dir', 'collect_additional_info'] as $name) {
		ini_set("xhprof.$name", $value);
	}
	xhprof_enable();
	leaf('x');
	show(xhprof_disable());
	foreach (['sampling_interval', 'sampling_depth', 'output_dir', 'collect_additional_info'] as $name) {
		ini_restore("xhprof.$name");
	}
}
?>
--EXPECT--
leaf==>strrev  ct=1
main()==>leaf  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
leaf==>strrev  ct=1
main()==>leaf  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
leaf==>strrev  ct=1
main()==>leaf  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
leaf==>strrev  ct=1
main()==>leaf  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
leaf==>strrev  ct=1
main()==>leaf  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
