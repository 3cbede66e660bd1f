--TEST--
Below the chroot of a php-fpm, where /proc is not there, a wait for a socket is no sleep
--EXTENSIONS--
posix
--SKIPIF--
<?php
require __DIR__ . '/../skipif.inc';
require __DIR__ . '/../../helper.inc';
if (fpm_binary() === null) die('skip no php-fpm beside this PHP');
if (posix_geteuid() !== 0 || posix_getpwnam('www-data') === false) die('skip needs root and the user www-data');
if (php_uname('m') !== 'x86_64') die('skip knows the number of poll() there');
?>
--FILE--
<?php
require __DIR__ . '/../server.inc';

$folder = server_folder(__FILE__);
unlink("$folder/gate"); // that is for another page
file_put_contents("$folder/page.php", '<?php $ends = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
stream_set_timeout($ends[0], 1);
while (!is_file("/gate")) { fread($ends[0], 1); clearstatcache(); }
echo "done";');
file_put_contents("$folder/fpm.conf",
	"[global]\npid = $folder/pid\nerror_log = $folder/log\ndaemonize = yes\n[www]\nuser = www-data\ngroup = www-data
listen = $folder/socket\nlisten.mode = 0666\npm = static\npm.max_children = 1\nchroot = $folder\n");
server_run([fpm_binary(), '-c', "$folder/php.ini", '-d', 'xhprof.live_dir=/rings', '--fpm-config', "$folder/fpm.conf"]);
live_wait('its number', fn () => (int) @file_get_contents("$folder/pid") > 0);
echo server_names($folder, fastcgi_ask("$folder/socket",
	['SCRIPT_FILENAME' => '/page.php', 'REQUEST_METHOD' => 'GET', 'REQUEST_URI' => '/page']));
server_stop("$folder/pid");
server_clean($folder);
?>
--EXPECT--
named, system call 7, answered
