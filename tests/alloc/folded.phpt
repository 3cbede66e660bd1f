--TEST--
folded-alloc and folded-live have the own bytes of each call path, and leave out paths without any
--SKIPIF--
<?php if (getenv('USE_ZEND_ALLOC') === '0' || getenv('SKIP_ASAN')) die('skip needs the allocator of PHP'); ?>
--FILE--
<?php
require __DIR__ . '/../helper.inc';

function first($x) { return str_repeat('f', $x); }
function second($x) { $gone = first(3000); return first($x); }

xhprof_enable(XHPROF_FLAGS_TREE | XHPROF_FLAGS_ALLOC);
$kept = [first(5000), second(20000)];
$run = xhprof_stop();
$paths = [];
foreach ($run->nodes() as $i => $node) {
	$paths[$i] = ($node['parent'] === null ? '' : $paths[$node['parent']] . ';') . $node['function'];
}
foreach (['folded-alloc' => 'own_alloc_bytes', 'folded-live' => 'own_live_bytes'] as $format => $key) {
	$bytes = [];
	foreach ($run->nodes() as $i => $node) {
		$bytes[$paths[$i]] = ($bytes[$paths[$i]] ?? 0) + $node[$key];
	}
	$written = [];
	foreach (explode("\n", trim($run->export($format))) as $line) {
		$written[substr($line, 0, strrpos($line, ' '))] = (int) substr($line, strrpos($line, ' ') + 1);
	}
	$bytes = array_filter($bytes, static fn (int $own): bool => $own > 0);
	ksort($bytes);
	ksort($written);
	show_difference($format, $bytes, $written);
	echo $format, ': ', $written['main();second;first;str_repeat'] > 20000 ? 'large' : 'SMALL', ', ',
		$written['main();second;first;str_repeat'] > 23000 ? 'with' : 'without', " what is gone\n";
}
?>
--EXPECT--
folded-alloc: same
folded-alloc: large, with what is gone
folded-live: same
folded-live: large, without what is gone
