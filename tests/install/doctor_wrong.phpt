--TEST--
xhprof doctor names what is wrong with php-fpm, Apache and folders, and the lines that mend it
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
$machine->file(MODULES . '/xhprof.so');
$machine->file('/etc/php/8.2/mods-available/xhprof.ini', "extension=xhprof.so\n");
$machine->file('/etc/php/8.2/apache2/php.ini', ";extension=xhprof\n");
$machine->file('/etc/php/8.2/apache2/conf.d/20-xdebug.ini', "zend_extension=xdebug\n");
$machine->file('/usr/lib/apache2/modules/libphp8.2.so');
$cli = '/etc/php/8.2/cli/conf.d';
$machine->file("$cli/20-xhprof.ini", "extension=xhprof.so\n");
$machine->file('/etc/php/8.2/cli/php.ini', "extension = \"/opt/xhprof.so\" ; mine\n");
$machine->program('/usr/bin/php8.2', info('Command Line Interface', 'cli',
	['xhprof' => xhprof_section(['auto' => 'always', 'hook' => 'off', 'live_dir' => '/open'], zlib: 'no: no pprof'),
		'xdebug' => ['xdebug.mode => develop => develop']], ["$cli/20-xhprof.ini"]));
$machine->program('/usr/bin/php-cgi8.2', '<title>PHP 8.2.36 - phpinfo()</title><h1 class="p">PHP Version 8.2.36</h1>'
	. "\n<tr><td class=\"e\">Server API </td><td class=\"v\">CGI/FastCGI </td></tr>\n"
	. "<h2><a name=\"module_xhprof\">xhprof</a></h2>\n"
	. "<tr><td class=\"e\">xhprof </td><td class=\"v\">2.3.10 </td></tr>\n");
$notice = '[22-Nov-2026 17:25:29] NOTICE: ';
$machine->program('/usr/sbin/php-fpm8.2', info('FPM/FastCGI', 'fpm', []),
	"{$notice}[www]\n$notice	user = www-data\n");
$machine->program('/opt/remi/php82/root/usr/sbin/php-fpm', info('FPM/FastCGI', 'other',
	['xhprof' => xhprof_section(['output_dir' => '/gone'])]), "{$notice}[a]\n$notice	user = www-data\n"
		. "$notice	php_admin_value[xhprof.output_dir] = /shared\n{$notice}[b]\n$notice	user = shop\n");
$machine->program('/opt/broken/bin/php',
	"PHP Warning:  PHP Startup: Unable to load dynamic library 'xhprof' (tried: /x/xhprof.so) in Unknown on line 0\n"
		. info('Command Line Interface', 'broken', []));
$machine->file('/opt/none/bin/php', "#!/bin/sh\necho no PHP\n", 0755);
$machine->file('/proc/77/cmdline', "php-fpm: master process (/etc/php/8.2/fpm/php-fpm.conf)\0");
$machine->file('/proc/77/maps', "00400000-00452000 r-xp 00000000 08:02 173521 /opt/remi/php82/root/usr/sbin/php-fpm\n");
$machine->file('/proc/77/environ', "LANG=C\0");
$machine->file('/proc/77/stat', '77 (php-fpm8.2) S 1' . str_repeat(' 0', 17) . ' 500 0');
$machine->file('/proc/sys/kernel/perf_event_paranoid', "3\n");
$machine->folder('/open', 0777);
$machine->folder('/shared', 0755);
$machine->show(['clock' => 'monotonic', 'clock_reason' => 'the counter stops in sleep', 'source' => 'timer']);
?>
--EXPECT--
xhprof 3.0.0-dev on Debian GNU/Linux 12 (bookworm)

PHP
wrong  /opt/broken/bin/php (cli, PHP 8.2.36) could not load xhprof
       Unable to load dynamic library 'xhprof' (tried: /x/xhprof.so)
       ini: /etc/php/8.2/broken/php.ini, /etc/php/8.2/broken/conf.d
       $ apt-get install php8.2-dev gcc make zlib1g-dev
       $ cd xhprof && phpize && ./configure --with-php-config=php-config
       $ make && make install
ok     /opt/remi/php82/root/usr/sbin/php-fpm (fpm-fcgi, PHP 8.2.36): xhprof
       3.0.0-dev, hook ex, clock tsc, JIT off
       ini: /etc/php/8.2/other/php.ini, /etc/php/8.2/other/conf.d
wrong  php-fpm runs (pid 77) without xhprof: it was started before xhprof was
       set up
       /opt/remi/php82/root/usr/sbin/php-fpm
       $ kill -USR2 77   # php-fpm reads its configuration again
wrong  /usr/bin/php-cgi8.2 (cgi-fcgi, PHP 8.2.36): the module is xhprof 2.3.10,
       the command 3.0.0-dev
       this is PECL's extension, which has the same name
       ini: none
       $ pecl uninstall xhprof   # or: apt-get remove php-xhprof
       $ cd xhprof && phpize8.2 && ./configure --with-php-config=php-config8.2
       $ make && make install
ok     /usr/bin/php8.2 (cli, PHP 8.2.36): xhprof 3.0.0-dev, hook ex, clock tsc,
       JIT off
       ini: /etc/php/8.2/cli/php.ini, /etc/php/8.2/cli/conf.d/20-xhprof.ini
note   /usr/bin/php8.2 (cli, PHP 8.2.36): 2 ini files load xhprof; PHP warns at
       each start
       /etc/php/8.2/cli/php.ini
       /etc/php/8.2/cli/conf.d/20-xhprof.ini
       $ sed -i '/^ *extension *=.*xhprof/d' /etc/php/8.2/cli/php.ini   # or another of them
wrong  /usr/bin/php8.2 (cli, PHP 8.2.36): xhprof.hook=off, but
       xhprof.auto=always records calls: no request is profiled
       /etc/php/8.2/cli/php.ini
       /etc/php/8.2/cli/conf.d/20-xhprof.ini
       $ grep -n 'xhprof.hook' /etc/php/8.2/cli/php.ini /etc/php/8.2/cli/conf.d/20-xhprof.ini   # and remove that line, or set xhprof.auto_mode=sample
note   /usr/bin/php8.2 (cli, PHP 8.2.36): xhprof was built without zlib
       it can write neither pprof nor compressed runs: json.gz, xhgui.gz,
       xhprof.gz
       $ apt-get install zlib1g-dev   # Fedora: zlib-devel, Alpine: zlib-dev
       $ apt-get install php8.2-dev gcc make zlib1g-dev
       $ cd xhprof && phpize8.2 && ./configure --with-php-config=php-config8.2
       $ make && make install
note   /usr/bin/php8.2 (cli, PHP 8.2.36): xdebug is loaded, too
       xdebug slows down every call, and all times include that
       $ phpdismod -v 8.2 -s cli xdebug
wrong  /usr/sbin/php-fpm8.2 (fpm-fcgi, PHP 8.2.36) does not load xhprof
       ini: /etc/php/8.2/fpm/php.ini, /etc/php/8.2/fpm/conf.d
       $ phpenmod -v 8.2 -s fpm xhprof
       $ kill -USR2 77   # php-fpm reads its configuration again
wrong  /usr/lib/apache2/modules/libphp8.2.so (apache2handler, PHP 8.2) does not
       load xhprof
       ini: /etc/php/8.2/apache2/php.ini, /etc/php/8.2/apache2/conf.d
       $ phpenmod -v 8.2 -s apache2 xhprof
       $ apachectl restart

Folders
note   xhprof.output_dir /shared (php-fpm's pool a, user www-data):
       www-data:www-data, mode 0755, so that other users can read and enter it
       profiles reveal what a program does; the files themselves have mode 0600
       $ chmod 0700 /shared
wrong  xhprof.output_dir /gone (php-fpm's pool b, user shop): does not exist
       $ install -d -m 0700 -o shop /gone
wrong  xhprof.auto=always, but xhprof.output_dir is not set (cli, user
       www-data): no request is saved
       $ install -d -m 0700 -o www-data /var/lib/xhprof
       $ echo 'xhprof.output_dir=/var/lib/xhprof' | tee -a /etc/php/8.2/cli/php.ini
wrong  xhprof.live_dir /open (cli, user www-data): www-data:www-data, mode
       0777, so that other users can replace files in it
       $ chmod 2750 /open

System
note   clock monotonic: the counter stops in sleep
       reading the kernel's clock costs more than reading the CPU's counter:
       overhead grows, counts stay exact
note   perf_event_paranoid 3: samples by timer
       timers tick only as often as the kernel's clock, every 4 ms at best;
       perf ticks at any interval
       $ sysctl -w kernel.perf_event_paranoid=2
       $ echo 'kernel.perf_event_paranoid=2' | tee /etc/sysctl.d/60-perf.conf

9 things are wrong, 6 notes. Type the lines after $, then xhprof doctor again.
status 1
{"is_well":false,"findings":{"wrong":9,"ok":2,"note":6}}
{"file":"/opt/broken/bin/php","sapi":"cli","version":"8.2.36","has_xhprof":false,"xhprof":null,"hook":null,"clock":null,"zlib":null,"jit":"off"}
{"file":"/opt/remi/php82/root/usr/sbin/php-fpm","sapi":"fpm-fcgi","version":"8.2.36","has_xhprof":true,"xhprof":"3.0.0-dev","hook":"ex","clock":"tsc","zlib":"yes","jit":"off"}
{"file":"/usr/bin/php-cgi8.2","sapi":"cgi-fcgi","version":"8.2.36","has_xhprof":true,"xhprof":"2.3.10","hook":"","clock":"","zlib":"","jit":"off"}
{"file":"/usr/bin/php8.2","sapi":"cli","version":"8.2.36","has_xhprof":true,"xhprof":"3.0.0-dev","hook":"ex","clock":"tsc","zlib":"no: no pprof","jit":"off"}
{"file":"/usr/sbin/php-fpm8.2","sapi":"fpm-fcgi","version":"8.2.36","has_xhprof":false,"xhprof":null,"hook":null,"clock":null,"zlib":null,"jit":"off"}
{"file":"/usr/lib/apache2/modules/libphp8.2.so","sapi":"apache2handler","version":"8.2","has_xhprof":false,"xhprof":null,"hook":null,"clock":null,"zlib":null,"jit":null}
