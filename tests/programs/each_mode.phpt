--TEST--
Each kind of profile records a small program, on every PHP that xhprof supports
--FILE--
<?php
function leaf(int $n): int
{
	return $n + strlen(str_repeat('x', $n % 7));
}

function branch(int $n): int
{
	for ($sum = 0, $i = 0; $i < $n; $i++) {
		$sum += leaf($i);
	}
	return $sum;
}

function fails(): void
{
	throw new LogicException('as expected');
}

function program(): int
{
	$kept = array_map('branch', [10, 20, 30]);
	try {
		fails();
	} catch (LogicException) {
	}
	$fiber = new Fiber(function (): void {
		Fiber::suspend(branch(5));
	});
	$fiber->start();
	$fiber->resume();
	return array_sum($kept);
}

/* True where the JIT crashes if allocations are watched, so that xhprof refuses to: docs/memory.md. */
function refuses_allocations(): bool
{
	$status = function_exists('opcache_get_status') ? opcache_get_status(false) : [];
	$fixed = [1 => '8.1.21', 2 => '8.2.8', 4 => '8.4.7'][PHP_MINOR_VERSION] ?? PHP_VERSION;

	return !empty($status['jit']['on']) && version_compare(PHP_VERSION, $fixed) < 0;
}

program(); // the JIT compiles what is called often

$runs = [
	'hier' => [XHPROF_FLAGS_CPU | XHPROF_FLAGS_MEMORY, []],
	'tree' => [XHPROF_FLAGS_CPU | XHPROF_FLAGS_MEMORY, ['mode' => 'tree']],
	'timeline' => [XHPROF_FLAGS_MEMORY, ['mode' => 'timeline']],
	'allocations' => [XHPROF_FLAGS_ALLOC, []],
	'sampled allocations' => [0, ['alloc' => 'sampled', 'alloc_interval' => 1]],
	'exceptions' => [0, ['events' => ['exceptions']]],
	'texts' => [0, ['texts' => true]],
	'compensated' => [0, ['compensate' => true]],
];
foreach ($runs as $name => [$flags, $options]) {
	if (str_contains($name, 'allocations') && refuses_allocations()) {
		$flags = 0;
		unset($options['alloc'], $options['alloc_interval']);
	}
	xhprof_enable($flags, $options);
	program();
	$profile = xhprof_stop();
	echo str_pad($name, 20), 'leaf ', $profile->functions()['leaf']['calls'], ', branch ',
		$profile->functions()['branch']['calls'], "\n";
	$written = [];
	foreach (['json', 'callgrind', 'xhprof', 'html'] as $format) {
		$profile->export($format, $file = tempnam(sys_get_temp_dir(), 'each_mode'));
		$written[] = filesize($file) > 0;
		unlink($file);
	}
	!in_array(false, $written, true) or print("an empty export\n");
	is_array($profile->pairs()) && is_array($profile->summary())
		&& is_array($profile->components()) or print("no rows\n");
}

xhprof_enable(0, ['mode' => 'none']);
program();
echo 'none                ', implode(' ', array_keys(xhprof_disable())), "\n";

xhprof_sample_enable(['clock' => 'custom']);
program();
xhprof_sample('here', 3);
$samples = xhprof_stop()->pairs();
echo 'samples             ', isset($samples['main()']) ? 'main()' : implode(' ', array_keys($samples)), "\n";
foreach (['signal', 'interrupt'] as $engine) {
	xhprof_sample_enable(['engine' => $engine, 'interval' => 100]);
	program();
	echo str_pad("samples, $engine", 20), get_debug_type(xhprof_sample_disable()), "\n";
}

$snapshot = tempnam(sys_get_temp_dir(), 'each_mode');
echo 'snapshot            ', get_debug_type(xhprof_heap_snapshot($snapshot, ['wait' => true])), "\n";
unlink($snapshot);
?>
--EXPECT--
hier                leaf 65, branch 4
tree                leaf 65, branch 4
timeline            leaf 65, branch 4
allocations         leaf 65, branch 4
sampled allocations leaf 65, branch 4
exceptions          leaf 65, branch 4
texts               leaf 65, branch 4
compensated         leaf 65, branch 4
none                main()
samples             main()
samples, signal     array
samples, interrupt  array
snapshot            array
