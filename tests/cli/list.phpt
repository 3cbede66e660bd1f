--TEST--
xhprof list names the runs of a folder and sweeps it by hand; a run's id and the folder stand for a file
--FILE--
<?php
require __DIR__ . '/cli.inc';
require __DIR__ . '/../request/trigger/auto.inc';

// Root sweeps nothing below a folder of another user, as this one may be.
$folder = fresh_folder(sys_get_temp_dir() . '/list.' . getmypid());
register_shutdown_function(fn () => remove($folder));
$save = static function (string $name, int $hours) use ($folder): void {
	xhprof_enable(XHPROF_FLAGS_NO_BUILTINS);
	$function = "f$hours";
	eval("if (!function_exists('$function')) { function $function() {} } $function();");
	$run = xhprof_stop();
	$run->export(str_ends_with($name, '.json') ? 'json' : 'xhprof', "$folder/$name");
	file_put_contents("$folder/$name", str_repeat(' ', 3000), FILE_APPEND);
	touch("$folder/$name", time() - 3600 * $hours);
};
$save('20261122-100000-shop-index-7-00000000000000a1.xhprof.json', 1);
$save('00000000000000a1.shop.xhprof', 1);
$save('20261122-090000-shop-cart-8-00000000000000b2~0123abcd~83112000.xhprof.json', 2);
$save('00000000000000c3.cli.xhprof', 30);
$save('mine.json', 0);
$save('0123456789abcdef.txt', 0);
file_put_contents("$folder/memory-limit-1795341276000000-77.xhprof.heap", 'heap');
touch("$folder/memory-limit-1795341276000000-77.xhprof.heap", time() - 3600 * 50);
file_put_contents("$folder/.xhprof-1-2.tmp", '');
file_put_contents("$folder/.xhprof-1-3.tmp", '');
touch("$folder/.xhprof-1-3.tmp", time() - 3600);
mkdir("$folder/folder-00000000000000d4.xhprof.json");
symlink('mine.json', "$folder/00000000000000e5.cli.xhprof");

function listed(array $arguments, array $settings = []): void
{
	$result = cli($arguments, '', $settings);
	$text = preg_replace(['/^\d\d-\d\d \d\d:\d\d:\d\d +(?:[\d.]+ [mun]?s)? +/m', '/[\d.]+ KiB|\d+ B/'],
		['TIME ', 'SIZE'], $result['out'] . $result['err']);
	echo str_replace($GLOBALS['folder'], 'FOLDER', '$ xhprof ' . implode(' ', $arguments) . "\n$text"),
		$result['status'] === 0 ? '' : "status $result[status]\n", "\n";
}

listed(['list', $folder]);
listed(['list', '--limit', '1'], ["xhprof.output_dir=$folder"]);
listed(['list']);
listed(['list', "$folder/none"]);
foreach ([['00000000000000b2', '--dir', $folder], ['00000000000000c3', '--dir', $folder], [$folder]] as $arguments) {
	$functions = array_column(json_decode(cli(['top', ...$arguments, '--json'])['out'], true)['functions'], 'name');
	echo implode(' ', preg_grep('/^f\d+$/', $functions)), "\n";
}
listed(['show', '00000000000000f6', '--function', 'f1'], ["xhprof.output_dir=$folder"]);
listed(['list', $folder, '--sweep'], ['xhprof.keep=0M']);
listed(['list', $folder, '--sweep'], ['xhprof.keep=2d']);
listed(['list', $folder, '--sweep', '--keep', '3'], ['xhprof.keep=1d']);
listed(['list', $folder, '--sweep', '--keep', '1']);
echo implode(' ', array_diff(scandir($folder), ['.', '..'])), "\n";
?>
--EXPECT--
$ xhprof list FOLDER
FOLDER
5 runs, 6 files, SIZE
5 files are not runs

saved              wall    memory status  run               request
TIME mine.json
TIME 00000000000000a1  shop-index-7
TIME 00000000000000b2  shop-cart-8
TIME 00000000000000c3  cli
TIME 1795341276000000  memory-limit-77

$ xhprof list --limit 1
FOLDER
5 runs, 6 files, SIZE
5 files are not runs

saved              wall    memory status  run               request
TIME mine.json
(4 more)

$ xhprof list
xhprof: no folder given
        give one with xhprof list DIR, or set xhprof.output_dir in php.ini
status 2

$ xhprof list FOLDER/none
xhprof: FOLDER/none: no such folder
status 2

f2
f30
f0
$ xhprof show 00000000000000f6 --function f1
xhprof: FOLDER: no readable run 00000000000000f6 was found
        readable are runs as json, xhgui and xhprof; xhprof list DIR lists a folder
status 2

$ xhprof list FOLDER --sweep
xhprof: --sweep has no limits to apply
        set xhprof.keep in php.ini, or add --keep '500M, 14d'
status 2

$ xhprof list FOLDER --sweep
removed  .xhprof-1-3.tmp
removed  memory-limit-1795341276000000-77.xhprof.heap
removed 2 files, SIZE

FOLDER
4 runs, 5 files, SIZE
4 files are not runs

saved              wall    memory status  run               request
TIME mine.json
TIME 00000000000000a1  shop-index-7
TIME 00000000000000b2  shop-cart-8
TIME 00000000000000c3  cli

$ xhprof list FOLDER --sweep --keep 3
removed  00000000000000c3.cli.xhprof
removed 1 file, SIZE

FOLDER
3 runs, 4 files, SIZE
4 files are not runs

saved              wall    memory status  run               request
TIME mine.json
TIME 00000000000000a1  shop-index-7
TIME 00000000000000b2  shop-cart-8

$ xhprof list FOLDER --sweep --keep 1
removed  20261122-090000-shop-car…00000000000000b2~0123abcd~83112000.xhprof.json
removed 1 file, SIZE

FOLDER
2 runs, 3 files, SIZE
4 files are not runs

saved              wall    memory status  run               request
TIME mine.json
TIME 00000000000000a1  shop-index-7

.xhprof-1-2.tmp 00000000000000a1.shop.xhprof 00000000000000e5.cli.xhprof 0123456789abcdef.txt 20261122-100000-shop-index-7-00000000000000a1.xhprof.json folder-00000000000000d4.xhprof.json mine.json
