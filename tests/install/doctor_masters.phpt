--TEST--
xhprof doctor says of a hidden master of php-fpm only that it may be older than the ini file, nothing of others, and finds what make install left for Apache
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
// make install, and no ini file yet.
$machine->file(MODULES . '/xhprof.so');
$machine->file('/usr/lib/apache2/modules/libphp8.2.so');
$machine->folder('/etc/php/8.2/apache2/conf.d', 0755);
$machine->program('/usr/bin/php8.2', info('Command Line Interface', 'cli', []));
$fpm = '/etc/php/8.2/fpm/conf.d/20-xhprof.ini';
$machine->file($fpm, "extension=xhprof\n");
$machine->program('/usr/sbin/php-fpm8.2', info('FPM/FastCGI', 'fpm', ['xhprof' => xhprof_section()], [$fpm]));
// Of another user's process neither its program nor its memory is to be seen. The first started before the module was
// there.
foreach ([77 => ['8.2/fpm', 500], 78 => ['8.1/fpm', 500], 79 => ['8.2/fpm', 1 << 42]] as $pid => [$folder, $ticks]) {
	$machine->file("/proc/$pid/cmdline", "php-fpm: master process (/etc/php/$folder/php-fpm.conf)\0");
	$machine->file("/proc/$pid/stat", "$pid (php-fpm) S 1" . str_repeat(' 0', 17) . " $ticks 0");
}
// One of another program.
$machine->file('/proc/80/cmdline', "php-fpm: master process (/etc/php/8.2/fpm/php-fpm.conf)\0");
symlink('/opt/php/sbin/php-fpm', $machine->root . '/proc/80/exe');
$machine->show();
?>
--EXPECT--
xhprof 3.0.0-dev on Debian GNU/Linux 12 (bookworm)

PHP
wrong  /usr/bin/php8.2 (cli, PHP 8.2.36) does not load xhprof
       ini: /etc/php/8.2/cli/php.ini, /etc/php/8.2/cli/conf.d
       $ echo 'extension=xhprof' | tee /etc/php/8.2/mods-available/xhprof.ini
       $ phpenmod -v 8.2 -s cli xhprof
ok     /usr/sbin/php-fpm8.2 (fpm-fcgi, PHP 8.2.36): xhprof 3.0.0-dev, hook ex,
       clock tsc, JIT off
       ini: /etc/php/8.2/fpm/php.ini, /etc/php/8.2/fpm/conf.d/20-xhprof.ini
note   php-fpm (pid 77) may not have read /etc/php/8.2/fpm/conf.d/20-xhprof.ini
       yet
       it was started before, and this user cannot inspect its memory
       $ kill -USR2 77   # php-fpm reads its configuration again
wrong  /usr/lib/apache2/modules/libphp8.2.so (apache2handler, PHP 8.2) does not
       load xhprof
       ini: /etc/php/8.2/apache2/php.ini, /etc/php/8.2/apache2/conf.d
       $ echo 'extension=xhprof' | tee /etc/php/8.2/mods-available/xhprof.ini
       $ phpenmod -v 8.2 -s apache2 xhprof
       $ apachectl restart

System
ok     clock tsc: invariant
ok     perf_event_paranoid 2: samples by perf

2 things are wrong, 1 note. Type the lines after $, then xhprof doctor again.
status 1
{"is_well":false,"findings":{"wrong":2,"ok":3,"note":1}}
{"file":"/usr/bin/php8.2","sapi":"cli","version":"8.2.36","has_xhprof":false,"xhprof":null,"hook":null,"clock":null,"zlib":null,"jit":"off"}
{"file":"/usr/sbin/php-fpm8.2","sapi":"fpm-fcgi","version":"8.2.36","has_xhprof":true,"xhprof":"3.0.0-dev","hook":"ex","clock":"tsc","zlib":"yes","jit":"off"}
{"file":"/usr/lib/apache2/modules/libphp8.2.so","sapi":"apache2handler","version":"8.2","has_xhprof":false,"xhprof":null,"hook":null,"clock":null,"zlib":null,"jit":null}