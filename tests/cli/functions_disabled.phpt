--TEST--
xhprof says which function disable_functions keeps from it, and lets the script run where that is the other PHP's
--FILE--
<?php
require __DIR__ . '/cli.inc';

$run = canned('a.xhprof');
$script = own_file('script.inc', '<?php echo "the script\n";');
foreach (['ini_set', 'getenv', 'stream_isatty', 'number_format'] as $function) {
	echo "== $function\n";
	$told = cli(['top', $run], '', ["disable_functions=$function"]);
	echo $told['out'], strtr($told['err'], [TOOL => 'TOOL']), "status $told[status]\n";
}
$run = own_file('out.json');
foreach (['proc_open', 'unserialize', 'umask', 'getmypid', 'register_shutdown_function', 'xhprof_pause,xhprof_resume',
	'xhprof_info', 'error_log,pcntl_signal,posix_kill,shell_exec,set_error_handler'] as $functions) {
	echo "== $functions\n";
	$told = cli(['run', '--quiet', '--mode', 'hier', '--out', $run, '--', $script], '',
		["disable_functions=$functions"]);
	echo $told['out'], strtr($told['err'], [TOOL => 'TOOL']), "status $told[status], ",
		is_file($run) ? 'a run' : 'no run', "\n";
	@unlink($run);
}
// Of the script's PHP alone.
$told = cli(['run', '--quiet', '--mode', 'hier', '--out', $run, '--', '-d', 'disable_functions=ini_set', $script]);
echo "== ini_set\n", $told['out'], $told['err'], "status $told[status], ", is_file($run) ? 'a run' : 'no run', "\n";
?>
--EXPECT--
== ini_set
xhprof: php.ini disables ini_set by disable_functions
        run it with all functions: php -d disable_functions= TOOL
status 2
== getenv
xhprof: php.ini disables getenv by disable_functions
        run it with all functions: php -d disable_functions= TOOL
status 2
== stream_isatty
xhprof: php.ini disables stream_isatty by disable_functions
        run it with all functions: php -d disable_functions= TOOL
status 2
== number_format
xhprof: php.ini disables number_format by disable_functions
        run it with all functions: php -d disable_functions= TOOL
status 2
== proc_open
xhprof: php.ini disables proc_open by disable_functions
        run it with all functions: php -d disable_functions= TOOL
status 2, no run
== unserialize
xhprof: php.ini disables unserialize by disable_functions
        run it with all functions: php -d disable_functions= TOOL
status 2, no run
== umask
xhprof: php.ini disables umask by disable_functions
        run it with all functions: php -d disable_functions= TOOL
status 2, no run
== getmypid
the script
xhprof: no profile was recorded: php.ini disables getmypid by disable_functions
status 2, no run
== register_shutdown_function
the script
xhprof: no profile was recorded: php.ini disables register_shutdown_function by disable_functions
status 2, no run
== xhprof_pause,xhprof_resume
the script
xhprof: no profile was recorded: php.ini disables xhprof_pause, xhprof_resume by disable_functions
status 2, no run
== xhprof_info
the script
xhprof: no profile was recorded: php.ini disables xhprof_info by disable_functions
status 2, no run
== error_log,pcntl_signal,posix_kill,shell_exec,set_error_handler
the script
status 0, a run
== ini_set
the script
status 0, a run
