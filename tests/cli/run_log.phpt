--TEST--
xhprof run --log writes each call to a file, and says what it lacks
--SKIPIF--
<?php
if (PHP_OS_FAMILY === 'Windows') die('skip has no /dev/full');
if (!file_exists('/dev/full')) die('skip has no /dev/full');
?>
--FILE--
<?php
require __DIR__ . '/cli.inc';

$script = own_file('php', '<?php function leaf($x) { static $calls = 0; $calls++; '
	. 'return $x; } for ($i = 0; $i < 3; $i++) { leaf($i); } exit(3);');
$log = own_file('calls.log');
$out = own_file('out.json');
$ended = cli(['run', '--quiet', '--out', $out, '--log', $log, '--flags', 'no-builtins', $script]);
echo $ended['status'], ' ', $ended['err'], $ended['out'],
	preg_replace('/\t(\d+)\t\d+\t\d+\t\d+$/m', "\t$1\tT", preg_replace('~\S*/~', '', file_get_contents($log)));
echo read_run($out)->summary()['mode'], "\n";
// exit() is a call in PHP 8.4
show_cli(['run', '--quiet', '--flags', 'no-builtins', '--out', $out, '--log', '/dev/full', $script]);
show_cli(['run', '--mode', 'hier', '--log', $log, $script]);
show_cli(['run', '--log', '/nothing/here.log', $script]);
?>
--EXPECT--
3 # stack_level	file	function	line_defined	current_line	own_ns	total_ns
1	run_log.php	run_log.php	0	T
1	run_log.php	leaf	1	T
1	run_log.php	leaf	1	T
1	run_log.php	leaf	1	T
0		main()	0	T
timeline
$ xhprof run --quiet --flags no-builtins --out run_log.out.json --log /dev/full run_log.php
xhprof: the log /dev/full lacks 5 calls: No space left on device
status 3

$ xhprof run --mode hier --log run_log.calls.log run_log.php
xhprof: --log cannot be combined with --mode hier
        use --mode timeline, or omit --mode
status 2

$ xhprof run --log /nothing/here.log run_log.php
xhprof: /nothing/here.log: the folder /nothing does not exist
        mkdir -p /nothing
status 2