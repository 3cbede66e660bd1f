--TEST--
share/auto_prepend.php does nothing but log if disable_functions has a function it needs
--FILE--
<?php
require __DIR__ . '/auto.inc';

$folder = fresh_folder(__FILE__);
file_put_contents("$folder/program.inc", '<?php echo "the program\n";');
$prepend = realpath(__DIR__ . '/../../../share/auto_prepend.php');
foreach (['umask', 'set_error_handler', 'register_shutdown_function', 'xhprof_enable', 'xhprof_info,xhprof_stop',
	'xhprof_pause', 'uniqid', 'ini_get', 'error_log,ini_set'] as $functions) {
	echo "== $functions\n", child_php("$folder/program.inc", ["auto_prepend_file=$prepend", "xhprof.output_dir=$folder",
		"disable_functions=$functions"]);
	$runs = glob("$folder/*.xhprof");
	echo count($runs), "\n";
	array_map(unlink(...), $runs);
}
?>
--CLEAN--
<?php
require __DIR__ . '/auto.inc';
remove(__DIR__ . '/prepend_functions_disabled.tmp');
?>
--EXPECT--
== umask
xhprof: php.ini disables umask by disable_functions
the program
0
== set_error_handler
xhprof: php.ini disables set_error_handler by disable_functions
the program
0
== register_shutdown_function
xhprof: php.ini disables register_shutdown_function by disable_functions
the program
0
== xhprof_enable
xhprof: php.ini disables xhprof_enable by disable_functions
the program
0
== xhprof_info,xhprof_stop
xhprof: php.ini disables xhprof_info by disable_functions
the program
0
== xhprof_pause
xhprof: php.ini disables xhprof_pause by disable_functions
the program
0
== uniqid
xhprof: php.ini disables uniqid by disable_functions
the program
0
== ini_get
xhprof: php.ini disables ini_get by disable_functions
the program
0
== error_log,ini_set
the program
1
