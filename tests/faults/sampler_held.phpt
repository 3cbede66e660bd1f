--TEST--
The program passes its safe points while the helper thread reads its stack, however long that takes
--SKIPIF--
<?php
require __DIR__ . '/refuse.inc';
skip_refuse();
if (PHP_ZTS) die('skip needs one thread of PHP');
if (shipped_module('pcntl') === null && !extension_loaded('pcntl')) die('skip needs pcntl');
?>
--FILE--
<?php
require __DIR__ . '/refuse.inc';

$file = sys_get_temp_dir() . '/xhprof_held_' . getmypid();
$script = '
pcntl_async_signals(true);
pcntl_signal(SIGUSR1, function () { echo "safe point\n"; });
xhprof_sample_enable(["interval" => 1000, "engine" => getenv("ENGINE")]);
touch(getenv("HOLD"));
for ($end = hrtime(true) + 180e9; !is_file(getenv("HOLD") . ".held") && hrtime(true) < $end; clearstatcache()) { usleep(3000); }
exec("kill -USR1 " . getmypid());
for ($i = 0; $i < 1000; $i++) { strrev("x"); }
@unlink(getenv("HOLD"));
echo count(xhprof_sample_disable()) > 0 ? "samples\n" : "no samples\n";
';
$pcntl = extension_loaded('pcntl') ? [] : ['extension=' . shipped_module('pcntl')];
foreach (['signal', 'interrupt'] as $engine) {
	echo end_refused(start_preloaded('refuse.c',
		['REFUSE' => 'hold', 'HOLD' => $file, 'ENGINE' => $engine], $script, $pcntl));
	var_dump(is_file("$file.held"));
	@unlink("$file.held");
}
?>
--EXPECT--
safe point
samples
bool(true)
safe point
samples
bool(true)
