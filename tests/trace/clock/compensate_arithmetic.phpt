--TEST--
Compensation takes the cost of a call's kind from its own time and its callers', once for each call
--SKIPIF--
<?php if (xhprof_info()['clock'] !== 'fake') die('skip needs the fake clock'); ?>
--FILE--
<?php
// The costs of the fake clock, own time and all, in us: user function 0.2 and 0.5, internal 0.1 and 0.5, its method 0.1
// and 0.7. Of the first call of a pair, half of all is own time. Each read of the clock takes 1 us, two reads a call.
function leaf() { static $calls; }
function leaves() { for ($i = 0; $i < 10; $i++) leaf(); }
function internals() { for ($i = 0; $i < 10; $i++) abs($i); }
function methods($array) { for ($i = 0; $i < 10; $i++) $array->count(); }
function nested() { leaves(); internals(); }

$array = new ArrayObject;
foreach ([0, XHPROF_FLAGS_CPU, XHPROF_FLAGS_CPU | XHPROF_FLAGS_MEMORY] as $flags) {
	foreach ([0, XHPROF_FLAGS_TREE] as $mode) {
		xhprof_enable($flags | $mode, ['compensate' => true]);
		leaves();
		internals();
		methods($array);
		nested();
		foreach (xhprof_disable() as $name => $row) {
			if ($name !== 'main()==>xhprof_disable') {
				$seen[$name][] = "$row[ct] $row[wt]"
					. (isset($row['cpu']) && $row['cpu'] !== $row['wt'] ? " cpu $row[cpu]" : '');
			}
		}
	}
}
foreach ($seen as $name => $rows) {
	echo "$name: ", implode(', ', array_unique($rows)), "\n";
}
?>
--EXPECT--
leaves==>leaf: 20 15
main()==>leaves: 1 15
internals==>abs: 20 17
main()==>internals: 1 15
methods==>ArrayObject::count: 10 8
main()==>methods: 1 13
nested==>leaves: 1 15
nested==>internals: 1 15
main()==>nested: 1 33
main(): 1 84
