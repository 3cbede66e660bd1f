--TEST--
xhprof doctor, typed by a developer, leaves the folder of php-fpm to php-fpm
--SKIPIF--
<?php
if (PHP_OS_FAMILY !== 'Linux') {
	die('skip looks at Linux');
}
?>
--FILE--
<?php
/* A user of that number, whoever runs the test. */
namespace XHProf\Cli\Process {
	function posix_geteuid(): int
	{
		return 424242;
	}

	function file_get_contents(string $file): string|false
	{
		return $file === '/proc/self/status' ? "Uid:\t424242\t424242\t424242\t424242\n" : \file_get_contents($file);
	}
}

namespace {
	require __DIR__ . '/machine.inc';

	$machine = new FakeMachine(own_folder(__FILE__));
	$machine->file('/etc/passwd', file_get_contents("$machine->root/etc/passwd") . "dev:x:424242:424242::/:/bin/sh\n");
	$set = static fn (string $folder): array => ['xhprof' => xhprof_section(['output_dir' => $folder])];
	$machine->folder('/var/lib/xhprof', 0700);
	$machine->folder('/var/lib/own', 0700);
	$machine->program('/usr/bin/php8.2', info('Command Line Interface', 'cli', $set('/var/lib/xhprof')));
	$machine->program('/usr/bin/php8.1', info('Command Line Interface', 'cli', $set('/var/lib/own')));
	$machine->program('/usr/sbin/php-fpm8.2', info('FPM/FastCGI', 'fpm', $set('/var/lib/xhprof')));
	$machine->show();
}
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
ok     /usr/sbin/php-fpm8.2 (fpm-fcgi, PHP 8.2.36): xhprof 3.0.0-dev, hook ex,
       clock tsc, JIT off
       ini: /etc/php/8.2/fpm/php.ini, /etc/php/8.2/fpm/conf.d

Folders
wrong  xhprof.output_dir /var/lib/own (cli, user dev): www-data:www-data, mode
       0700, and dev cannot write to it
       $ chown dev /var/lib/own
       $ chmod 0700 /var/lib/own
note   xhprof.output_dir /var/lib/xhprof (cli, user dev): www-data:www-data,
       mode 0700, and dev cannot write to it
       it is for the web server's PHP; xhprof run can save anywhere

System
ok     clock tsc: invariant
ok     perf_event_paranoid 2: samples by perf

1 thing is wrong, 1 note. Type the lines after $, then xhprof doctor again.
status 1
{"is_well":false,"findings":{"ok":5,"wrong":1,"note":1}}
{"file":"/usr/bin/php8.1","sapi":"cli","version":"8.2.36","has_xhprof":true,"xhprof":"3.0.0-dev","hook":"ex","clock":"tsc","zlib":"yes","jit":"off"}
{"file":"/usr/bin/php8.2","sapi":"cli","version":"8.2.36","has_xhprof":true,"xhprof":"3.0.0-dev","hook":"ex","clock":"tsc","zlib":"yes","jit":"off"}
{"file":"/usr/sbin/php-fpm8.2","sapi":"fpm-fcgi","version":"8.2.36","has_xhprof":true,"xhprof":"3.0.0-dev","hook":"ex","clock":"tsc","zlib":"yes","jit":"off"}
