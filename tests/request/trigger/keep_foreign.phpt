--TEST--
A sweep removes what has the name of a run, and no file of another name or user, no symlink and no folder
--SKIPIF--
<?php
if (PHP_OS_FAMILY === 'Windows') die('skip no folder of runs there');
?>
--FILE--
<?php
require __DIR__ . '/auto.inc';

$folder = fresh_folder(__FILE__);
$runs = "$folder/runs";
mkdir($runs);
file_put_contents("$folder/program.inc", '<?php echo "ran\n";');
file_put_contents("$folder/target", 'of the program');
$id = '0123456789abcdef';
$mine = ["old-$id.xhprof.json", "$id-x.xhprof.pb.gz", "$id.www_example_com.xhprof.gz",
	"a-$id~0000beef~12.xhprof.xhgui.jsonl", "$id.www_example_com.xhprof", "$id~0000beef~12.cli.xhprof",
	'memory-limit-1763791586123456-77.xhprof.heap', 'memory-limit-1763791586123456-77.xhprof.pb.gz'];
$left = ['.xhprof-0123456789abcdef.tmp', ".xhprof-$id-0.tmp", 'memory-limit-1763791586123456-77.xhprof.heap.77-0.tmp'];
$others = ['notes.txt', '60a1b2c3d4e5f.shop.xhprof', "$id.txt", "old-$id.json", "$id.xhprof",
	".$id.xhprof.json", "a b-$id.xhprof.json", 'short-0123456789abcde.xhprof.json',
	'.xhprof-index', "$id.a.b.xhprof", "old.xhprof.json", 'a.tmp', "$id.tmp", "$id.xhprof.", "$id~x.json"];
foreach ([...$mine, ...$left, ...$others] as $name) {
	file_put_contents("$runs/$name", $name);
	touch("$runs/$name", 1000);
}
mkdir("$runs/folder-$id.xhprof.json");
symlink("$folder/target", "$runs/link-$id.xhprof.json");
$theirs = "theirs-$id.xhprof.json";
if (is_root()) {
	touch("$runs/$theirs", 1000);
	chown("$runs/$theirs", 1);
}
// Temporary files of other workers: after ten minutes nobody writes them any more.
foreach (['fedcba9876543210' => 0, '00000000000000a8' => 480, '00000000000000b9' => 601] as $name => $age) {
	file_put_contents("$runs/.xhprof-$name.tmp", 'being written');
	touch("$runs/.xhprof-$name.tmp", time() - $age);
}
$settings = auto_settings($runs, 'xhprof.keep=1', 'log_errors=1');
echo child_php("$folder/program.inc", $settings);
$names = array_diff(scandir($runs), ['.', '..', ...$others, $theirs]);
echo implode("\n", preg_replace('/^\d{8}-\d{6}-cli-program_inc-\d+-[0-9a-f]{16}/', 'new', $names)), "\n";
foreach (is_root() ? [...$others, $theirs] : $others as $name) {
	echo is_file("$runs/$name") ? '' : "$name is gone\n";
}
echo file_get_contents("$folder/target"), "\n";
?>
--CLEAN--
<?php
require __DIR__ . '/auto.inc';
remove(__DIR__ . '/keep_foreign.tmp');
?>
--EXPECT--
ran
.xhprof-00000000000000a8.tmp
.xhprof-fedcba9876543210.tmp
new.xhprof.json
folder-0123456789abcdef.xhprof.json
link-0123456789abcdef.xhprof.json
of the program
