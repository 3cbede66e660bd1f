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
foreach (['200000000000000d', '9223372036854775807M', '9223372036854775807',
	'99999999999999999999d,9223372036854775807/uri'] as $limits) {
	for ($i = 0; $i < 3; $i++) {
		child_php("$folder/program.inc", auto_settings("$folder/runs", "xhprof.keep=$limits"));
	}
	echo $limits, ': ', count(runs("$folder/runs")), " runs\n";
	forget("$folder/runs");
}
?>
--CLEAN--
<?php
require __DIR__ . '/auto.inc';
remove(__DIR__ . '/keep_endless.tmp');
?>
--EXPECT--
200000000000000d: 3 runs
9223372036854775807M: 3 runs
9223372036854775807: 3 runs
99999999999999999999d,9223372036854775807/uri: 3 runs
