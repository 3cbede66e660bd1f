--TEST--
xhprof run takes names of any bytes, and keeps the run under just that name
--SKIPIF--
<?php
if (PHP_ZTS) die('skip with threads chdir() is PHP\'s own, of which no child knows');
// Some file systems keep no names but UTF-8.
$file = sys_get_temp_dir() . "/xhprof-test-bytes-\xFF-" . getmypid();
if (!@mkdir($file)) die('skip needs a file system that takes any bytes');
rmdir($file);
?>
--FILE--
<?php
require __DIR__ . '/cli.inc';

function shown(string $text): string {
	return preg_replace_callback('/[\x80-\xFF]/', fn(array $m) => sprintf('\x%02x', ord($m[0])), $text);
}

$script = own_file('script.tmp', "<?php\nfunction f\xFF() { return getmypid(); }\nf\xFF();\nf\xFE();\n"
	. "function f\xFE() { return getmypid(); }\necho \"ran\\n\";\n");
$file = own_file("o\xFF'.xhprof");
$result = cli(['run', '--flags', 'no-builtins', '--ignore', "f\xFF", '--out', $file, '--', $script]);
echo $result['out'], 'status ', $result['status'], "\n";
echo shown(implode("\n",
	array_filter(array_keys(unserialize(file_get_contents($file))), fn($key) => str_contains($key, 'f')))), "\n";
echo shown(str_replace(__DIR__ . '/', '', strstr($result['err'], 'more: '))), "\n";

echo "-- a folder\n";
$dir = sys_get_temp_dir() . "/xhprof-test-bytes-\xFF-" . getmypid();
mkdir($dir);
chdir($dir);
$result = cli(['run', '--json', '--out', 'run.xhprof', '--', $script]);
echo $result['out'], 'status ', $result['status'], ' ', is_file("$dir/run.xhprof") ? 'kept' : 'LOST', "\n";
echo json_decode($result['err'], true)['format'], "\n";
array_map(unlink(...), glob('*'));
chdir('/');
rmdir($dir);
?>
--EXPECT--
ran
status 0
main()==>f\xfe
more:  xhprof show $'run_bytes.o\377\047.xhprof' --function NAME

-- a folder
ran
status 0 kept
xhprof
