--TEST--
The name of a run's file is nothing that a terminal obeys; a list counts the damaged runs that it shows
--SKIPIF--
<?php if (PHP_OS_FAMILY === 'Windows') die('skip no such names'); ?>
--FILE--
<?php
require __DIR__ . '/cli.inc';

$folder = __DIR__ . '/names_plain.folder.tmp';
mkdir($folder);
chdir($folder);
$run = XHProf\Profile::fromPairs(['main()' => ['ct' => 1, 'wt' => 1000]]);
$run->export('json', $name = "app\e]0;title\x07.json");
foreach (['top', 'queries', 'advise', 'alloc', 'report', 'list'] as $command) {
	$result = cli([$command, $command === 'list' ? '.' : $name]);
	echo "$command: ",
		strpbrk($result['out'] . $result['err'], "\e\x07") === false ? 'plain' : json_encode($result), "\n";
}
echo json_encode(glob('*.html')), "\n";
file_put_contents('0000000000000001.xhprof.json', 'damaged');
echo json_decode(cli(['list', '.', '--json'])['out'])->damaged, "\n";
array_map(unlink(...), glob('*'));
chdir(__DIR__);
rmdir($folder);
?>
--EXPECT--
top: plain
queries: plain
advise: plain
alloc: plain
report: plain
list: plain
["app_]0;title_.html"]
1
