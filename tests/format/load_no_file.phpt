--TEST--
Profile::load() of a folder, a pipe or a device is an ordinary exception, without a notice or a wait, and its bytes are outside memory_limit
--SKIPIF--
<?php if (!is_readable('/dev/zero') ) die('skip needs /dev/zero'); ?>
--INI--
memory_limit=32M
--FILE--
<?php
set_error_handler(function (int $level, string $text) { echo "to the error handler: $text\n"; });

$fifo = __DIR__ . '/load_no_file.fifo';
exec('mkfifo ' . escapeshellarg($fifo));
$large = __DIR__ . '/load_no_file.tmp';
ftruncate(fopen($large, 'w'), 60 << 20);
foreach (['/dev/zero', __DIR__, 'file://' . __DIR__, $fifo, "$fifo/x", $large, 'file://' . $large,
	'glob://' . __DIR__] as $file) {
	try {
		XHProf\Profile::load($file);
	} catch (RuntimeException $error) {
		echo str_replace(__DIR__, 'DIR', $error->getMessage()), "\n";
	}
}
echo memory_get_peak_usage() < 4 << 20 ? "little memory\n" : memory_get_peak_usage() . "\n";
ini_set('xhprof.max_load_bytes', '1M');
try {
	XHProf\Profile::load($large);
} catch (RuntimeException $error) {
	echo str_replace(__DIR__, 'DIR', $error->getMessage()), "\n";
}
?>
--CLEAN--
<?php
@unlink(__DIR__ . '/load_no_file.fifo');
@unlink(__DIR__ . '/load_no_file.tmp');
?>
--EXPECT--
Could not load a profile from /dev/zero: it is a pipe or a device, not a file; php://stdin can be read
Could not load a profile from DIR: it is a folder
Could not load a profile from file://DIR: it is a folder
Could not load a profile from DIR/load_no_file.fifo: it is a pipe or a device, not a file; php://stdin can be read
Could not load a profile from DIR/load_no_file.fifo/x: it cannot be read
Could not load a profile from DIR/load_no_file.tmp: it is not json of xhprof, the format that can be loaded; pprof and others are for other tools
Could not load a profile from file://DIR/load_no_file.tmp: it is not json of xhprof, the format that can be loaded; pprof and others are for other tools
Could not load a profile from glob://DIR: it cannot be read
little memory
Could not load a profile from DIR/load_no_file.tmp: it takes more memory than xhprof.max_load_bytes allows
