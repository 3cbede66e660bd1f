--TEST--
Functions that opcache evaluates at compile time are not recorded as calls
--SKIPIF--
<?php
require __DIR__ . '/../../helper.inc';
if (opcache_settings() === null) die('skip needs opcache');
?>
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

$file = __DIR__ . '/inc/computed.inc';
foreach (['ex', 'observer'] as $hook) {
	$without = child_php($file, ["xhprof.hook=$hook"]);
	$with = child_php($file, array_merge(opcache_settings(), ["xhprof.hook=$hook"]));
	[$calls, $rows[]] = explode("\n", $without, 2);
	echo "$hook, without opcache: $calls\n";
	[$calls, $rows[]] = explode("\n", $with, 2);
	echo "$hook, with opcache: $calls\n";
}
echo count(array_unique($rows)) === 1 ? $rows[0] : implode("-- other rows:\n", $rows);
?>
--EXPECTF--
ex, without opcache: calls of what can be computed: 2 2 2
ex, with opcache: calls of what can be computed: %d %d %d
observer, without opcache: calls of what can be computed: 2 2 2
observer, with opcache: calls of what can be computed: %d %d %d
First::go==>helper  ct=1
Second::go==>helper  ct=1
load==>getmypid  ct=2
load==>load::First.inc  ct=1
load==>load::Second.inc  ct=1
load==>sys_get_temp_dir  ct=2
main()  ct=1
main()==>run  ct=2
main()==>xhprof_disable  ct=1
run==>First::go  ct=1
run==>Second::go  ct=1
run==>helper  ct=2
run==>load  ct=2
load==>getmypid  ct=1
load==>load::Third.inc  ct=1
load==>sys_get_temp_dir  ct=1
main()  ct=1
main()==>load  ct=1
main()==>xhprof_disable  ct=1
