--TEST--
Usage, peak, memory_limit and gc_mem_caches() are the same as without a run
--SKIPIF--
<?php if (getenv('USE_ZEND_ALLOC') === '0' || getenv('SKIP_ASAN')) die('skip needs the allocator of PHP'); ?>
<?php require __DIR__ . '/../helper.inc'; need_shutdown_after_memory_limit(); ?>
--FILE--
<?php
require __DIR__ . '/../helper.inc';

function limit(string ...$arguments): array
{
	$output = child_php(__DIR__ . '/alloc_limit.inc', ['display_errors=0'], [], $arguments);
	return array_map(fn($line) => preg_replace('/ at \S+:\d+/', '', $line), explode("\n", $output));
}

foreach (['[]', '{"mode":"tree"}', '{"mode":"alloc"}', '{"alloc":"sampled"}',
	'{"mode":"alloc","alloc":"sampled"}'] as $i => $mode) {
	$bare = limit($mode, 'no');
	if ($i === 0) {
		echo implode("\n",
			preg_replace('/\d+/', '%d', preg_grep('/^(start|full|freed|caches|peak|end \d|Allowed)/', $bare))), "\n";
	}
	$with = limit($mode, 'on');
	$sites = array_values(array_filter($with, 'is_numeric'))[0] ?? 'none';
	$with = array_values(array_filter($with, fn($line) => !is_numeric($line)));
	echo $mode, ': ',
		$with === $bare ? 'same' : "DIFFERENT\n" . implode("\n", $bare) . "\n---\n" . implode("\n", $with),
		$sites > 1 ? '' : ", but $sites sites", "\n";
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
[]: same
{"mode":"tree"}: same
{"mode":"alloc"}: same
{"alloc":"sampled"}: same
{"mode":"alloc","alloc":"sampled"}: same
