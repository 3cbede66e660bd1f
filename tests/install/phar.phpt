--TEST--
xhprof.phar is the whole command in one file, under any name: run, report, live and serve work, and leave nothing
--EXTENSIONS--
phar
--SKIPIF--
<?php
if (!function_exists('pcntl_signal')) {
	die('skip needs pcntl');
}
?>
--FILE--
<?php
require __DIR__ . '/install.inc';

$folder = own_folder(__FILE__);
$php = php_words('phar');
$make = fn(string $name) =>
	output_of([...$php, '-d', 'phar.readonly=0', dirname(__DIR__, 2) . '/tools/phar.php', "$folder/$name"]);
$make('xhprof.phar');
for ($second = time(); time() === $second;) {
	usleep(10000);
}
$make('again.phar');
echo sha1_file("$folder/xhprof.phar") === sha1_file("$folder/again.phar") ? "the same bytes\n" : "OTHER bytes\n";
rename("$folder/xhprof.phar", "$folder/xhprof");
mkdir("$folder/tmp");
$environment = ['TMPDIR' => "$folder/tmp"];
$tool = [...$php, "$folder/xhprof"];
$phar = fn(string ...$words) => str_replace($folder, 'FOLDER', output_of([...$tool, ...$words], $environment));

echo preg_replace('/, PHP .*/', '', $phar('--version'));
echo strtok($phar('--help'), "\n"), "\n";
echo strtok($phar('ship', '--help'), "\n"), "\n";
file_put_contents("$folder/script.php", '<?php function f($x) { static $calls; $calls++; return $x; } f(1); f(2);');
echo $phar('run', '--quiet', '--out', "$folder/run.json", '--', "$folder/script.php");
echo json_decode($phar('show', "$folder/run.json", '--function', 'f', '--json'), true)['function']['calls'],
	" calls of f\n";
echo preg_replace('/\(.*\)/', '(SIZE)', $phar('report', "$folder/run.json", '--out', "$folder/run.html"));
echo str_contains(file_get_contents("$folder/run.html"), '<!doctype html>') ? "a page\n" : "NO page\n";
echo output_of([...$php, dirname(__DIR__, 2) . '/cli/bin/xhprof', 'live', "$folder/tmp"])
	=== output_of([...$tool, 'live', "$folder/tmp"]) ? "live says the same\n" : "live says ANOTHER thing\n";

$server = proc_open([...$tool, 'serve', $folder, '--listen', '127.0.0.1:0'], [['file', '/dev/null', 'r'], ['pipe', 'w'],
	['file', "$folder/serve.log", 'w']], $pipes, null, $environment + getenv());
$url = trim((string) fgets($pipes[1]));
echo str_contains((string) @file_get_contents($url), 'run.json') ? "served\n"
	: "NOT served: $url " . file_get_contents("$folder/serve.log");
proc_terminate($server, 2);
stream_get_contents($pipes[1]);
proc_close($server);
echo implode("\n", ['left:', ...files_below("$folder/tmp")]), "\n";
?>
--EXPECTF--
the same bytes
xhprof %d.%d.%d%S
xhprof profiles PHP scripts, and reads profiles.
xhprof ship --to URL... [OPTION...]
2 calls of f
file:  FOLDER/run.html (SIZE)
a page
live says the same
served
left:
