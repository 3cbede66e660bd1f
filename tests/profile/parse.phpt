--TEST--
Profile::parse() reads the bytes that load() reads, and says why others are no run
--SKIPIF--
<?php
require __DIR__ . '/../format/program.inc';
if (!has_pprof()) die('skip built without zlib');
?>
--FILE--
<?php
require __DIR__ . '/../format/program.inc';

function attempt(mixed $bytes): void
{
	try {
		echo XHProf\Profile::parse($bytes)->summary()['calls'], " calls\n";
	} catch (Throwable $error) {
		echo get_class($error), ': ', $error->getMessage(),
			$error->getCode() === XHProf\Profile::TOO_LARGE ? ', TOO_LARGE' : '', "\n";
	}
}

$file = __DIR__ . '/parse.tmp';
$calls = run(XHPROF_FLAGS_TREE | ALL_METRICS | XHPROF_FLAGS_ALLOC);
$samples = XHProf\Profile::fromStacks([['frames' => ['main()', 'f'], 'samples' => 2, 'wall_ns' => 5, 'cpu_ns' => 0]],
	['url' => '/cart'], 1.5);
foreach ([$calls, $samples] as $run) {
	foreach (['json', 'json.gz'] as $format) {
		file_put_contents($file, $bytes = $run->export($format));
		$parsed = XHProf\Profile::parse($bytes);
		var_dump($parsed->export('json') === $run->export('json')
			&& $parsed->export('json') === XHProf\Profile::load($file)->export('json'));
	}
}
unlink($file);

foreach (['', 'x', '{', '{}', "\x1f\x8b", "\0", 'a:0:{}', '{"profile":{},"meta":{}}',
	$calls->export('pprof'), $calls->export('xhprof'), substr($calls->export('json'), 0, -3),
	substr($calls->export('json.gz'), 0, -3), $calls->export('json') . '{', 5, []] as $bytes) {
	attempt($bytes);
}
ini_set('xhprof.max_load_bytes', '2K');
attempt($calls->export('json'));
attempt($calls->export('json.gz'));
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
ValueError: XHProf\Profile::parse(): Argument #1 ($bytes) must be a run as json or json.gz: it is not json of xhprof, the format that can be loaded; pprof and others are for other tools
ValueError: XHProf\Profile::parse(): Argument #1 ($bytes) must be a run as json or json.gz: it is not json of xhprof, the format that can be loaded; pprof and others are for other tools
ValueError: XHProf\Profile::parse(): Argument #1 ($bytes) must be a run as json or json.gz: it is damaged
ValueError: XHProf\Profile::parse(): Argument #1 ($bytes) must be a run as json or json.gz: it is JSON, but not a run of xhprof, or incomplete
ValueError: XHProf\Profile::parse(): Argument #1 ($bytes) must be a run as json or json.gz: it is damaged or incomplete
ValueError: XHProf\Profile::parse(): Argument #1 ($bytes) must be a run as json or json.gz: it is not json of xhprof, the format that can be loaded; pprof and others are for other tools
ValueError: XHProf\Profile::parse(): Argument #1 ($bytes) must be a run as json or json.gz: it is a serialized array; pass the result of unserialize() to XHProf\Profile::fromPairs()
ValueError: XHProf\Profile::parse(): Argument #1 ($bytes) must be a run as json or json.gz: it is a line for XHGui; decode it by json_decode(), and pass "profile" and "meta" to XHProf\Profile::fromPairs()
ValueError: XHProf\Profile::parse(): Argument #1 ($bytes) must be a run as json or json.gz: it is not json of xhprof, the format that can be loaded; pprof and others are for other tools
ValueError: XHProf\Profile::parse(): Argument #1 ($bytes) must be a run as json or json.gz: it is a serialized array; pass the result of unserialize() to XHProf\Profile::fromPairs()
ValueError: XHProf\Profile::parse(): Argument #1 ($bytes) must be a run as json or json.gz: it is damaged
ValueError: XHProf\Profile::parse(): Argument #1 ($bytes) must be a run as json or json.gz: it is damaged or incomplete
ValueError: XHProf\Profile::parse(): Argument #1 ($bytes) must be a run as json or json.gz: it is damaged
ValueError: XHProf\Profile::parse(): Argument #1 ($bytes) must be a run as json or json.gz: it is not json of xhprof, the format that can be loaded; pprof and others are for other tools
TypeError: XHProf\Profile::parse(): Argument #1 ($bytes) must be of type string, array given
ValueError: XHProf\Profile::parse(): Argument #1 ($bytes) must be a run as json or json.gz: it takes more memory than xhprof.max_load_bytes allows, TOO_LARGE
ValueError: XHProf\Profile::parse(): Argument #1 ($bytes) must be a run as json or json.gz: it takes more memory than xhprof.max_load_bytes allows, TOO_LARGE
