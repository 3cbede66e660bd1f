--TEST--
A failed write is an error and leaves no file
--SKIPIF--
<?php if (getenv('XHPROF_TEST_TREE')) die('skip asks for hier mode as well'); ?>
--FILE--
<?php
require __DIR__ . '/program.inc';

function attempt(callable $what): void
{
	try {
		var_dump($what());
	} catch (Throwable $error) {
		$paths = [__DIR__ => 'DIR', dirname(__DIR__) => 'TESTS',
			'speedscope, perfetto' => 'speedscope, pprof, perfetto'];
		echo get_class($error), ': ', strtr($error->getMessage(), $paths), "\n";
	}
}

$profile = run(0);
$tree = run(XHPROF_FLAGS_TREE);
attempt(fn() => $profile->export('XHPROF'));
attempt(fn() => $profile->export('folded'));
attempt(fn() => $profile->export('speedscope'));
attempt(fn() => $tree->export('chrome'));
attempt(fn() => $tree->export('log'));
attempt(fn() => $tree->export('json', 5));
attempt(fn() => $tree->export('json', []));
attempt(fn() => $tree->export('json', ''));
attempt(fn() => $tree->export('json', "a\0b"));
attempt(fn() => $tree->export('json', __DIR__ . '/not/there'));
attempt(fn() => $tree->export('json', __DIR__));
attempt(fn() => @$tree->export('json', 'nosuchscheme://x'));

$closed = fopen('php://memory', 'w');
fclose($closed);
attempt(fn() => $tree->export('json', $closed));
attempt(fn() => @$tree->export('json', fopen(__FILE__, 'r')));
ini_set('open_basedir', __DIR__);
attempt(fn() => $tree->export('json', dirname(__DIR__) . '/out.json'));

// A file that was there stays as it was where writing fails, and is replaced where it does not.
$file = __DIR__ . '/write_error.tmp';
file_put_contents($file, 'old');
attempt(fn() => $tree->export('json', $file));
var_dump(json_decode(file_get_contents($file))->format);
var_dump(glob(__DIR__ . '/write_error.tmp*') === [$file]);
unlink($file);

$stream = fopen('php://memory', 'w+');
fwrite($stream, 'before ');
attempt(fn() => $tree->export('folded', $stream));
rewind($stream);
var_dump(stream_get_contents($stream) === 'before ' . $tree->export('folded'));
ob_start();
$tree->export('folded', 'php://output');
var_dump(ob_get_clean() === $tree->export('folded'));
?>
--EXPECT--
ValueError: XHProf\Profile::export(): Argument #1 ($format) must be one of json.gz, json, xhgui.gz, xhgui, xhprof.gz, xhprof, html, callgrind, folded, folded-alloc, folded-live, speedscope, pprof, perfetto, chrome, speedscope.gz, perfetto.gz, chrome.gz, log; did you mean "xhprof"?
RuntimeException: The format folded needs call paths (XHPROF_FLAGS_TREE); this run has none
RuntimeException: The format speedscope needs call paths (XHPROF_FLAGS_TREE); this run has none
RuntimeException: The format chrome needs a timeline (XHPROF_FLAGS_TIMELINE); this run has none
RuntimeException: The format log needs a timeline (XHPROF_FLAGS_TIMELINE); this run has none
TypeError: XHProf\Profile::export(): Argument #2 ($to) must be of type resource, string or null, int given
TypeError: XHProf\Profile::export(): Argument #2 ($to) must be of type resource, string or null, array given
RuntimeException: Could not write the profile to : not a path
RuntimeException: Could not write the profile to a: not a path
RuntimeException: Could not write the profile to DIR/not/there: No such file or directory
RuntimeException: Could not write the profile to DIR: Is a directory
RuntimeException: Could not write the profile to nosuchscheme://x: cannot be opened for writing
TypeError: XHProf\Profile::export(): supplied resource is not a valid stream resource
RuntimeException: Could not write the profile: the stream could not be written completely
RuntimeException: Could not write the profile to TESTS/out.json: not within open_basedir
NULL
string(6) "xhprof"
bool(true)
NULL
bool(true)
bool(true)
