--TEST--
Waits have names in a php-fpm that runs in the background with workers of another user, also after SIGUSR2
--EXTENSIONS--
posix
--SKIPIF--
<?php
require __DIR__ . '/../skipif.inc';
require __DIR__ . '/../../helper.inc';
if (fpm_binary() === null) die('skip no php-fpm beside this PHP');
if (posix_geteuid() !== 0 || posix_getpwnam('www-data') === false) die('skip needs root and the user www-data');
?>
--FILE--
<?php
require __DIR__ . '/../server.inc';

$folder = server_folder(__FILE__);
file_put_contents("$folder/fpm.conf",
	"[global]\npid = $folder/pid\nerror_log = $folder/log\ndaemonize = yes\nprocess_control_timeout = 10\n[www]\nuser = www-data\ngroup = www-data
listen = $folder/socket\nlisten.mode = 0666\npm = static\npm.max_children = 1\n");
server_run([fpm_binary(), '-c', "$folder/php.ini", '--fpm-config', "$folder/fpm.conf"]);
$ask = fn () => fastcgi_ask("$folder/socket",
	['SCRIPT_FILENAME' => "$folder/page.php", 'REQUEST_METHOD' => 'GET', 'REQUEST_URI' => '/page']);
live_wait('its number', fn () => (int) @file_get_contents("$folder/pid") > 0);
echo 'started: ', server_names($folder, $ask());
/* In the background it is another process after a reload, which first starts that one. */
$children = fn () => trim(
	(string) @file_get_contents(sprintf('/proc/%1$d/task/%1$d/children', (int) @file_get_contents("$folder/pid"))));
$before = $children();
posix_kill((int) file_get_contents("$folder/pid"), SIGUSR2);
live_wait('another worker', fn () => $children() !== '' && $children() !== $before);
echo 'after SIGUSR2: ', server_names($folder, $ask());
server_stop("$folder/pid");
server_clean($folder);
?>
--EXPECT--
started: named, fifo FOLDER/gate, answered
after SIGUSR2: named, fifo FOLDER/gate, answered
