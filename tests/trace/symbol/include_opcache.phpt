--TEST--
With opcache, load:: appears where a file is compiled, not where it comes from the cache
--SKIPIF--
<?php
require __DIR__ . '/../../helper.inc';
if (opcache_settings() === null) die('skip needs opcache');
?>
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

foreach (['ex', 'observer'] as $hook) {
	echo child_php(__DIR__ . '/inc/opcache_child.inc', array_merge(opcache_settings(), ["xhprof.hook=$hook"]));
}
?>
--EXPECT--
main()==>load::inc/calls.inc  ct=1
main()==>leaf  ct=3
main()==>eval::TESTS/trace/symbol/inc/opcache_child.inc(10) : eval()'d code  ct=2
main()==>xhprof_disable  ct=1
main()  ct=1
main()==>load::inc/calls.inc  ct=1
main()==>leaf  ct=3
main()==>eval::TESTS/trace/symbol/inc/opcache_child.inc(10) : eval()'d code  ct=2
main()==>xhprof_disable  ct=1
main()  ct=1
