--TEST--
Rings and their samples need no hook: xhprof.hook=off
--SKIPIF--
<?php require __DIR__ . '/../skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/../live.inc';

$folder = live_folder(__FILE__);
file_put_contents("$folder/program.php", '<?php
function spins() { echo "begun\n"; for (;;) { } }
spins();
');
$child = live_start("$folder/program.php", ['xhprof.hook=off', "xhprof.live_dir=$folder"]);
fgets($child->out);
$file = live_file($folder, $child->pid);
live_send($file, live_message(LIVE_ASK));
live_wait('samples', fn () => live_header($file)['samples'] > 10);
$records = live_records($file);
echo implode(' ', end($records)['frames']), "\n";
proc_terminate($child->process, 9);
live_end($child);
live_clean($folder);
?>
--EXPECT--
spins:2 program.php:3
