--TEST--
A file may have as long a name as the system takes
--SKIPIF--
<?php if (PHP_OS_FAMILY === 'Windows') die('skip paths are short'); ?>
--FILE--
<?php
$folder = __DIR__ . '/long_name.tmp';
@mkdir($folder);
$profile = XHProf\Profile::fromPairs(['main()' => ['ct' => 1, 'wt' => 7]]);
$name = str_repeat('n', 250) . '.json';
foreach (["$folder/$name", $name] as $file) {
	chdir($folder);
	$profile->export('json', $file);
	echo XHProf\Profile::load($file)->summary()['wall_ns'], ' ', count(scandir('.')) - 2, "\n";
	unlink($file);
}
rmdir($folder);
?>
--EXPECT--
7000 1
7000 1
