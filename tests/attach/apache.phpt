--TEST--
A process of Apache with mod_php and without our module is read from outside: the method and the path of its request
--EXTENSIONS--
xhprof
posix
--SKIPIF--
<?php
require __DIR__ . '/skipif.inc';
if (!is_executable('/usr/sbin/apache2')
	|| shell_exec('command -v setsid') === null) die('skip no apache2, or no setsid');
if (!is_file(sprintf('/usr/lib/apache2/modules/libphp%d.%d.so', PHP_MAJOR_VERSION,
	PHP_MINOR_VERSION))) die('skip no mod_php of this PHP');
if (posix_geteuid() !== 0) die('skip only root can read workers of others');
?>
--FILE--
<?php
require __DIR__ . '/attach.inc';
require __DIR__ . '/../cli/cli.inc';

$folder = live_folder(__FILE__, 0755);
attach_page($folder);
$probe = stream_socket_server('tcp://127.0.0.1:0');
$address = stream_socket_get_name($probe, false);
fclose($probe);
$modules = '/usr/lib/apache2/modules';
file_put_contents("$folder/conf",
	"ServerRoot $folder\nServerName 127.0.0.1\nListen $address\nPidFile $folder/pid\nErrorLog $folder/log\nMutex file:$folder
LoadModule mpm_prefork_module $modules/mod_mpm_prefork.so\nLoadModule authz_core_module $modules/mod_authz_core.so
LoadModule php_module $modules/libphp" . PHP_MAJOR_VERSION . '.' . PHP_MINOR_VERSION . ".so
User www-data\nGroup www-data\nStartServers 2\nDocumentRoot $folder\nSetHandler application/x-httpd-php\n");
// Apache ends all of its process group.
$apache = proc_open(['setsid', '/usr/sbin/apache2', '-f', "$folder/conf", '-DFOREGROUND'],
	[['file', '/dev/null', 'r'], ['file', "$folder/out", 'w'], ['file', "$folder/out", 'w']], $pipes);
$master = proc_get_status($apache)['pid'];
$page = live_connect("tcp://$address");
fwrite($page, "POST /page.php?token=secret HTTP/1.0\r\nContent-Length: 0\r\n\r\n");
echo attach_dump(
	fn () => array_filter(explode(' ', trim((string) @file_get_contents("/proc/$master/task/$master/children")))));
file_put_contents("$folder/gate", 'done');
echo str_ends_with(stream_get_contents($page), 'done') ? "answered\n" : "NO ANSWER\n";
proc_terminate($apache);
proc_close($apache);
live_clean($folder);
?>
--EXPECT--
apache2handler PID from outside, PHP V POST /page.php for T
 waits for fifo gate in file_get_contents()
 #0 file_get_contents
 #1 checkout page.php:4
 #2 main() page.php:6
answered
