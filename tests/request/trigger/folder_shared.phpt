--TEST--
Runs in a folder with the setgid bit, which its group can read, can be read by that group; in any other by their user alone
--SKIPIF--
<?php if (PHP_OS_FAMILY === 'Windows') die('skip no modes'); ?>
--FILE--
<?php
require __DIR__ . '/auto.inc';

$folder = fresh_folder(__FILE__);
if (is_root()) {
	chgrp($folder, 12345);
}
$group = filegroup($folder);
foreach ([0700, 0750, 02700, 02710, 02750, 02755, 02770] as $mode) {
	forget($folder);
	chmod($folder, $mode);
	child_php(__DIR__ . '/auto_program.inc', auto_settings($folder), [], ['end']);
	clearstatcache();
	foreach (glob("$folder/*.xhprof.*") as $file) {
		printf("%05o: %04o%s\n", $mode, fileperms($file) & 07777,
			($mode & 02000) === 0 || filegroup($file) === $group ? '' : ', of another group');
	}
}
?>
--CLEAN--
<?php
require __DIR__ . '/auto.inc';
remove(__DIR__ . '/folder_shared.tmp');
?>
--EXPECT--
00700: 0600
00750: 0600
02700: 0600
02710: 0600
02750: 0640
02755: 0640
02770: 0640
