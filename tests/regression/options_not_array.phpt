--TEST--
Options that are not an array throw, and the string 'main()' is harmless
--FILE--
<?php
require __DIR__ . '/../helper.inc';

foreach ([5, 'foo', new stdClass] as $options) {
	try {
		xhprof_enable(0, $options);
	} catch (TypeError $error) {
		echo $error->getMessage(), "\n";
	}
	var_dump(xhprof_disable());
}
xhprof_enable(0, null);
show(xhprof_disable());
xhprof_enable(0, ['ignored_functions' => 'main()']);
strrev($argv[0]);
show(xhprof_disable());
?>
--EXPECT--
xhprof_enable(): Argument #2 ($options) must be of type ?array, int given
NULL
xhprof_enable(): Argument #2 ($options) must be of type ?array, string given
NULL
xhprof_enable(): Argument #2 ($options) must be of type ?array, stdClass given
NULL
main()==>xhprof_disable  ct=1
main()  ct=1
main()==>strrev  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
