--TEST--
head() reads the first line of a run's file, plain or packed, whole or some values of it, and refuses whatever is no file or no run
--SKIPIF--
<?php
try {
	XHProf\Profile::fromPairs(['main()' => ['ct' => 1, 'wt' => 0]])->export('json.gz');
} catch (ValueError) {
	die('skip built without zlib');
}
if (PHP_OS_FAMILY === 'Windows') {
	die('skip no symlinks');
}
?>
--FILE--
<?php
require __DIR__ . '/program.inc';

$file = __DIR__ . '/head.tmp';

function head_of(string $bytes): string
{
	file_put_contents($GLOBALS['file'], $bytes);
	return XHProf\Profile::head($GLOBALS['file']) === null ? 'null' : 'a head';
}

$pairs = ['main()' => ['ct' => 1, 'wt' => 7, 'mu' => -5, 'pmu' => 3]];
foreach (['calls' => run(XHPROF_FLAGS_TREE | ALL_METRICS), 'pairs' => XHProf\Profile::fromPairs($pairs),
	'with meta' => XHProf\Profile::fromPairs($pairs, ['url' => "/\n\0<ü>", 'SERVER' => ['a' => 'b']]),
	'beyond 4 KiB' => XHProf\Profile::fromPairs($pairs, ['url' => str_repeat('/long', 5000)])] as $what => $run) {
	file_put_contents($file, $text = $run->export('json'));
	$line = strstr($text, ",\n", true) . '}';
	foreach ([$text, $packed = $run->export('json.gz'), gzencode($text)] as $bytes) {
		file_put_contents($file, $bytes);
		touch($file, 1700000000);
		$head = XHProf\Profile::head($file);
		$isSame = $head['file'] === ['bytes' => strlen($bytes), 'time' => 1700000000, 'whole' => true];
		unset($head['file']);
		echo $isSame && $head === json_decode($line, true) ? 'same ' : 'DIFFERENT ';
	}
	$total = array_intersect_key($run->summary(), $head['total']);
	echo gzdecode($packed) === $text && $total == $head['total'] && count($total) === count($head['total']) ? 'same'
		: 'DIFFERENT', " $what\n";
}

$run = XHProf\Profile::fromPairs($pairs, ['url' => '/']);
$packed = $run->export('json.gz');
echo 'stored: ', substr($packed, 15, 19), "\n";
echo 'its first 200 bytes: ', head_of(substr($packed, 0, 200)), "\n";
echo 'its head alone: ', head_of(substr($packed, 0, strpos($packed, "\n") + 1)), "\n";
foreach (['packed' => [$packed, 9], 'plain' => [$run->export('json'), 9]] as $what => [$bytes, $cut]) {
	echo "without its end, $what: ", head_of(substr($bytes, 0, -$cut)), ', ',
		XHProf\Profile::head($file)['file']['whole'] ? 'WHOLE' : 'not whole', "\n";
}
/* Of a cut file the last bytes may be a possible length. */
mt_srand(1);
$text = '';
for ($i = 0; $i < 30000; $i++) {
	$text .= chr(mt_rand(32, 126));
}
$large = XHProf\Profile::fromPairs(['main()' => ['ct' => 1, 'wt' => 7], "main()==>$text" => ['ct' => 1, 'wt' => 1]]);
foreach (['by us' => $large->export('json.gz'), 'by others' => gzencode($large->export('json'))] as $who => $bytes) {
	$whole = 0;
	for ($length = 300; $length < strlen($bytes); $length += 11) {
		file_put_contents($file, substr($bytes, 0, $length));
		$whole += XHProf\Profile::head($file)['file']['whole'];
	}
	file_put_contents($file, $bytes);
	echo "packed $who: ", $whole, ' parts whole, ',
		XHProf\Profile::head($file)['file']['whole'] ? 'all of it whole' : 'NOT WHOLE', "\n";
}
echo 'beyond 64 KiB: ',
	head_of(XHProf\Profile::fromPairs($pairs, ['url' => str_repeat('/long', 20000)])->export('json.gz')), "\n";
foreach (['', '{', "\x1f\x8b", "\x1f\x8b" . str_repeat("\0", 100), "{\"format\":\"xhprof\",\n", '{"format":"xhprof",',
	"{\"format\":\"xhprof\",\"a\":[,\n", "\n", $run->export('xhprof'), $run->export('xhgui'),
	str_repeat("\0", 5000)] as $bytes) {
	echo head_of($bytes), ' ';
}
echo "\n";

/* As the decoder gives them: ints, texts with escapes, arrays, numbers that are no ints, what stands twice. */
$head = '{"format":"xhprof","version":1,"big":12345678901234567890,"minus":-7,'
	. '"zero":0,"half":0.5,"yes":true,"no":null,"text":"a\\"b\\\\","u":"\\u00fcü",'
	. '"total":{"calls":2,"wall_ns":1780000000000000000,"max":9223372036854775807},'
	. '"meta":{"url":"/\\u003f","7":[{"}":"]"}],"a.b":1,"":2,"e":{},"xhprof":{"tags":{"a":"1"},'
	. '"status":200,"status":404}},"twice":1,"twice":"x"';
file_put_contents($file, "$head,\n");
$whole = json_decode("$head}", true);
$paths = ['version', 'big', 'minus', 'zero', 'half', 'yes', 'no', 'text', 'u', 'total.calls', 'total.wall_ns',
	'total.max', 'total.none', 'meta.url', 'meta.7', 'meta.a.b', 'meta.e', 'meta.xhprof.tags',
	'meta.xhprof.status', 'twice', 'version.none', 8, null];
$some = XHProf\Profile::head($file, $paths);
unset($some['file'], $whole['format'], $whole['meta']['a.b'], $whole['meta']['']);
echo $some === $whole ? 'the same values' : var_export([$some, $whole], true), "\n";
echo json_encode(array_diff_key(XHProf\Profile::head($file, ['meta.xhprof', 'total']), ['file' => 1])),
	json_encode(array_keys(XHProf\Profile::head($file, []))), "\n";
foreach (['"a":[', '"a":"', '"a":{"b":1', '"a"', '"a":', 'a:1', '"a":1 2', '"a":1}', '"a":"\\', '"version":01',
	'"version":"' . "\xff" . '"', '"version":"' . "\x01" . '"', '"version":tru', '"a":[1}', '"a":tru'] as $rest) {
	file_put_contents($file, "{\"format\":\"xhprof\",$rest,\n");
	echo XHProf\Profile::head($file, ['version']) === null ? 'null' : 'a head', ' ';
}
echo "\n";
unlink($file);
symlink(__FILE__, $file);
var_dump(XHProf\Profile::head($file), XHProf\Profile::head(__DIR__), XHProf\Profile::head("$file.none"),
	XHProf\Profile::head('/dev/null'));
unlink($file);
try {
	XHProf\Profile::head("a\0b");
} catch (ValueError $e) {
	echo $e->getMessage(), "\n";
}
?>
--EXPECT--
same same same same calls
same same same same pairs
same same same same with meta
same same same same beyond 4 KiB
stored: {"format":"xhprof",
its first 200 bytes: null
its head alone: a head
without its end, packed: a head, not whole
without its end, plain: a head, not whole
packed by us: 0 parts whole, all of it whole
packed by others: 0 parts whole, all of it whole
beyond 64 KiB: null
null null null null a head null null null null null null 
the same values
{"total":{"calls":2,"wall_ns":1780000000000000000,"max":9223372036854775807},"meta":{"xhprof":{"tags":{"a":"1"},"status":404}}}["file"]
null null null null null null null null null null null null null a head a head 
NULL
NULL
NULL
NULL
XHProf\Profile::head(): Argument #1 ($file) must not contain any null bytes
