--TEST--
xhprof run passes signals on, saves what one ends, and ends by the same
--SKIPIF--
<?php
require __DIR__ . '/../helper.inc';
if (!shipped_module('pcntl') && !extension_loaded('pcntl')) die('skip needs pcntl');
if (!shipped_module('posix') && !extension_loaded('posix')) die('skip needs posix');
if (getenv('XHPROF_VALGRIND')) die('skip what a signal ends frees nothing');
?>
--FILE--
<?php
require __DIR__ . '/cli.inc';

$settings = [];
foreach (['pcntl', 'posix'] as $name) {
	if (!extension_loaded($name)) {
		$settings[] = "extension=$name";
	}
}
$script = own_file('script.tmp', <<<'END'
<?php
pcntl_async_signals(true);
pcntl_signal(SIGUSR1, function () use (&$has_usr1) { echo "got USR1\n"; $has_usr1 = true; });
pcntl_signal(SIGINT, function () { echo "got INT\n"; exit(7); });
if ($argv[1] === 'int') {
	posix_kill(posix_getppid(), SIGUSR1);
	while (!$has_usr1) { usleep(1000); } // of two that are pending the system chooses which comes first
	posix_kill(posix_getppid(), SIGINT);
	while (true) { usleep(1000); }
}
posix_kill(posix_getpid(), SIGTERM);
sleep(60);
END);
$result = cli(['run', '--out', own_file('run.xhprof'), '--', $script, 'int'], '', $settings);
echo $result['out'], 'status ', $result['status'], ', ', substr_count($result['err'], ' own%'), " report\n";
foreach (['tree', 'sample'] as $mode) {
	@unlink(own_file('run.json'));
	$result = cli(['run', '--mode', $mode, '--out', own_file('run.json'), '--', $script, 'term'], '', $settings);
	$run = XHProf\Profile::load(own_file('run.json'));
	echo "$mode: ended by signal ", $result['signal'] ?? $result['status'], ', ', substr_count($result['err'], ' own%'),
		' report, ', isset($run->functions()['main()']) ? 'saved' : 'not saved', "\n";
}
?>
--EXPECT--
got USR1
got INT
status 7, 1 report
tree: ended by signal 15, 1 report, saved
sample: ended by signal 15, 1 report, saved
