--TEST--
A run of xhprof.auto that ends at a coroutine says so in the log, and the program prints what it prints without
--SKIPIF--
<?php
require __DIR__ . '/coroutine.inc';
if (module_compiler() === null
	|| !is_file('/usr/include/ucontext.h')) die('skip needs a C compiler, ucontext.h and php-config');
if (getenv('XHPROF_VALGRIND')) die('skip valgrind does not follow switches of the C stack');
?>
--FILE--
<?php
require __DIR__ . '/coroutine.inc';
require __DIR__ . '/../../request/trigger/auto.inc';

$folder = fresh_folder(__FILE__);
file_put_contents("$folder/program.inc", '<?php
function work($x) { coroutine_suspend(); return $x; }
$id = coroutine_start(function () { work(1); });
work(...);
coroutine_resume($id);
echo "end\n";
');
mkdir("$folder/runs");
run_with_coroutines("$folder/program.inc", auto_settings("$folder/runs", 'log_errors=1', "error_log=$folder/log"));
echo implode("\n", array_unique(preg_replace('/^\[.*?\] /', '', file("$folder/log", FILE_IGNORE_NEW_LINES)))), "\n";
echo count(runs("$folder/runs")), " runs\n";
?>
--CLEAN--
<?php
require __DIR__ . '/../../request/trigger/auto.inc';
remove(__DIR__ . '/switched_auto.tmp');
?>
--EXPECT--
end
the same by observer
xhprof: the run of this request is incomplete: an extension switched to a coroutine without notifying PHP, so the profile ends there; take samples instead, or have it notify PHP (swoole.enable_fiber_mock)
2 runs
