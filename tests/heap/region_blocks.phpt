--TEST--
A region has as many blocks as it has memory of its own: none that it lacks, and none that is counted already
--SKIPIF--
<?php
if (getenv('USE_ZEND_ALLOC') === '0') die('skip blocks are not known without the allocator');
?>
--FILE--
<?php
/* Bytes and blocks by region. */
function regions(): array
{
	$file = sys_get_temp_dir() . '/xhprof-test-blocks-' . getmypid();
	xhprof_heap_snapshot($file, ['wait' => true]);
	preg_match_all('/^g\t([^\t]+)\t(\d+)\t(\d+)$/m', (string) file_get_contents($file), $found);
	unlink($file);

	return array_combine($found[1], array_map(null, $found[2], $found[3]));
}

regions();
[, $before] = regions()['functions'];
eval(implode("\n", array_map(fn(int $i) => "function made_$i() { return $i; }", range(1, 100))));
$regions = regions();
$blocks = $regions['functions'][1] - $before;
/* Instructions, literals and a name each, and little else in some versions. */
echo $blocks >= 200 && $blocks <= 500 ? '' : "$blocks blocks of 100 functions\n";
foreach ($regions as $name => [$bytes, $blocks]) {
	echo ($bytes > 0) === ($blocks > 0) ? '' : "$name: $bytes bytes in $blocks blocks\n";
}
?>
done
--EXPECT--
done
