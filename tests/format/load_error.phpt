--TEST--
A file that is not a run, or is cut or changed anywhere, is refused, and its bytes are likewise
--SKIPIF--
<?php
require __DIR__ . '/program.inc';
if (!has_pprof() || !function_exists('gzdecode')) die('skip needs zlib');
?>
--FILE--
<?php
require __DIR__ . '/program.inc';

$file = __DIR__ . '/load_error.tmp';

function load(string $bytes): string
{
	file_put_contents($GLOBALS['file'], $bytes);
	try {
		XHProf\Profile::load($GLOBALS['file']);
		$result = 'loaded';
	} catch (RuntimeException $error) {
		$result = substr($error->getMessage(), strlen('Could not load a profile from ' . $GLOBALS['file'] . ': '));
	}
	$parsed = parse($bytes);
	return $parsed === $result || $bytes === '' ? $result : "$result, BUT parse(): $parsed";
}

function parse(string $bytes): string
{
	try {
		$run = XHProf\Profile::parse($bytes);
		$run->summary()['nodes'] > 0 ? $run->nodes() : [];
		return 'loaded';
	} catch (ValueError $error) {
		return substr($error->getMessage(),
			strlen('XHProf\Profile::parse(): Argument #1 ($bytes) must be a run as json or json.gz: '));
	}
}

foreach (['', 'x', '<html>', 'a:0:{}', '{"profile":{},"meta":{}}', '{}',
] as $bytes) {
	echo $bytes, ': ', load($bytes), "\n";
}
try {
	XHProf\Profile::load("$file.not/there");
} catch (RuntimeException $error) {
	echo str_replace(__DIR__, 'DIR', $error->getMessage()), "\n";
}
try {
	XHProf\Profile::load("a\0b");
} catch (ValueError $error) {
	echo $error->getMessage(), "\n";
}

// Any cut, and any changed byte of the text that is packed, is refused or gives some run, without a crash.
echo 'pprof: ', load(run(XHPROF_FLAGS_TREE)->export('pprof')), "\n";
$packed = run(XHPROF_FLAGS_TREE | ALL_METRICS)->export('json.gz');
for ($i = 0; $i < strlen($packed); $i += 7) {
	if (load(substr($packed, 0, $i)) === 'loaded') echo "cut at $i was loaded\n";
}
$plain = gzdecode($packed);
mt_srand(1);
$results = [];
for ($i = 0; $i < strlen($plain); $i++) {
	$changed = $plain;
	$changed[$i] = chr(mt_rand(0, 255));
	@$results[load(gzencode($changed, 1))]++;
	@$results[load(gzencode(substr($plain, 0, $i), 1))]++;
}
ksort($results);
foreach ($results as $result => $count) {
	if ($result !== 'loaded' && !preg_match('/^it is (damaged|JSON, but not a run|not json)|^its numbers are'
		. '|^some of its calls are/', $result)) echo "$result\n";
}
echo "done\n";
unlink($file);
?>
--EXPECT--
: it cannot be read
x: it is not json of xhprof, the format that can be loaded; pprof and others are for other tools
<html>: it is not json of xhprof, the format that can be loaded; pprof and others are for other tools
a:0:{}: it is a serialized array; pass the result of unserialize() to XHProf\Profile::fromPairs()
{"profile":{},"meta":{}}: it is a line for XHGui; decode it by json_decode(), and pass "profile" and "meta" to XHProf\Profile::fromPairs()
{}: it is JSON, but not a run of xhprof, or incomplete
Could not load a profile from DIR/load_error.tmp.not/there: it cannot be read
XHProf\Profile::load(): Argument #1 ($file) must not contain any null bytes
pprof: it is not json of xhprof, the format that can be loaded; pprof and others are for other tools
done
