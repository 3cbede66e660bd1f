--TEST--
Arguments of a call that has not begun are held by their frame; in 8.1 a generator's memory holds them, or nothing
--FILE--
<?php
require __DIR__ . '/heap.inc';

class InCall {}
class Pending {}

function inCall($a, $b = null) { return $a; }
function genInCall() { inCall(new InCall, yield 1); }
function pending(...$all) { return $all[1]; }
function caller() { return pending(new Pending, snapshot()); }

function check(Heap $heap, string $class, string $frame): void {
	[$id] = $heap->objects($class);
	$expected = PHP_VERSION_ID >= 80200 ? "frame of $frame pending"
		: ($class === 'InCall' && getenv('USE_ZEND_ALLOC') !== '0' ? 'block pointer, root store' : 'root store');
	$holders = implode(', ', $heap->holders($id));
	echo "$class: ", $holders === $expected ? 'as expected' : $holders, ', ', $heap->nodes[$id]['refcount'], "\n";
}

$generator = genInCall();
$generator->current();
check(snapshot(), 'InCall', 'genInCall');
check(caller(), 'Pending', 'caller');
?>
--EXPECT--
InCall: as expected, 1
Pending: as expected, 1
