--TEST--
Waits have names in Apache with mod_php and workers of another user, also after a graceful restart
--EXTENSIONS--
posix
--SKIPIF--
<?php
require __DIR__ . '/../skipif.inc';
require __DIR__ . '/../../helper.inc';
if (!is_executable('/usr/sbin/apache2')) die('skip no apache2');
if (PHP_BINDIR !== '/usr/bin') die('skip the PHP of mod_php is another one');
if (!is_file(sprintf('/usr/lib/apache2/modules/libphp%d.%d.so', PHP_MAJOR_VERSION,
	PHP_MINOR_VERSION))) die('skip no mod_php of this PHP');
if (posix_geteuid() !== 0 || posix_getpwnam('www-data') === false) die('skip needs root and the user www-data');
?>
--FILE--
<?php
require __DIR__ . '/../server.inc';

$folder = server_folder(__FILE__);
$probe = stream_socket_server('tcp://127.0.0.1:0');
$address = stream_socket_get_name($probe, false);
fclose($probe);
$modules = '/usr/lib/apache2/modules';
file_put_contents("$folder/conf",
	"ServerRoot $folder\nServerName 127.0.0.1\nListen $address\nPidFile $folder/pid\nErrorLog $folder/log\nMutex file:$folder
LoadModule mpm_prefork_module $modules/mod_mpm_prefork.so\nLoadModule authz_core_module $modules/mod_authz_core.so
LoadModule php_module $modules/libphp" . PHP_MAJOR_VERSION . '.' . PHP_MINOR_VERSION . ".so
User www-data\nGroup www-data\nStartServers 1\nMinSpareServers 1\nMaxSpareServers 1\nMaxRequestWorkers 1
DocumentRoot $folder\nPHPINIDir $folder\nSetHandler application/x-httpd-php\n");
$ask = function () use ($address) {
	$page = live_connect("tcp://$address");
	fwrite($page, "GET /page.php HTTP/1.0\r\n\r\n");

	return $page;
};
server_run(['/usr/sbin/apache2', '-f', "$folder/conf", '-k', 'start']);
live_wait('its number', fn () => (int) @file_get_contents("$folder/pid") > 0);
echo 'started: ', server_names($folder, $ask());
$master = (int) file_get_contents("$folder/pid");
$children = fn () => trim((string) @file_get_contents("/proc/$master/task/$master/children"));
$before = $children();
server_run(['/usr/sbin/apache2', '-f', "$folder/conf", '-k', 'graceful']);
live_wait('another worker', fn () => $children() !== '' && $children() !== $before);
echo 'after a graceful restart: ', server_names($folder, $ask());
server_stop("$folder/pid");
server_clean($folder);
?>
--EXPECT--
started: named, fifo FOLDER/gate, answered
after a graceful restart: named, fifo FOLDER/gate, answered
