--TEST--
Profile::export() over a file of another user, or over a symlink, takes no mode from it
--EXTENSIONS--
posix
--SKIPIF--
<?php if (posix_geteuid() !== 0) die('skip only root can make files of other users'); ?>
--FILE--
<?php
xhprof_enable();
$run = xhprof_stop();
umask(077);
$file = __DIR__ . '/mode_of_others.tmp';
foreach (['another user' => fn () => touch($file) && chown($file, 12345) && chmod($file, 0666),
	'a symlink' => fn () => symlink(__FILE__, $file)] as $name => $make) {
	$make();
	$run->export('json', $file);
	clearstatcache();
	printf("%s: %s, %04o\n", $name, filetype($file), fileperms($file) & 07777);
	unlink($file);
}
?>
--CLEAN--
<?php @unlink(__DIR__ . '/mode_of_others.tmp'); ?>
--EXPECT--
another user: file, 0600
a symlink: file, 0600
