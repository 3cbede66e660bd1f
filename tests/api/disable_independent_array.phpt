--TEST--
The returned array belongs to the caller: later calls do not change it, and changing it affects nothing else
--FILE--
<?php
require __DIR__ . '/../helper.inc';

function outer($x) { return inner($x); }
function inner($x) { return strrev($x); }

xhprof_enable();
outer('a');
$first = xhprof_disable();
$copy = $first;
$serialized = serialize($first);

// Off: calls leave no trace.
outer('b');
inner('c');
var_dump(serialize($first) === $serialized);

// Changed by its owner while another profile runs.
xhprof_enable();
outer('d');
$first['outer==>inner']['ct'] = 1000;
$first['main()']['ct'] = 'changed';
unset($first['main()==>outer'], $first['inner==>strrev']);
$first['new'] = [];
outer('e');
$second = xhprof_disable();
show($second);
var_dump(serialize($copy) === $serialized);

foreach ($second as $key => &$row) {
	outer('f');
	$row = $key;
}
unset($row);
show($copy);
?>
--EXPECT--
bool(true)
inner==>strrev  ct=2
outer==>inner  ct=2
main()==>outer  ct=2
main()==>xhprof_disable  ct=1
main()  ct=1
bool(true)
inner==>strrev  ct=1
outer==>inner  ct=1
main()==>outer  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
