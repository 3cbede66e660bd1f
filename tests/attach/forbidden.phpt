--TEST--
Where the kernel forbids to read a process, the message says what lacks and what grants it
--EXTENSIONS--
xhprof
posix
--SKIPIF--
<?php
require __DIR__ . '/../faults/refuse.inc';
skip_refuse();
if (posix_geteuid() !== 0) die('skip only root can become another user');
?>
--FILE--
<?php
require __DIR__ . '/attach.inc';
require __DIR__ . '/../faults/refuse.inc';

$folder = live_folder(__FILE__, 0777);
$posix = array_filter([shipped_module('posix')]);
$become = $posix === [] ? [] : ['-d', "extension=$posix[0]"];
$targets = [];
foreach ([0, 65534] as $user) {
	$targets[$user] = proc_open([PHP_BINARY, '-n', ...$become, '-r', "posix_setuid($user); echo 1; fgets(STDIN);"],
		[['pipe', 'r'], ['pipe', 'w']], $pipes[$user]);
	fread($pipes[$user][1], 1);
}
$pids = array_map(fn ($target) => proc_get_status($target)['pid'], $targets);
$script = sprintf('
	foreach ([[0, %1$d], [65534, %1$d], [65534, %2$d]] as [$user, $pid]) {
		posix_seteuid($user);
		try {
			XHProf\Attachment::open($pid, "%3$s");
		} catch (RuntimeException $error) {
			echo preg_replace("/process \d+/", "process N", $error->getMessage()), "\n";
		}
		posix_seteuid(0);
	}', $pids[0], $pids[65534], $folder);
foreach (['', '0', '1', '2', '3'] as $scope) {
	file_put_contents("$folder/scope", $scope);
	echo "-- $scope\n", end_refused(start_preloaded('refuse.c', ['REFUSE' => 'yama', 'YAMA' => $scope === ''
		? "$folder/none" : "$folder/scope"], $script, array_map(fn ($file) => "extension=$file", $posix)));
}
foreach ($targets as $user => $target) {
	array_map(fclose(...), $pipes[$user]);
	proc_close($target);
}
live_clean($folder);
?>
--EXPECT--
-- 
Could not attach to process N: the kernel forbids this even to root, as in a container without the capability SYS_PTRACE: docker run --cap-add SYS_PTRACE, or run this command on the host
Could not attach to process N: it belongs to user 0, and this is user 65534: run this command as root, with sudo
Could not attach to process N: it changed its user, as workers of php-fpm do, or has capabilities: run this command as root, with sudo, or set process.dumpable = yes in the pool
-- 0
Could not attach to process N: the kernel forbids this even to root, as in a container without the capability SYS_PTRACE: docker run --cap-add SYS_PTRACE, or run this command on the host
Could not attach to process N: it belongs to user 0, and this is user 65534: run this command as root, with sudo
Could not attach to process N: it changed its user, as workers of php-fpm do, or has capabilities: run this command as root, with sudo, or set process.dumpable = yes in the pool
-- 1
Could not attach to process N: the kernel forbids this even to root, as in a container without the capability SYS_PTRACE: docker run --cap-add SYS_PTRACE, or run this command on the host
Could not attach to process N: it belongs to user 0, and this is user 65534: run this command as root, with sudo
Could not attach to process N: kernel.yama.ptrace_scope is 1 here: run this command as root, with sudo, or set sysctl kernel.yama.ptrace_scope=0
-- 2
Could not attach to process N: the kernel forbids this even to root, as in a container without the capability SYS_PTRACE: docker run --cap-add SYS_PTRACE, or run this command on the host
Could not attach to process N: it belongs to user 0, and this is user 65534: run this command as root, with sudo
Could not attach to process N: kernel.yama.ptrace_scope is 2 here: run this command as root, with sudo, or set sysctl kernel.yama.ptrace_scope=0
-- 3
Could not attach to process N: kernel.yama.ptrace_scope is 3 here, which forbids this even to root: set it to 2 or less in /etc/sysctl.d, and reboot the machine
Could not attach to process N: kernel.yama.ptrace_scope is 3 here, which forbids this even to root: set it to 2 or less in /etc/sysctl.d, and reboot the machine
Could not attach to process N: kernel.yama.ptrace_scope is 3 here, which forbids this even to root: set it to 2 or less in /etc/sysctl.d, and reboot the machine
