--TEST--
Profile::export() over a file keeps its mode, and a new file gets the umask's
--SKIPIF--
<?php if (PHP_OS_FAMILY === 'Windows') die('skip needs modes of files'); ?>
--FILE--
<?php
xhprof_enable();
strrev('x');
$run = xhprof_stop();
$file = __DIR__ . '/mode_kept.tmp';
umask(022);
foreach ([null, 0600, 0640, 0644, 0400] as $mode) {
	if ($mode !== null) {
		file_put_contents($file, 'old');
		chmod($file, $mode);
	}
	$run->export('json', $file);
	clearstatcache();
	printf("%s: %04o, %d\n", $mode === null ? 'new' : sprintf('%04o', $mode), fileperms($file) & 07777,
		count(XHProf\Profile::load($file)->pairs()));
	unlink($file);
}
?>
--CLEAN--
<?php @unlink(__DIR__ . '/mode_kept.tmp'); ?>
--EXPECT--
new: 0644, 3
0600: 0600, 3
0640: 0640, 3
0644: 0644, 3
0400: 0400, 3
