--TEST--
Allocations of ignored functions and unrecorded builtins are charged to their caller in every mode
--SKIPIF--
<?php if (getenv('USE_ZEND_ALLOC') === '0' || getenv('SKIP_ASAN')) die('skip needs the allocator of PHP'); ?>
--FILE--
<?php
require __DIR__ . '/../helper.inc';

function first($x) { return str_repeat('f', $x); }
function second($x) { return str_repeat('s', $x); }

function charged(int $flags, array $options): string
{
	xhprof_enable($flags, $options);
	for ($i = 0; $i < 3; $i++) $kept[] = first(5000);
	for ($i = 0; $i < 7; $i++) $kept[] = second(5000);
	$run = xhprof_stop();
	foreach ($run->allocations() as $site) {
		$blocks[$site['function']] = ($blocks[$site['function']] ?? 0) + $site['allocs'];
	}
	return json_encode(array_intersect_key($blocks, ['first' => 1, 'second' => 1, 'str_repeat' => 1]));
}

foreach ([[], ['mode' => 'tree'], ['mode' => 'alloc'], ['mode' => 'alloc', 'alloc' => 'sampled', 'alloc_interval' => 1],
	['alloc' => 'sampled', 'alloc_interval' => 1]] as $options) {
	echo json_encode($options), "\n";
	echo '  ignored: ', charged(XHPROF_FLAGS_ALLOC, $options + ['ignored_functions' => ['str_repeat']]), "\n";
	echo '  no builtins: ', charged(XHPROF_FLAGS_ALLOC | XHPROF_FLAGS_NO_BUILTINS, $options), "\n";
	echo '  all: ', charged(XHPROF_FLAGS_ALLOC, $options), "\n";
}
?>
--EXPECT--
[]
  ignored: {"second":7,"first":3}
  no builtins: {"second":7,"first":3}
  all: {"str_repeat":10}
{"mode":"tree"}
  ignored: {"second":7,"first":3}
  no builtins: {"second":7,"first":3}
  all: {"str_repeat":10}
{"mode":"alloc"}
  ignored: {"second":7,"first":3}
  no builtins: {"second":7,"first":3}
  all: {"str_repeat":10}
{"mode":"alloc","alloc":"sampled","alloc_interval":1}
  ignored: {"second":7,"first":3}
  no builtins: {"second":7,"first":3}
  all: {"str_repeat":10}
{"alloc":"sampled","alloc_interval":1}
  ignored: {"second":7,"first":3}
  no builtins: {"second":7,"first":3}
  all: {"str_repeat":10}
