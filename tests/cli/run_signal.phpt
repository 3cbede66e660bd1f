--TEST--
xhprof run passes signals on, and ends by the one that ended the script
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
pcntl_signal(SIGUSR1, function () { echo "got USR1\n"; });
pcntl_signal(SIGINT, function () { echo "got INT\n"; exit(7); });
if ($argv[1] === 'int') {
	posix_kill(posix_getppid(), SIGUSR1);
	while (true) { usleep(1000); posix_kill(posix_getppid(), SIGINT); usleep(500000); }
}
posix_kill(posix_getpid(), SIGTERM);
sleep(60);
END);
$result = cli(['run', '--out', own_file('run.xhprof'), '--', $script, 'int'], '', $settings);
echo $result['out'], 'status ', $result['status'], ', ', substr_count($result['err'], ' own%'), " report\n";
$result = cli(['run', '--out', own_file('run.xhprof'), '--', $script, 'term'], '', $settings);
echo $result['err'];
?>
--EXPECT--
got USR1
got INT
status 7, 1 report
xhprof: there is no profile: the script was ended by signal 15
