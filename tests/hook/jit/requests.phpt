--TEST--
A profiled request leaves opcache for itself alone: those before and after have opcache, the JIT and php.ini's settings
--SKIPIF--
<?php
require __DIR__ . '/skipif.inc';
if (PHP_OS_FAMILY === 'Windows' || !function_exists('proc_open')) die('skip needs the built-in server');
?>
--FILE--
<?php
require __DIR__ . '/../../request/trigger/auto.inc';

foreach (PHP_ZTS ? ['ex'] : ['ex', 'auto'] as $hook) {
	foreach (['tracing', 'function'] as $jit) {
		$folder = fresh_folder(__FILE__);
		$lines = '';
		$settings = array_merge(opcache_settings($jit), ["xhprof.hook=$hook", 'xhprof.auto=trigger',
			'xhprof.trigger_secret=s', "xhprof.output_dir=$folder", 'xhprof.save_timeout_ms=0']);
		serve(__DIR__ . '/requests.inc', $settings, function (callable $ask) use (&$lines): void {
			foreach (['plain', 'plain', 'XHPROF_TRIGGER=s', 'plain', 'XHPROF_TRIGGER=s', 'reset', 'XHPROF_TRIGGER=s',
				'plain', 'plain'] as $query) {
				$lines .= str_replace('XHPROF_TRIGGER=s', 'profiled', $query) . ': ' . $ask("/?$query")[1] . "\n";
			}
		});
		if ($lines !== ($all ??= $lines)) {
			echo "$hook, $jit:\n$lines";
		}
		foreach (runs($folder) as $run) {
			$counts = counts($run->pairs());
			if ($counts !== ($first ??= $counts)) {
				show_difference("$hook, $jit", $first, $counts);
			}
		}
	}
}
echo $all;
foreach ($first as $key => $count) {
	echo "$key $count\n";
}
?>
--CLEAN--
<?php
require __DIR__ . '/../../request/trigger/auto.inc';
remove(__DIR__ . '/requests.tmp');
?>
--EXPECT--
plain: 5997000, opcache.enable=1, opcache on, 0 restarts
plain: 5997000, opcache.enable=1, opcache on, 0 restarts
profiled: 5997000, opcache.enable=0, opcache off
plain: 5997000, opcache.enable=1, opcache on, 0 restarts
profiled: 5997000, opcache.enable=0, opcache off
reset: 5997000, opcache.enable=1, opcache on
profiled: 5997000, opcache.enable=0, opcache off
plain: 5997000, opcache.enable=1, opcache on, 1 restarts
plain: 5997000, opcache.enable=1, opcache on, 1 restarts
Part::add==>Part::own 2000
Part::add==>part 2000
Part::own==>abs 2000
main() 1
main()==>Part::add 2000
main()==>ini_get 1
main()==>load::jit/requests.inc 1
main()==>load::jit/requests_part.inc 1
main()==>opcache_get_status 1
main()==>part 2000
