--TEST--
A recursion 100,000 deep is recorded whole; on some systems what goes unrecorded is reported
--INI--
memory_limit=-1
zend.max_allowed_stack_size=-1
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function f($n) { return $n > 0 ? 1 + f($n - 1) : 0; }
class C
{
	function m($n) { return $n > 0 ? 1 + $this->m($n - 1) : leaf($n); }
}
function leaf($x) { return $x; }

/* All levels, or as many as fit on the C stack and a number of those that did not. */
function check_levels($depth, $name, $profile)
{
	check_conservation($profile);
	$levels = count(preg_grep("/==>$name(@\d+)?$/", array_keys($profile)));
	$info = xhprof_info();
	$may_be_cut = $info['hook'] === 'ex' && $depth > 1000 && !has_segments();
	if ($levels === $depth + 1 ? $info['unrecorded_calls'] !== 0
		: !$may_be_cut || $levels < 2000 || $info['unrecorded_calls'] === 0) {
		echo "$name, $depth deep: $levels levels, ", json_encode($info), "\n";
	}
}

/* More than one segment of stack; a sanitizer's frames are larger, and slower. */
define('DEEP', getenv('SKIP_ASAN') ? 30000 : 100000);

foreach ([1000, DEEP, 1000] as $depth) {
	xhprof_enable(0, ['max_depth' => 200000]);
	var_dump(f($depth) === $depth);
	leaf(1);
	$profile = xhprof_disable();
	check_levels($depth, 'f', $profile);
	var_dump($profile['main()==>leaf']['ct']);

	xhprof_enable(7, ['max_depth' => 200000]);
	var_dump((new C)->m($depth) === $depth);
	leaf(1);
	$profile = xhprof_disable();
	check_levels($depth, 'C::m', $profile);
	var_dump($profile['main()==>leaf']['ct']);
	$profile = null;
}

// Below a builtin, with a sibling that is whole, and a profile after it.
xhprof_enable(0, ['max_depth' => 200000]);
var_dump(array_map('f', [DEEP, 10]) === [DEEP, 10]);
$profile = xhprof_disable();
check_conservation($profile);
var_dump($profile['array_map==>f']['ct']);
$profile = null;
xhprof_enable(0, ['max_depth' => 200000]);
f(2);
show(xhprof_disable());
?>
--EXPECT--
bool(true)
int(1)
bool(true)
int(1)
bool(true)
int(1)
bool(true)
int(1)
bool(true)
int(1)
bool(true)
int(1)
bool(true)
int(2)
f@1==>f@2  ct=1
f==>f@1  ct=1
main()==>f  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
