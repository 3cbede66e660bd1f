--TEST--
A run written to JSON and read back is identical; anything else is refused
--FILE--
<?php
require __DIR__ . '/program.inc';

$file = __DIR__ . '/json_load.tmp';

function fibers()
{
	$f = fn($x) => [leaf($x), Fiber::suspend(leaf($x)), fib(2)];
	$a = new Fiber($f);
	$b = new Fiber(fn() => $a->resume(1));
	$a->start(1);
	$b->start();
}

function compare(XHProf\Profile $profile): string
{
	$profile->export('json', $GLOBALS['file']);
	$loaded = XHProf\Profile::load($GLOBALS['file']);
	return implode(' ', array_map(fn($what) => $what ? 'same' : 'DIFFERENT', [
		$loaded->pairs() === $profile->pairs(),
		$loaded->functions() === $profile->functions(),
		$loaded->functions(false) === $profile->functions(false),
		$loaded->allocations() === $profile->allocations(),
		$loaded->summary() === $profile->summary(),
		$loaded->export('json') === $profile->export('json'),
		$loaded->merge($loaded)->export('json') === $profile->merge($profile)->export('json'),
	]));
}

foreach (['program', 'odd_names', 'empty_program', 'fibers'] as $program) {
	foreach ([0, ALL_METRICS, XHPROF_FLAGS_ALLOC, XHPROF_FLAGS_TREE, XHPROF_FLAGS_TREE | XHPROF_FLAGS_MEMORY,
		XHPROF_FLAGS_TREE | ALL_METRICS | XHPROF_FLAGS_ALLOC] as $flags) {
		$result = compare(run($flags, $program));
		echo "$program $flags: $result\n";
	}
}
$truncated = run(XHPROF_FLAGS_TREE, 'program', ['max_nodes' => 5]);
echo 'truncated: ', $truncated->summary()['truncated_calls'] > 0 ? '' : 'NOT ', compare($truncated), "\n";
echo 'merged: ', compare($truncated->merge(run(XHPROF_FLAGS_TREE, 'odd_names'))), "\n";

function load(string $text): string
{
	try {
		XHProf\Profile::load('data://text/plain;base64,' . base64_encode($text)); // a thousand files take long
		return 'loaded';
	} catch (RuntimeException $error) {
		return strrchr($error->getMessage(), ':');
	}
}

// Any value that is removed, or is another one, is refused or gives some run, without a crash.
$text = run(XHPROF_FLAGS_TREE | ALL_METRICS)->export('json');
$results = [load('{') => 1, load('{}') => 1, load('{"format":"xhprof","version":2}') => 1];
for ($i = 0; $i < strlen($text); $i += 5) {
	@$results[load(substr($text, 0, $i) ?: '{')]++;
}
preg_match_all('/(?<=[:\[,])(\d+|null|"[^"]*"|\[)/', $text, $values, PREG_OFFSET_CAPTURE);
foreach ($values[0] as [$value, $at]) {
	foreach (['null', '-1', '1', '99999999999', '9223372036854775807', '1e3', '"x"', '[]', '{}'] as $other) {
		@$results[load(substr_replace($text, $other, $at, strlen($value))) === 'loaded']++;
	}
}
ksort($results);

// Allocations of a run without call paths stand in its pairs.
$text = run(XHPROF_FLAGS_ALLOC)->export('json');
echo 'allocs ', load($text), ', changed ', load(preg_replace('/"allocs":\[\d+/', '"allocs":["x"', $text)), "\n";
echo implode("\n", preg_grep('/^:/', array_keys($results))), "\n";
?>
--CLEAN--
<?php
@unlink(__DIR__ . '/json_load.tmp');
?>
--EXPECT--
program 0: same same same same same same same
program 6: same same same same same same same
program 16: same same same same same same same
program 32: same same same same same same same
program 36: same same same same same same same
program 54: same same same same same same same
odd_names 0: same same same same same same same
odd_names 6: same same same same same same same
odd_names 16: same same same same same same same
odd_names 32: same same same same same same same
odd_names 36: same same same same same same same
odd_names 54: same same same same same same same
empty_program 0: same same same same same same same
empty_program 6: same same same same same same same
empty_program 16: same same same same same same same
empty_program 32: same same same same same same same
empty_program 36: same same same same same same same
empty_program 54: same same same same same same same
fibers 0: same same same same same same same
fibers 6: same same same same same same same
fibers 16: same same same same same same same
fibers 32: same same same same same same same
fibers 36: same same same same same same same
fibers 54: same same same same same same same
truncated: same same same same same same same
merged: same same same same same same same
allocs loaded, changed : it is JSON, but not a run of xhprof, or incomplete
: it is JSON, but not a run of xhprof, or incomplete
: it is damaged
: it was written by a newer xhprof, in a version that this one cannot read
