--TEST--
Where the JIT may run, the hook auto is ex, or observer if php.ini profiles each request or preloads
--SKIPIF--
<?php
require __DIR__ . '/skipif.inc';
if (PHP_ZTS) die('skip with threads it is observer');
?>
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function chosen(string ...$settings): void
{
	$told = child_php(__DIR__ . '/chosen.inc', array_merge(opcache_settings('tracing'), $settings));
	echo preg_replace('/^xhprof: no run .*\n/m', '', $told);
}

chosen();
chosen('xhprof.auto=off');
chosen('xhprof.live_dir=' . sys_get_temp_dir());
chosen('xhprof.run=/nowhere');
chosen('xhprof.auto=Trigger');
chosen('xhprof.auto=trigger', 'xhprof.sample_rate=100');
chosen('xhprof.auto=trigger', 'xhprof.sample_rate=1');
chosen('xhprof.auto=always');
chosen('xhprof.auto=always', 'xhprof.auto_mode="hier, sample"');
chosen('xhprof.auto=always', 'xhprof.auto_mode=Sample');
chosen('xhprof.auto=trigger', 'xhprof.hook=observer');
chosen('xhprof.auto=trigger', 'opcache.file_cache_only=1', 'opcache.file_cache=/tmp');
chosen('opcache.jit=off');
chosen('opcache.jit=disable');
chosen('xhprof.hook=ex');
chosen('xhprof.hook="off"');
if (PHP_OS_FAMILY !== 'Windows' && !getenv('SKIP_ASAN')) {
	chosen('xhprof.auto=trigger', 'opcache.preload=' . __DIR__ . '/../engine/inc/preload.inc',
		...(@fileowner('/proc/self') === 0 ? ['opcache.preload_user=root'] : []));
} else {
	echo "observer (auto: the JIT may run code that opcache.preload loads): "
		. "a check at each call while no profile runs\n";
}
?>
--EXPECT--
ex (auto: the JIT may run, and profiled requests leave it): none while no profile runs; requests whose calls are profiled, and main scripts that name xhprof_enable, bypass opcache and its JIT
ex (auto: the JIT may run, and profiled requests leave it): none while no profile runs; requests whose calls are profiled, and main scripts that name xhprof_enable, bypass opcache and its JIT
ex (auto: the JIT may run, and profiled requests leave it): none while no profile runs; requests whose calls are profiled, and main scripts that name xhprof_enable, bypass opcache and its JIT
ex (auto: the JIT may run, and profiled requests leave it): none while no profile runs; requests whose calls are profiled, and main scripts that name xhprof_enable, bypass opcache and its JIT
ex (auto: the JIT may run, and profiled requests leave it): none while no profile runs; requests whose calls are profiled, and main scripts that name xhprof_enable, bypass opcache and its JIT
ex (auto: the JIT may run, and profiled requests leave it): none while no profile runs; requests whose calls are profiled, and main scripts that name xhprof_enable, bypass opcache and its JIT
observer (auto: each request is profiled, and may use the JIT): a check at each call while no profile runs
observer (auto: each request is profiled, and may use the JIT): a check at each call while no profile runs
observer (auto: each request is profiled, and may use the JIT): a check at each call while no profile runs
ex (auto: the JIT may run, and profiled requests leave it): none while no profile runs; requests whose calls are profiled, and main scripts that name xhprof_enable, bypass opcache and its JIT
observer (xhprof.hook=observer): a check at each call while no profile runs
ex (auto: the JIT cannot run): none while no profile runs
ex (auto: the JIT may run, and profiled requests leave it): none while no profile runs; requests whose calls are profiled, and main scripts that name xhprof_enable, bypass opcache and its JIT
ex (auto: the JIT cannot run): none while no profile runs
ex (xhprof.hook=ex): none while no profile runs; requests whose calls are profiled, and main scripts that name xhprof_enable, bypass opcache and its JIT
off (xhprof.hook=off): none; calls are not recorded
observer (auto: the JIT may run code that opcache.preload loads): a check at each call while no profile runs
