--TEST--
A fiber's allocations belong to its functions, also at its start and when a sample takes the whole stack
--SKIPIF--
<?php if (getenv('XHPROF_TEST_TREE')) die('skip asks for hier mode as well'); ?>
<?php if (getenv('USE_ZEND_ALLOC') === '0' || getenv('SKIP_ASAN')) die('skip needs the allocator of PHP'); ?>
--FILE--
<?php
require __DIR__ . '/alloc.inc';

// A sample of nearly every byte: of each block at least one.
foreach ([['mode' => 'hier'], ['mode' => 'tree'], ['mode' => 'alloc'],
	['mode' => 'alloc', 'alloc' => 'sampled', 'alloc_interval' => 1]] as $options) {
	xhprof_enable(XHPROF_FLAGS_ALLOC, $options);
	$list = in_fiber(10);
	$profile = xhprof_stop();
	echo json_encode($options), ' ', site_of($profile, 'str_repeat')['live'], "\n";
	foreach ($profile->allocations() as $site) {
		if ($site['function'] === 'str_repeat' && isset($site['path'])) {
			echo '  ', plain_name(implode(' > ', $site['path'])), "\n";
		}
	}
	$list = null;
}
?>
--EXPECT--
{"mode":"hier"} 10
{"mode":"tree"} 10
  main() > in_fiber > Fiber::resume > {closure} > str_repeat
  main() > in_fiber > Fiber::start > {closure} > str_repeat
{"mode":"alloc"} 10
{"mode":"alloc","alloc":"sampled","alloc_interval":1} 10
  main() > in_fiber > Fiber::resume > {closure} > str_repeat
  main() > in_fiber > Fiber::start > {closure} > str_repeat
