--TEST--
A process that says it is php-fpm, with a pipe or a device as its configuration, stops no command
--EXTENSIONS--
posix
--FILE--
<?php
require __DIR__ . '/../../cli/autoload.php';

use XHProf\Cli\Doctor\{FpmSettings, Machine};

$root = __DIR__ . '/doctor_titles.tmp';
mkdir("$root/etc", 0777, true);
posix_mkfifo("$root/etc/pipe", 0666);
symlink('/dev/zero', "$root/etc/zero");
file_put_contents("$root/etc/www.conf", "[www]\nphp_admin_value[xhprof.live_dir] = /rings\n");
file_put_contents("$root/etc/php-fpm.conf", "include = /etc/*\n");
mkdir("$root/rings");
foreach (['1' => '/etc/pipe', '2' => '/etc/zero', '3' => '/etc/php-fpm.conf'] as $pid => $config) {
	mkdir("$root/proc/$pid", 0777, true);
	file_put_contents("$root/proc/$pid/cmdline", "php-fpm: master process ($config)\0");
}
ini_set('memory_limit', '128M');
if (function_exists('pcntl_alarm')) {
	pcntl_alarm(300);
}
echo implode(' ', FpmSettings::folders(new Machine($root), 'xhprof.live_dir')), "\n";
?>
--CLEAN--
<?php exec('rm -rf ' . escapeshellarg(__DIR__ . '/doctor_titles.tmp')); ?>
--EXPECT--
/rings
