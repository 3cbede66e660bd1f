--TEST--
Preloaded code is recorded like other code under both hooks
--SKIPIF--
<?php
require __DIR__ . '/../../helper.inc';
if (PHP_OS_FAMILY === 'Windows') die('skip no preloading on Windows');
if (getenv('SKIP_ASAN')) die('skip PHP leaks here itself');
if (opcache_settings() === null) die('skip needs opcache');
?>
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

foreach (['ex', 'observer'] as $hook) {
	$settings = ["xhprof.hook=$hook", 'opcache.preload=' . __DIR__ . '/inc/preload.inc'];
	if (@fileowner('/proc/self') === 0) {
		$settings[] = 'opcache.preload_user=root';
	}
	echo child_php(__DIR__ . '/inc/preload_child.inc', array_merge(opcache_settings(), $settings));
}
?>
--EXPECT--
preloaded_leaf==>strrev  ct=4
preloaded==>preloaded_leaf  ct=1
Preloaded::hidden==>preloaded_leaf  ct=1
Preloaded::method==>Preloaded::hidden  ct=1
Preloaded::fixed==>preloaded_leaf  ct=1
Preloaded::method==>Preloaded::fixed  ct=1
preloaded==>Preloaded::method  ct=1
main()==>preloaded  ct=1
{closure}==>preloaded_leaf  ct=1
main()==>{closure}  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
preloaded_leaf==>strrev  ct=4
preloaded==>preloaded_leaf  ct=1
Preloaded::hidden==>preloaded_leaf  ct=1
Preloaded::method==>Preloaded::hidden  ct=1
Preloaded::fixed==>preloaded_leaf  ct=1
Preloaded::method==>Preloaded::fixed  ct=1
preloaded==>Preloaded::method  ct=1
main()==>preloaded  ct=1
{closure}==>preloaded_leaf  ct=1
main()==>{closure}  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
