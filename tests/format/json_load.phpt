--TEST--
A run written to JSON and read back is identical; anything else is refused
--FILE--
<?php
require __DIR__ . '/program.inc';

$file = __DIR__ . '/json_load.tmp';

foreach (['program', 'empty_program'] as $program) {
	foreach ([0, ALL_METRICS, XHPROF_FLAGS_TREE, XHPROF_FLAGS_TREE | ALL_METRICS] as $flags) {
		$profile = run($flags, $program);
		$profile->export('json', $file);
		$loaded = XHProf\Profile::load($file);
		echo $program, ' ', $flags, ': ', implode(' ', array_map(fn($what) => $what ? 'same' : 'DIFFERENT', [
			$loaded->pairs() === $profile->pairs(),
			$loaded->functions() == $profile->functions(),
			$loaded->functions(false) == $profile->functions(false),
			$loaded->summary() === $profile->summary(),
			$loaded->export('json') === $profile->export('json'),
			$flags & XHPROF_FLAGS_TREE ? $loaded->export('folded') === $profile->export('folded') : true,
		])), "\n";
	}
}

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
preg_match_all('/(?<=:)(\d+|null|"[^"]*"|\[)/', $text, $values, PREG_OFFSET_CAPTURE);
foreach ($values[0] as [$value, $at]) {
	foreach (['null', '-1', '1', '99999999999', '9223372036854775807', '1e3', '"x"', '[]', '{}'] as $other) {
		@$results[load(substr_replace($text, $other, $at, strlen($value))) === 'loaded']++;
	}
}
ksort($results);

// Allocations of a run without call paths stand in its pairs.
$text = run(XHPROF_FLAGS_ALLOC)->export('json');
echo 'allocs ', load($text), ', changed ', load(preg_replace('/"allocs":\d+/', '"allocs":"x"', $text)), "\n";
echo implode("\n", preg_grep('/^:/', array_keys($results))), "\n";
?>
--CLEAN--
<?php
@unlink(__DIR__ . '/json_load.tmp');
?>
--EXPECT--
program 0: same same same same same same
program 6: same same same same same same
program 32: same same same same same same
program 38: same same same same same same
empty_program 0: same same same same same same
empty_program 6: same same same same same same
empty_program 32: same same same same same same
empty_program 38: same same same same same same
allocs loaded, changed : it is JSON, but not a run of xhprof, or not all of one
: it is JSON, but not a run of xhprof, or not all of one
: it is damaged
