--TEST--
xhprof_stop() returns an object that keeps the run whatever happens afterwards
--SKIPIF--
<?php if (getenv('XHPROF_TEST_TREE')) die('skip asks for hier mode as well'); ?>
--FILE--
<?php
require __DIR__ . '/../helper.inc';

function leaf($x) { return $x; }
function one($x) { return leaf($x); }

var_dump(xhprof_stop());

foreach ([0, XHPROF_FLAGS_TREE] as $flags) {
	xhprof_enable($flags);
	one(1);
	$first = xhprof_stop();
	xhprof_enable($flags);
	leaf(1);
	$second = xhprof_stop();
	one(2);
	show($first->pairs());
	show($second->pairs());
	var_dump($first->pairs() === $first->pairs());
	$summary = $first->summary();
	unset($summary['started'], $summary['wall_ns'], $summary['own_cost_ns'], $summary['gc']);
	echo json_encode($summary), "\n";
	var_dump(abs($first->summary()['started'] - time()) < 100 || xhprof_info()['clock'] === 'fake');
}

// Also from within, and of an empty run.
function inner() { return xhprof_stop(); }
xhprof_enable(XHPROF_FLAGS_NO_BUILTINS);
$profile = inner();
show($profile->pairs());
var_dump(xhprof_disable());
?>
--EXPECT--
NULL
one==>leaf  ct=1
main()==>one  ct=1
main()==>xhprof_stop  ct=1
main()  ct=1
main()==>leaf  ct=1
main()==>xhprof_stop  ct=1
main()  ct=1
bool(true)
{"mode":"hier","calls":4,"functions":4,"pairs":4,"nodes":0,"runs":1,"unrecorded_calls":0,"truncated_calls":0}
bool(true)
one==>leaf  ct=1
main()==>one  ct=1
main()==>xhprof_stop  ct=1
main()  ct=1
main()==>leaf  ct=1
main()==>xhprof_stop  ct=1
main()  ct=1
bool(true)
{"mode":"tree","calls":4,"functions":4,"pairs":4,"nodes":4,"runs":1,"unrecorded_calls":0,"truncated_calls":0}
bool(true)
main()==>inner  ct=1
main()  ct=1
NULL
