--TEST--
xhprof alone names three commands that fit the folder
--FILE--
<?php
require __DIR__ . '/cli.inc';

$folder = __DIR__ . '/next_steps.tmp';
mkdir("$folder/runs", 0777, true);
chdir($folder);
echo cli([])['err'], cli([])['status'], "\n";
touch("$folder/it's.php");
echo cli([])['err'];
touch("$folder/artisan");
touch("$folder/runs/1.json");
touch("$folder/1-2.data");
echo cli([], '', ["xhprof.output_dir=$folder/runs", "xhprof.live_dir=$folder"])['err'];
?>
--CLEAN--
<?php
$folder = __DIR__ . '/next_steps.tmp';
array_map(unlink(...), array_filter(array_merge(glob("$folder/*"), glob("$folder/runs/*")), is_file(...)));
rmdir("$folder/runs");
rmdir($folder);
?>
--EXPECT--
xhprof: no command given
        xhprof run -- SCRIPT
        xhprof top RUN
        xhprof doctor
        xhprof --help lists all
2
xhprof: no command given
        xhprof run -- 'it'\''s.php'
        xhprof top RUN
        xhprof doctor
        xhprof --help lists all
xhprof: no command given
        xhprof run -- artisan
        xhprof list
        xhprof live
        xhprof --help lists all
