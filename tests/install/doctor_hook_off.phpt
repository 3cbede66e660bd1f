--TEST--
xhprof doctor: xhprof.hook=off is wrong where requests should record calls; without perf, safe points sample
--SKIPIF--
<?php
if (PHP_OS_FAMILY !== 'Linux') {
	die('skip looks at Linux');
}
?>
--FILE--
<?php
require __DIR__ . '/machine.inc';

$machine = new FakeMachine(own_folder(__FILE__));
$machine->folder('/var/lib/xhprof', 0700);
$set = static fn (array $settings): array =>
	['xhprof' => xhprof_section(['hook' => 'off', 'output_dir' => '/var/lib/xhprof'] + $settings)];
$machine->program('/usr/bin/php8.1', info('Command Line Interface', 'cli', $set([])));
$machine->program('/usr/bin/php8.2',
	info('Command Line Interface', 'cli', $set(['auto' => 'always', 'auto_mode' => 'sample'])));
$machine->program('/usr/bin/php8.3',
	info('Command Line Interface', 'cli', $set(['auto' => 'trigger', 'auto_mode' => 'hier, sample'])));
$machine->show(['clock' => 'tsc', 'clock_reason' => 'invariant', 'source' => 'interrupt']);
?>
--EXPECT--
xhprof 3.0.0-dev on Debian GNU/Linux 12 (bookworm)

PHP
ok     /usr/bin/php8.1 (cli, PHP 8.2.36): xhprof 3.0.0-dev, hook ex, clock tsc,
       JIT off
       ini: /etc/php/8.2/cli/php.ini, /etc/php/8.2/cli/conf.d
note   /usr/bin/php8.1 (cli, PHP 8.2.36): with xhprof.hook=off, calls are not
       recorded; samples, allocations and snapshots work
ok     /usr/bin/php8.2 (cli, PHP 8.2.36): xhprof 3.0.0-dev, hook ex, clock tsc,
       JIT off
       ini: /etc/php/8.2/cli/php.ini, /etc/php/8.2/cli/conf.d
note   /usr/bin/php8.2 (cli, PHP 8.2.36): with xhprof.hook=off, calls are not
       recorded; samples, allocations and snapshots work
ok     /usr/bin/php8.3 (cli, PHP 8.2.36): xhprof 3.0.0-dev, hook ex, clock tsc,
       JIT off
       ini: /etc/php/8.2/cli/php.ini, /etc/php/8.2/cli/conf.d
wrong  /usr/bin/php8.3 (cli, PHP 8.2.36): xhprof.hook=off, but
       xhprof.auto=trigger records calls: no request is profiled
       /etc/php/8.2/cli/php.ini
       $ grep -n 'xhprof.hook' /etc/php/8.2/cli/php.ini   # and remove that line, or set xhprof.auto_mode=sample

Folders
ok     xhprof.output_dir /var/lib/xhprof (cli, user www-data):
       www-data:www-data, mode 0700

System
ok     clock tsc: invariant
note   perf_event_paranoid 2: samples by interrupt
       samples are taken at PHP's safe points instead, timed by a helper thread
       in a container, seccomp may forbid perf_event_open: see the settings of
       its runtime

1 thing is wrong, 3 notes. Type the lines after $, then xhprof doctor again.
status 1
{"is_well":false,"findings":{"ok":5,"note":3,"wrong":1}}
{"file":"/usr/bin/php8.1","sapi":"cli","version":"8.2.36","has_xhprof":true,"xhprof":"3.0.0-dev","hook":"ex","clock":"tsc","zlib":"yes","jit":"off"}
{"file":"/usr/bin/php8.2","sapi":"cli","version":"8.2.36","has_xhprof":true,"xhprof":"3.0.0-dev","hook":"ex","clock":"tsc","zlib":"yes","jit":"off"}
{"file":"/usr/bin/php8.3","sapi":"cli","version":"8.2.36","has_xhprof":true,"xhprof":"3.0.0-dev","hook":"ex","clock":"tsc","zlib":"yes","jit":"off"}
