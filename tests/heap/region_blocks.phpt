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
$wrong = '';
$before = regions()['output buffers'][0];
foreach (['first', 'second'] as $which) {
	ob_start();
	echo str_repeat('x', 100000);
	$bytes = regions()['output buffers'][0];
	$more = $bytes - $before;
	$before = $bytes;
	$wrong .= $more >= 100000 && $more < 150000 ? '' : "$more bytes of the $which output buffer\n";
}
ob_end_clean();
ob_end_clean();
echo $wrong;
?>
done
--EXPECT--
done
