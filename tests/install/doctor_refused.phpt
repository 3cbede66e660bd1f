--TEST--
xhprof doctor names the words that xhprof.live_allow lacks, for each user whose readers are refused
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
$machine->folder('/dev/shm/xhprof', 02750);
$set = static fn (string $allow, string $folder = '/dev/shm/xhprof'): array =>
	['xhprof' => xhprof_section(['live_dir' => $folder, 'live_allow' => $allow])];
$machine->program('/usr/bin/php8.1', info('Command Line Interface', 'cli', $set('no value', 'no value')));
$machine->program('/usr/bin/php8.2',
	info('Command Line Interface', 'cli', $set('no value'), ['/etc/php/8.2/cli/conf.d/20-xhprof.ini']));
$machine->program('/usr/bin/php8.3', info('Command Line Interface', 'cli', $set('sample dump,  arm')));
$notice = '[22-Nov-2026 17:25:29] NOTICE: ';
$machine->program('/usr/sbin/php-fpm8.2',
	info('FPM/FastCGI', 'fpm', $set('sample,dump,arm,locals')), "{$notice}[a]\n$notice	user = www-data\n"
		. "$notice	php_admin_value[xhprof.live_allow] = dump,snapshot\n{$notice}[b]\n$notice	user = www-data\n");
$machine->show();
?>
--EXPECT--
xhprof 3.0.0-dev on Debian GNU/Linux 12 (bookworm)

PHP
ok     /usr/bin/php8.1 (cli, PHP 8.2.36): xhprof 3.0.0-dev, hook ex, clock tsc,
       JIT off
       ini: /etc/php/8.2/cli/php.ini, /etc/php/8.2/cli/conf.d
ok     /usr/bin/php8.2 (cli, PHP 8.2.36): xhprof 3.0.0-dev, hook ex, clock tsc,
       JIT off
       ini: /etc/php/8.2/cli/php.ini, /etc/php/8.2/cli/conf.d
ok     /usr/bin/php8.3 (cli, PHP 8.2.36): xhprof 3.0.0-dev, hook ex, clock tsc,
       JIT off
       ini: /etc/php/8.2/cli/php.ini, /etc/php/8.2/cli/conf.d
ok     /usr/sbin/php-fpm8.2 (fpm-fcgi, PHP 8.2.36): xhprof 3.0.0-dev, hook ex,
       clock tsc, JIT off
       ini: /etc/php/8.2/fpm/php.ini, /etc/php/8.2/fpm/conf.d

Folders
note   xhprof.output_dir is not set (php-fpm's pool a, user www-data): whole
       requests cannot be saved
       $ install -d -m 0700 -o www-data /var/lib/xhprof
       $ echo 'xhprof.output_dir=/var/lib/xhprof' | tee -a /etc/php/8.2/fpm/php.ini
ok     xhprof.live_dir /dev/shm/xhprof (cli, user www-data): www-data:www-data,
       mode 2750
note   xhprof.live_allow="" (cli, user www-data): readers of xhprof.live_dir
       are refused
       xhprof live, record and ship cannot switch sampling on
       xhprof dump gets no new stack
       xhprof arm arms no request
       $ grep -n 'xhprof.live_allow' /etc/php/8.2/cli/php.ini /etc/php/8.2/cli/conf.d/20-xhprof.ini   # and add sample, dump, arm
note   xhprof.live_allow="dump,snapshot" (php-fpm's pool a, user www-data):
       readers of xhprof.live_dir are refused
       xhprof live, record and ship cannot switch sampling on
       xhprof arm arms no request
       $ grep -n 'xhprof.live_allow' /etc/php/8.2/fpm/php.ini   # and add sample, arm

System
ok     clock tsc: invariant
ok     perf_event_paranoid 2: samples by perf

Nothing is wrong, 3 notes.
status 0
{"is_well":true,"findings":{"ok":7,"note":3}}
{"file":"/usr/bin/php8.1","sapi":"cli","version":"8.2.36","has_xhprof":true,"xhprof":"3.0.0-dev","hook":"ex","clock":"tsc","zlib":"yes","jit":"off"}
{"file":"/usr/bin/php8.2","sapi":"cli","version":"8.2.36","has_xhprof":true,"xhprof":"3.0.0-dev","hook":"ex","clock":"tsc","zlib":"yes","jit":"off"}
{"file":"/usr/bin/php8.3","sapi":"cli","version":"8.2.36","has_xhprof":true,"xhprof":"3.0.0-dev","hook":"ex","clock":"tsc","zlib":"yes","jit":"off"}
{"file":"/usr/sbin/php-fpm8.2","sapi":"fpm-fcgi","version":"8.2.36","has_xhprof":true,"xhprof":"3.0.0-dev","hook":"ex","clock":"tsc","zlib":"yes","jit":"off"}