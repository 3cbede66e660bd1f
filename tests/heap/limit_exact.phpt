--TEST--
A limit counts references to values that it left out, and none to those that are in the snapshot
--FILE--
<?php
require __DIR__ . '/heap.inc';

/* The number of a list of that element, and how many references are to values that were left out. */
function limited(stdClass $object, mixed $element, int $most): array
{
	$object->list = array_fill(0, 1000, $element);
	$file = sys_get_temp_dir() . '/xhprof-test-limit-' . getmypid();
	$report = xhprof_heap_snapshot($file, ['wait' => true, 'max_nodes' => $most]);
	$lists = array_filter((new Heap($file))->nodes,
		fn (array $node): bool => $node['kind'] === 'a' && $node['count'] === 1000);
	unlink($file);
	return [array_key_last($lists), $report['truncated']];
}

$object = new stdClass;
[$number] = limited($object, $object, 100000);
/* Now the list is the last value that there is room for, and its elements are one that there was room for. */
[$same, $left] = limited($object, $object, $number);
[, $least] = limited($object, null, $number);
echo $same === $number && $least > 0 ? 'limited' : 'NOT LIMITED', ', ',
	$left === $least ? 'the same are left out' : "of these $left are left out, else $least", "\n";
?>
--EXPECT--
limited, the same are left out
