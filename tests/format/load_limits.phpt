--TEST--
Loading costs no more than the file's size warrants: bombs, chains, false counts and endless files are refused or quick
--EXTENSIONS--
zlib
--SKIPIF--
<?php
require __DIR__ . '/program.inc';
if (!has_pprof()) die('skip built without zlib');
if (getenv('SKIP_SLOW_TESTS')) die('skip slow where realloc() copies');
?>
--INI--
memory_limit=1G
--FILE--
<?php
require __DIR__ . '/program.inc';
require __DIR__ . '/../cli/cli.inc';

$file = __DIR__ . '/load_limits.tmp';

function load(string $bytes, string $limit = '1G'): string
{
	global $file;
	file_put_contents($file, $bytes);
	ini_set('xhprof.max_load_bytes', $limit);
	set_error_handler(function ($level, $text) {
		if (error_reporting() & $level) {
			echo "to the error handler: $text\n";
		}
	});
	try {
		return read_run($file)->summary()['calls'] . ' calls';
	} catch (XHProf\Cli\Problem $problem) {
		return substr($problem->getMessage(), strlen("$file cannot be read as a profile: "));
	} finally {
		restore_error_handler();
	}
}

echo "-- packed: 16 MB of zeros, a run, a run with a million empty names more\n";
echo load(gzencode(str_repeat("\0", 1 << 24), 1), '1M'), "\n";
$packed = run(XHPROF_FLAGS_TREE)->export('json.gz');
$plain = gzdecode($packed);
var_dump((int) load($packed) > 50);
echo load($packed, (string) (strlen($plain) - 1)), "\n";
echo load($packed, (string) (strlen($plain) + 100)), "\n";
echo load(gzencode(str_replace('"name":[', '"name":[' . str_repeat('"",', 1000000), $plain), 1), '100M'), "\n";
// a number in place of a text
echo load(gzencode(str_replace('"name":[', '"name":[' . str_repeat('5,', 100), $plain), 1)), "\n";

echo "-- a path of 300,000 calls, each of another function\n";
$depth = 300000;
$same = fn(int|string $value) => '[' . substr(str_repeat(",$value", $depth), 1) . ']';
$names = array_map(fn($i) => $i === 0 ? 'main()' : "f$i", range(0, $depth - 1));
echo load(
	'{"format":"xhprof","version":1,"started_ns":1,"unrecorded_calls":0,"truncated_calls":0,"call_cost_ps":1,"runs":1,'
		. '"functions":{"name":' . json_encode($names) . ',"file":' . $same('null') . ',"line":' . $same(0) . '},'
		. '"pairs":{"caller":[null],"caller_level":[0],"callee":[0],"callee_level":[0],"calls":['
		. $depth . '],"wall_ns":[1]},'
		. '"nodes":{"parent":[null,'
		. implode(',', range(0, $depth - 2)) . '],"function":' . json_encode(range(0, $depth - 1)) . ','
		. '"level":' . $same(0) . ',"line":' . $same(0)
		. ',"calls":' . $same(1) . ',"min_wall_ns":' . $same('null') . ',"max_wall_ns":' . $same('null') . ','
		. '"wall_ns":' . $same(1) . '}}'), "\n";
unset($names);

echo "-- json and serialized arrays, deep and of more than is there\n";
echo load('{"format":' . str_repeat('[', 100000) . str_repeat(']', 100000) . '}'), "\n";
echo load(str_repeat('a:1:{i:0;', 100000) . 'i:0;' . str_repeat('}', 100000)), "\n";
echo load('a:2147483647:{s:6:"main()";a:2:{s:2:"ct";i:1;s:2:"wt";i:5;}}'), "\n";
echo load('a:1:{s:2147483647:"main()";a:2:{s:2:"ct";i:1;s:2:"wt";i:5;}}'), "\n";
echo load('a:1:{s:6:"main()";a:2:{s:2:"ct";i:99999999999999999999;s:2:"wt";i:5;}}'), "\n";
echo load('a:1:{s:6:"main()";a:2:{s:2:"ct";i:-;s:2:"wt";i:5;}}'), "\n";
echo load('a:1:{s:6:"main()";a:3:{s:2:"ct";i:7;s:2:"wt";i:5;s:1:"x";d:0.5;}}'), "\n";
echo load('a:1:{s:6:"main()";E:5:"A:Foo";}'), "\n";
echo load('a:1:{s:6:"main()";O:8:"stdClass":1:{'), "\n";

echo "-- larger than may be, and endless\n";
echo load(serialize(run(0)->pairs()), '50'), "\n";
echo load($packed, '50'), "\n";
try {
	XHProf\Profile::load($file);
} catch (RuntimeException $error) {
	echo str_replace(__DIR__, 'DIR', $error->getMessage()), "\n";
}
unlink($file);
if (is_readable($file = '/dev/zero')) {
	ini_set('xhprof.max_load_bytes', '1M');
	foreach ([XHProf\Profile::load(...), read_run(...)] as $load) {
		try {
			$load($file);
		} catch (RuntimeException | XHProf\Cli\Problem $error) {
			echo $error->getMessage(), "\n";
		}
	}
}
?>
--EXPECT--
-- packed: 16 MB of zeros, a run, a run with a million empty names more
it takes more memory than xhprof.max_load_bytes allows
bool(true)
it takes more memory than xhprof.max_load_bytes allows
it takes more memory than xhprof.max_load_bytes allows
it takes more memory than xhprof.max_load_bytes allows
it is JSON, but not a run of xhprof, or incomplete
-- a path of 300,000 calls, each of another function
300000 calls
-- json and serialized arrays, deep and of more than is there
it is damaged
it is damaged, or more than an array of arrays
it is damaged, or more than an array of arrays
it is damaged, or more than an array of arrays
its array must have numbers whose sum is below 2**62
it is damaged, or more than an array of arrays
7 calls
it is damaged, or more than an array of arrays
it is damaged, or more than an array of arrays
-- larger than may be, and endless
it takes more memory than xhprof.max_load_bytes allows
it takes more memory than xhprof.max_load_bytes allows
Could not load a profile from DIR/load_limits.tmp: it takes more memory than xhprof.max_load_bytes allows
Could not load a profile from /dev/zero: it is a pipe or a device, not a file; php://stdin can be read
/dev/zero cannot be read as a profile: it takes more memory than xhprof.max_load_bytes allows
