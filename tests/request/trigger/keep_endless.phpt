--TEST--
Retention limits larger than an integer keep all runs
--SKIPIF--
<?php if (PHP_OS_FAMILY === 'Windows') die('skip no files are saved there'); ?>
--FILE--
<?php
require __DIR__ . '/auto.inc';

$folder = fresh_folder(__FILE__);
mkdir("$folder/runs");
file_put_contents("$folder/program.inc", '<?php');
foreach ([['xhprof.keep_days=200000000000000'], ['xhprof.keep_mb=9223372036854775807'], ['xhprof.keep_files=9223372036854775807'],
	['xhprof.keep_days=9223372036854775807', 'xhprof.keep_slowest_per_uri=9223372036854775807']] as $limits) {
	for ($i = 0; $i < 3; $i++) {
		child_php("$folder/program.inc", auto_settings("$folder/runs", ...$limits));
	}
	echo implode(' ', $limits), ': ', count(runs("$folder/runs")), " runs\n";
	forget("$folder/runs");
}
?>
--CLEAN--
<?php
require __DIR__ . '/auto.inc';
remove(__DIR__ . '/keep_endless.tmp');
?>
--EXPECT--
xhprof.keep_days=200000000000000: 3 runs
xhprof.keep_mb=9223372036854775807: 3 runs
xhprof.keep_files=9223372036854775807: 3 runs
xhprof.keep_days=9223372036854775807 xhprof.keep_slowest_per_uri=9223372036854775807: 3 runs
