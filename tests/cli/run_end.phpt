--TEST--
xhprof run reports however the script ends
--SKIPIF--
<?php require __DIR__ . '/../helper.inc'; need_shutdown_after_memory_limit(); ?>
--FILE--
<?php
require __DIR__ . '/cli.inc';

$ends = [
	'end' => 'work();',
	'exit in a function' => 'function stop() { work(); exit(5); } stop();',
	'exit in a shutdown function' => 'register_shutdown_function(function () { exit(6); }); work();',
	'an exception' => 'work(); throw new Exception("oh");',
	'a fatal error' => 'work(); function fill() { $a = []; for (;;) { $a[] = str_repeat("x", 1 << 20); } } fill();',
	'a parse error' => 'work(); eval("1 +");',
	'a child of its own' => 'if (function_exists("pcntl_fork") && !pcntl_fork()) { exit; } usleep(50000); work();',
	'the profile stopped' => 'work(); xhprof_disable();',
];
foreach ($ends as $name => $code) {
	$script = own_file('script.tmp', "<?php\nfunction work() { usleep(1); }\n$code\n");
	$file = own_file('run.xhprof');
	@unlink($file);
	$result = cli(['run', '--out', $file, '--', '-d', 'memory_limit=16M', '-d', 'display_errors=0', $script]);
	$pairs = is_file($file) ? unserialize(file_get_contents($file)) : [];
	echo "$name: status $result[status], work() was called ", $pairs['main()==>work']['ct'] ?? 0, " times\n";
	echo implode('', preg_grep('/^xhprof: /', explode("\n", $result['err']))),
		str_contains($result['err'], ' own%') ? 'a report' : '', "\n";
}

foreach (['its folder removed' => '', 'and exit(4)' => 'exit(4);'] as $name => $end) {
	mkdir($folder = own_file('folder'));
	$script = own_file('script.tmp', "<?php rmdir('$folder'); $end");
	$result = cli(['run', '--quiet', '--out', "$folder/run.json", '--', $script]);
	echo "$name: status $result[status], ", strtr($result['err'], [__DIR__ => 'TESTS']);
}
foreach (['run', 'stat'] as $command) {
	$result = cli([$command, '--', '-r', 'echo 1;']);
	echo "status $result[status], $result[err]";
}
?>
--EXPECT--
end: status 0, work() was called 1 times
a report
exit in a function: status 5, work() was called 0 times
a report
exit in a shutdown function: status 6, work() was called 1 times
a report
an exception: status 255, work() was called 1 times
a report
a fatal error: status 255, work() was called 1 times
a report
a parse error: status 255, work() was called 1 times
a report
a child of its own: status 0, work() was called 1 times
a report
the profile stopped: status 2, work() was called 0 times
xhprof: no profile was recorded: the script has stopped the profile itself, by xhprof_disable() or xhprof_stop()
its folder removed: status 2, xhprof: Could not write the profile to TESTS/run_end.folder/run.json: No such file or directory
and exit(4): status 4, xhprof: Could not write the profile to TESTS/run_end.folder/run.json: No such file or directory
status 2, xhprof: no profile was recorded: PHP ran no script from a file
status 2, xhprof: nothing was counted: PHP ran no script from a file
