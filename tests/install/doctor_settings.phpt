--TEST--
xhprof doctor names values that the module refuses, in its words, and masters of php-fpm that read other ini files
--SKIPIF--
<?php
if (PHP_OS_FAMILY !== 'Linux') {
	die('skip looks at Linux');
}
?>
--FILE--
<?php
require __DIR__ . '/machine.inc';
require __DIR__ . '/../cli/cli.inc';

/* This PHP itself: the module says what it accepts. */
foreach (json_decode(cli(['doctor', '--json'], '', ['display_startup_errors=0', 'xhprof.auto=allways',
	'xhprof.live_interval=often', 'xhprof.auto_mode=trees'])['out'], true)['findings'] as $finding) {
	if (str_contains($finding['text'], 'have invalid values') && str_starts_with($finding['text'], PHP_BINARY)) {
		echo "$finding[level]: ", implode("\n  ", $finding['details']), "\n";
	}
}

$machine = new FakeMachine(own_folder(__FILE__));
$machine->file(MODULES . '/xhprof.so');
$machine->file('/etc/php/8.2/mods-available/xhprof.ini', "extension=xhprof\n");
$fpm = '/etc/php/8.2/fpm/conf.d/20-xhprof.ini';
$machine->folder(dirname($fpm), 0755);
symlink('../../mods-available/xhprof.ini', $machine->root . $fpm);
$notice = '[22-Nov-2026 17:25:29] NOTICE: ';
$machine->program('/usr/sbin/php-fpm8.2', info('FPM/FastCGI', 'fpm', ['xhprof' => xhprof_section()], [$fpm]),
	"{$notice}[www]\n$notice	user = www-data\n$notice	php_admin_value[xhprof.auto] = allways\n"
		. "$notice	php_admin_value[memory_limit] = 64M\n");
/* With the pool's value it says what the module would. */
$machine->file('/usr/sbin/refused', "Warning: xhprof.auto must be one of off, trigger, always, not \"allways\"; "
	. "using the default in Unknown on line 0\n");
file_put_contents($machine->root . '/usr/sbin/php-fpm8.2', str_replace("case \" \$* \" in ",
	"case \" \$* \" in *'xhprof.auto=\"allways\" '*) cat '$machine->root/usr/sbin/refused' "
		. "'$machine->root/usr/sbin/php-fpm8.2.info' ;; ", file_get_contents($machine->root . '/usr/sbin/php-fpm8.2')));
/*
 * Started before xhprof was set up, with an environment and without; after it, with an environment that is still to be
 * seen; after it, without.
 */
foreach ([76 => [500, "LANG=C\0"], 77 => [500, "fpm.conf)\0\0\0"], 78 => [1 << 42,
	"LANG=C\0PHP_INI_SCAN_DIR=/srv/conf\0"], 79 => [1 << 42, str_repeat("\0", 9)]] as $pid => [$ticks, $environment]) {
	$machine->file("/proc/$pid/cmdline", "php-fpm: master process (/etc/php/8.2/fpm/php-fpm.conf)\0");
	$machine->file("/proc/$pid/stat", "$pid (php-fpm) S 1" . str_repeat(' 0', 17) . " $ticks 0");
	$machine->file("/proc/$pid/maps", "00400000-00452000 r-xp 00000000 08:02 173521 /usr/sbin/php-fpm8.2\n");
	$machine->file("/proc/$pid/environ", $environment);
}
$machine->show();
?>
--EXPECT--
wrong: xhprof.auto must be one of off, trigger, always, not "allways"; using the default; did you mean "always"?
  xhprof.live_interval must be a time in whole microseconds, at most a year, as in 10ms; using the default
  xhprof.auto_mode has an unknown word: trees; did you mean "tree"?
xhprof 3.0.0-dev on Debian GNU/Linux 12 (bookworm)

PHP
ok     /usr/sbin/php-fpm8.2 (fpm-fcgi, PHP 8.2.36): xhprof 3.0.0-dev, hook ex,
       clock tsc, JIT off
       ini: /etc/php/8.2/fpm/php.ini, /etc/php/8.2/fpm/conf.d/20-xhprof.ini
wrong  /usr/sbin/php-fpm8.2 (fpm-fcgi, PHP 8.2.36): xhprof settings have
       invalid values
       pool www: xhprof.auto must be one of off, trigger, always, not
       "allways"; using the default
       $ grep -rn xhprof.auto /etc/php/8.2/fpm/php.ini /etc/php/8.2/fpm/conf.d/20-xhprof.ini /etc/php/8.2/fpm   # and correct them
       $ kill -USR2 76 77 78 79   # php-fpm reads its configuration again
wrong  php-fpm runs (pid 76) without xhprof: it was started before xhprof was
       set up
       /usr/sbin/php-fpm8.2
       $ kill -USR2 76   # php-fpm reads its configuration again
wrong  php-fpm runs (pid 77) without xhprof: it was started before xhprof was
       set up, or it reads different ini files
       /usr/sbin/php-fpm8.2
       its environment cannot be read; if it still lacks xhprof after a
       restart, check how it is started
       $ kill -USR2 77   # php-fpm reads its configuration again
       $ grep -rn 'PHP_INI_SCAN_DIR\|PHPRC\|php-fpm.* -[cn]' /etc/systemd /lib/systemd/system/php* /etc/init.d /etc/default   # what starts it
wrong  php-fpm runs (pid 78) without xhprof, which /usr/sbin/php-fpm8.2 loads
       here
       its environment has PHP_INI_SCAN_DIR=/srv/conf
       $ echo 'extension=xhprof' | tee -a /srv/conf/20-xhprof.ini
       $ kill -USR2 78   # php-fpm reads its configuration again
wrong  php-fpm runs (pid 79) without xhprof, which /usr/sbin/php-fpm8.2 loads
       here
       it reads different ini files: see PHP_INI_SCAN_DIR or PHPRC in its
       environment, or -c or -n where it is started
       $ grep -rn 'PHP_INI_SCAN_DIR\|PHPRC\|php-fpm.* -[cn]' /etc/systemd /lib/systemd/system/php* /etc/init.d /etc/default   # what starts it

Folders
wrong  xhprof.auto=allways, but xhprof.output_dir is not set (php-fpm's pool
       www, user www-data): no request is saved
       $ install -d -m 0700 -o www-data /var/lib/xhprof
       $ echo 'xhprof.output_dir=/var/lib/xhprof' | tee -a /etc/php/8.2/fpm/conf.d/99-xhprof.ini
       $ kill -USR2 76 77 78 79   # php-fpm reads its configuration again

System
ok     clock tsc: invariant
ok     perf_event_paranoid 2: samples by perf

6 things are wrong. Type the lines after $, then xhprof doctor again.
status 1
{"is_well":false,"findings":{"ok":3,"wrong":6}}
{"file":"/usr/sbin/php-fpm8.2","sapi":"fpm-fcgi","version":"8.2.36","has_xhprof":true,"xhprof":"3.0.0-dev","hook":"ex","clock":"tsc","zlib":"yes","jit":"off"}
