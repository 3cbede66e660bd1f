--TEST--
Usage, peak, memory_limit and gc_mem_caches() are what they are without a run
--SKIPIF--
<?php if (getenv('USE_ZEND_ALLOC') === '0' || getenv('SKIP_ASAN')) die('skip needs the allocator of PHP'); ?>
--FILE--
<?php
require __DIR__ . '/../helper.inc';

function limit(string ...$arguments): array
{
	$output = child_php(__DIR__ . '/alloc_limit.inc', ['display_errors=0'], [], $arguments);
	return array_map(fn($line) => preg_replace('/ at \S+:\d+/', '', $line), explode("\n", $output));
}

// What a run itself takes of PHP's heap: the array of options, and symbols of PHP's own.
$bare = limit();
echo implode("\n", preg_replace('/\d+/', '%d', preg_grep('/^(start|full|freed|caches|peak|end \d|Allowed)/', $bare))), "\n";
foreach (['full', '{"mode":"tree"}', '{"mode":"alloc"}', '{"alloc":"sampled"}', '{"mode":"alloc","alloc":"sampled"}'] as $mode) {
	$with = limit($mode);
	$sites = array_values(array_filter($with, 'is_numeric'))[0] ?? 'none';
	$with = array_values(array_filter($with, fn($line) => !is_numeric($line)));
	unset($with[0]);
	echo $mode, ': ', array_values($with) === array_slice($bare, 1) ? 'same' : "DIFFERENT\n" . implode("\n", $bare) . "\n---\n" . implode("\n", $with), $sites > 1 ? '' : ", but $sites sites", "\n";
}
?>
--EXPECT--
start %d %d
full %d %d %d
freed %d %d
caches %d %d
peak %d
end %d %d
Allowed memory size of %d bytes exhausted (tried to allocate %d bytes)
full: same
{"mode":"tree"}: same
{"mode":"alloc"}: same
{"alloc":"sampled"}: same
{"mode":"alloc","alloc":"sampled"}: same
