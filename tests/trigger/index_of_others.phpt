--TEST--
An index that another user could have written is not used to remove files
--SKIPIF--
<?php
if (PHP_OS_FAMILY === 'Windows') die('skip no folder of runs there');
?>
--FILE--
<?php
require __DIR__ . '/../helper.inc';

$folder = __DIR__ . '/index_of_others.tmp';
mkdir($folder);
file_put_contents("$folder.inc", '<?php strrev("x"); echo xhprof_info()["auto"]["run"] === null ? "no run" : "a run", "\n";');
file_put_contents("$folder/old.xhprof.json", '{}');
file_put_contents("$folder/data", 'of the program');

function run(string $how, ?string $index, int $mode): void
{
	global $folder;
	if ($index !== null) {
		file_put_contents("$folder/.xhprof-index", $index);
		chmod("$folder/.xhprof-index", $mode);
	}
	$output = child_php("$folder.inc", ['xhprof.auto=always', "xhprof.output_dir=$folder", 'xhprof.keep_files=1',
		'xhprof.output_name=run']);
	echo "$how: ", trim(str_replace(["\n", __DIR__], [' ', 'DIR'], $output)), '; ',
		implode(' ', array_diff(scandir($folder), ['.', '..', '.xhprof-index'])), "\n";
	@unlink("$folder/run.xhprof.json");
}

$head = sprintf("xhprof-index 1 %010d %020d %020d %020d\n", 3, 5, 1, time());
$lines = "1 5 1 0000000000000001 data\n2 5 1 0000000000000001 ../index_of_others.tmp.inc\n3 5 1 0000000000000001 old.xhprof.json\n";
run('for anybody to write', $head . $lines, 0666);
run('for the group to write', $head . $lines, 0660);
// Our own is believed, as far as the files are runs.
run('our own', $head . $lines, 0600);
unlink("$folder/.xhprof-index");
exec("mkfifo -m 600 " . escapeshellarg("$folder/.xhprof-index"));
run('a pipe', null, 0);
unlink("$folder/.xhprof-index");
symlink("$folder/data", "$folder/.xhprof-index");
run('a link', null, 0);
echo file_get_contents("$folder/data"), "\n";
?>
--CLEAN--
<?php
$folder = __DIR__ . '/index_of_others.tmp';
foreach (array_diff(@scandir($folder) ?: [], ['.', '..']) as $name) {
	unlink("$folder/$name");
}
@rmdir($folder);
@unlink("$folder.inc");
?>
--EXPECT--
for anybody to write: a run xhprof: the run could not be saved in xhprof.output_dir: the index in the folder, .xhprof-index, is not only ours; data old.xhprof.json
for the group to write: a run xhprof: the run could not be saved in xhprof.output_dir: the index in the folder, .xhprof-index, is not only ours; data old.xhprof.json
our own: a run; data run.xhprof.json
a pipe: a run xhprof: the run could not be saved in xhprof.output_dir: the index in the folder, .xhprof-index, is not only ours; data
a link: a run xhprof: the run could not be saved in xhprof.output_dir: the index in the folder, .xhprof-index, cannot be opened; data
of the program
