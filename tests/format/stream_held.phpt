--TEST--
Program code that runs while a stream is written or read cannot close that stream
--SKIPIF--
<?php
if (!is_writable('/dev/full')) die('skip needs /dev/full');
?>
--FILE--
<?php
require __DIR__ . '/../helper.inc';

class Wrapper
{
	public $context;
	public static string $run;
	private int $at = 0;
	public function stream_open($path, $mode, $options, &$opened) { return true; }
	public function stream_write($bytes) { close_all(); return strlen($bytes); }
	public function stream_read($count)
	{
		close_all();
		$this->at += $count;
		return substr(self::$run, $this->at - $count, $count);
	}
	public function stream_eof() { return $this->at >= strlen(self::$run); }
	public function stream_flush() { return true; }
	public function stream_stat() { return []; }
}

/* All but what PHP itself is run with. */
function close_all(): void
{
	global $own;
	foreach (array_diff_key(get_resources('stream'), $own) as $stream) {
		@fclose($stream);
	}
}

// More than is written at once.
xhprof_enable();
for ($i = 0; $i < 2000; $i++) {
	eval("function quite_long_a_name_for_a_function_$i() {} quite_long_a_name_for_a_function_$i();");
}
$profile = xhprof_stop();
Wrapper::$run = $profile->export('json');
stream_wrapper_register('within', 'Wrapper');
$own = get_resources('stream');
set_error_handler(function (int $level, string $message): bool {
	if ((error_reporting() & $level) === 0) {
		return true; // of close_all()
	}
	close_all();
	echo preg_replace('/\d{2,} bytes/', 'N bytes', $message), "\n";
	return true;
});

foreach (['/dev/full', 'within://file'] as $name) {
	$stream = fopen($name, 'w');
	try {
		echo var_export($profile->export('json', $stream), true), "\n";
	} catch (RuntimeException $e) {
		echo $e->getMessage(), "\n";
	}
	echo is_resource($stream) ? 'open' : 'closed', "\n";
	// Its program's own again.
	fclose($stream);
	echo is_resource($stream) ? 'open' : 'closed', "\n";
}
echo var_export($profile->export('json', 'within://file'), true), "\n";
echo XHProf\Profile::load('within://file')->summary()['functions'] - $profile->summary()['functions'], "\n";
try {
	XHProf\Profile::load(__DIR__);
} catch (RuntimeException $e) {
	echo str_replace(__DIR__, 'DIR', $e->getMessage()), "\n";
}
echo count(array_diff_key(get_resources('stream'), $own)), " left open\n";
?>
--EXPECT--
XHProf\Profile::export(): Write of N bytes failed with errno=28 No space left on device
Could not write the profile: the stream could not be written completely
open
closed
NULL
open
closed
NULL
0
Could not load a profile from DIR: it is a folder
0 left open
