--TEST--
fromPairs() and the tool read a line for XHGui with its request; the tool refuses what is no such line
--SKIPIF--
<?php
if (getenv('XHPROF_VALGRIND')) die('skip an array in itself is not freed by PHP at its end without its own allocator');
	?>
--FILE--
<?php
require __DIR__ . '/program.inc';
require __DIR__ . '/../cli/cli.inc';

$file = __DIR__ . '/xhgui_load.tmp';
$meta = ['url' => '/a?b=1', 'env' => ['A' => 'B'], 'SERVER' => ['REQUEST_TIME' => 7],
	'request_ts_micro' => ['sec' => 1795246216, 'usec' => 20], 'status' => 200];
foreach ([0, ALL_METRICS] as $flags) {
	foreach (['program', 'empty_program'] as $program) {
		$profile = run($flags, $program);
		$profile->export('xhgui', $file, $meta);
		$envelope = json_decode(file_get_contents($file), true);
		$loaded = XHProf\Profile::fromPairs($envelope['profile'], $envelope['meta']);
		echo $flags, ' ', $program, ': ', implode(' ', array_map(fn($what) => $what ? 'same' : 'DIFFERENT', [
			$loaded->pairs() === $profile->pairs(),
			$loaded->export('xhgui') === file_get_contents($file),
			read_run($file)->export('xhgui') === file_get_contents($file),
		])), ' ', sprintf('%.6F', $loaded->summary()['started']), "\n";
	}
}
echo json_encode(json_decode(file_get_contents($file), true)['meta'], JSON_UNESCAPED_SLASHES), "\n";

function load(string $bytes): string
{
	file_put_contents($GLOBALS['file'], $bytes);
	try {
		read_run($GLOBALS['file']);
		return 'loaded';
	} catch (XHProf\Cli\Problem $problem) {
		return preg_replace('/^.* cannot be read as a profile: /', '', $problem->getMessage());
	}
}

$line = file_get_contents($file);
$pairs = '{"profile":{"main()":{"ct":1,"wt":5}}';
echo "two lines: ", load($line . $line), "\nblank line: ", load("$line\r\n"), "\n";
foreach ([$pairs, "$pairs}", "$pairs,\"meta\":5}", "$pairs,\"meta\":{}}", "$pairs,\"meta\":{\"url\":[]}}",
	"$pairs,\"meta\":{\"request_ts_micro\":{\"sec\":9223372036854775807,\"usec\":0}}}",
	"$pairs,\"meta\":{\"request_ts_micro\":{\"sec\":1,\"usec\":-1}}}",
	'{"profile":{},"meta":{}}', '{"profile":5,"meta":{}}', '{"profile":' . str_repeat('[', 100000)] as $bytes) {
	echo substr($bytes, strlen($pairs), 70) ?: substr($bytes, 0, 40), ': ', load($bytes), "\n";
}
for ($i = 12; $i < strlen($line) - 2; $i++) {
	if (load(substr($line, 0, $i)) !== 'it is damaged') echo "cut at $i\n";
}
unlink($file);

// What is given must be of the types that XHGui reads.
$profile = run(0, 'empty_program');
foreach ([['url' => 5], ['simple_url' => null], ['SERVER' => 'x'], ['request_ts_micro' => ['sec' => 1]],
	['get' => '']] as $given) {
	try {
		$profile->export('xhgui', $file, $given);
	} catch (ValueError $error) {
		echo $error->getMessage(), "\n";
	}
}
var_dump(is_file($file));
$loop = ['url' => "\xFF"];
$loop['self'] = &$loop;
echo preg_replace('/^.*"url":("[^"]*").*"self":(.{10}).*$/', '$1 $2', $profile->export('xhgui', null, $loop));
try {
	$profile->export('xhgui', $file, ['x' => new class implements JsonSerializable {
		function jsonSerialize(): mixed { throw new LogicException('from the program'); }
	}]);
} catch (Exception $error) {
	echo get_class($error), "\n";
}
$json = XHProf\Profile::parse($profile->export('json', null,
	['url' => '/x', 'request_ts_micro' => ['sec' => 5, 'usec' => 7]]));
echo $json->meta()['url'], ' ', json_encode($json->summary()['started']), ' ',
	json_encode($json->pairs() === $profile->pairs()), "\n";
?>
--EXPECT--
0 program: same same same 1795246216.000020
0 empty_program: same same same 1795246216.000020
6 program: same same same 1795246216.000020
6 empty_program: same same same 1795246216.000020
{"url":"/a?b=1","get":[],"env":{"A":"B"},"SERVER":{"REQUEST_TIME":7,"REQUEST_TIME_FLOAT":1795246216.00002},"simple_url":"/a?b","request_ts_micro":{"sec":1795246216,"usec":20},"request_ts":{"sec":1795246216,"usec":0},"request_date":"2026-11-21","status":200}
two lines: it has several lines, and so several runs
blank line: loaded
{"profile":{"main()":{"ct":1,"wt":5}}: it is damaged
}: it has no arrays "profile" and "meta"
,"meta":5}: it has no arrays "profile" and "meta"
,"meta":{}}: loaded
,"meta":{"url":[]}}: its "meta" must have the form that XHGui uses: "url" is not a string
,"meta":{"request_ts_micro":{"sec":9223372036854775807,"usec":0}}}: its "meta" must have the form that XHGui uses: "request_ts_micro" is not an array of the ints "sec" and "usec"
,"meta":{"request_ts_micro":{"sec":1,"usec":-1}}}: its "meta" must have the form that XHGui uses: "request_ts_micro" is not an array of the ints "sec" and "usec"
{"profile":{},"meta":{}}: its array must have a row "main()"
{"profile":5,"meta":{}}: it has no arrays "profile" and "meta"
[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[: it is damaged
XHProf\Profile::export(): Argument #3 ($meta) must have the form that XHGui uses: "url" is not a string
XHProf\Profile::export(): Argument #3 ($meta) must have the form that XHGui uses: "simple_url" is not a string
XHProf\Profile::export(): Argument #3 ($meta) must have the form that XHGui uses: "SERVER" is not an array
XHProf\Profile::export(): Argument #3 ($meta) must have the form that XHGui uses: "request_ts_micro" is not an array of the ints "sec" and "usec"
XHProf\Profile::export(): Argument #3 ($meta) must have the form that XHGui uses: "get" is not an array
bool(false)
"\ufffd" {"url":"\u
LogicException
/x 5.000007 true
