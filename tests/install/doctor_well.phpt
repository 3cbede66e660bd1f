--TEST--
xhprof doctor finds nothing wrong where each PHP loads xhprof and the folders belong to php-fpm's user, and names unknown settings
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
$settings = ['output_dir' => '/var/lib/xhprof', 'live_dir' => '/dev/shm/xhprof', 'auto' => 'trigger'];
foreach (['cli' => ['Command Line Interface', '/usr/bin/php8.2'],
	'fpm' => ['FPM/FastCGI', '/usr/sbin/php-fpm8.2']] as $kind => [$api, $name]) {
	$ini = "/etc/php/8.2/$kind/conf.d/20-xhprof.ini";
	$machine->file($ini, "; priority=20\nextension=xhprof.so\n"
		. ($kind === 'cli' ? "xhprof.auto=off\n; xhprof.x=1\n  xhprof.output_dri = /x\nxhprof.timing=1\n" : ''));
	$machine->program($name, info($api, $kind,
		['xhprof' => xhprof_section($kind === 'fpm' ? $settings : []), 'xdebug' => ['xdebug.mode => off => off'],
			'Zend OPcache' => ['Opcode Caching => ' . ($kind === 'fpm' ? 'Up and Running' : 'Disabled'), 'JIT => On']],
		[$ini]), "[22-Nov-2026 17:25:29] NOTICE: [global]\n[22-Nov-2026 17:25:29] NOTICE: 	pid = /run/fpm.pid\n"
			. "[22-Nov-2026 17:25:29] NOTICE: [www]\n[22-Nov-2026 17:25:29] NOTICE: 	user = www-data\n");
}
$machine->folder('/var/lib/xhprof', 0700);
$machine->folder('/dev/shm/xhprof', 02750);
$machine->show();
?>
--EXPECT--
xhprof 3.0.0-dev on Debian GNU/Linux 12 (bookworm)

PHP
ok     /usr/bin/php8.2 (cli, PHP 8.2.36): xhprof 3.0.0-dev, hook ex, clock tsc,
       JIT off
       ini: /etc/php/8.2/cli/php.ini, /etc/php/8.2/cli/conf.d/20-xhprof.ini
note   /usr/bin/php8.2 (cli, PHP 8.2.36): ini files set unknown xhprof settings
       /etc/php/8.2/cli/conf.d/20-xhprof.ini: xhprof.output_dri; did you mean
       xhprof.output_dir?
       /etc/php/8.2/cli/conf.d/20-xhprof.ini: xhprof.timing
ok     /usr/sbin/php-fpm8.2 (fpm-fcgi, PHP 8.2.36): xhprof 3.0.0-dev, hook ex,
       clock tsc, JIT on
       ini: /etc/php/8.2/fpm/php.ini, /etc/php/8.2/fpm/conf.d/20-xhprof.ini

Folders
ok     xhprof.output_dir /var/lib/xhprof (php-fpm's pool www, user www-data):
       www-data:www-data, mode 0700
ok     xhprof.live_dir /dev/shm/xhprof (php-fpm's pool www, user www-data):
       www-data:www-data, mode 2750

System
ok     clock tsc: invariant
ok     perf_event_paranoid 2: samples by perf

Nothing is wrong, 1 note.
status 0
{"is_well":true,"findings":{"ok":6,"note":1}}
{"file":"/usr/bin/php8.2","sapi":"cli","version":"8.2.36","has_xhprof":true,"xhprof":"3.0.0-dev","hook":"ex","clock":"tsc","zlib":"yes","jit":"off"}
{"file":"/usr/sbin/php-fpm8.2","sapi":"fpm-fcgi","version":"8.2.36","has_xhprof":true,"xhprof":"3.0.0-dev","hook":"ex","clock":"tsc","zlib":"yes","jit":"on"}