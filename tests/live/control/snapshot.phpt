--TEST--
A snapshot that a reader asks for is written to xhprof.output_dir, under a name of its own, and nowhere without it
--SKIPIF--
<?php require __DIR__ . '/../skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/../live.inc';

$folder = live_folder(__FILE__);
mkdir("$folder/runs");
file_put_contents("$folder/program.php", '<?php
$data = range(1, 1000);
echo "begun\n";
stream_set_blocking(STDIN, false);
while (!fgets(STDIN)) { usleep(1000); }
');
$child = live_start("$folder/program.php",
	live_settings($folder, "xhprof.output_dir=$folder/runs", 'xhprof.live_allow=snapshot'));
fgets($child->out);
live_send(live_file($folder, $child->pid), live_message(LIVE_SNAPSHOT_NOW, ['uri' => '../../elsewhere']));
live_wait('snapshot', fn () => glob("$folder/runs/*.heap"));
$name = basename(glob("$folder/runs/*.heap")[0]);
echo preg_replace(['/\d{16}/', '/-\d+\./'], ['TIME', '-PID.'], $name), ' ',
	filesize("$folder/runs/$name") > 1000 ? 'full' : 'empty', "\n";
fwrite($child->in, "\n");
var_dump(live_end($child), count(glob("$folder/runs/*")));
unlink("$folder/runs/$name");

file_put_contents("$folder/program.php", '<?php
echo "begun\n";
while (fgets(STDIN)) { usleep(1000); }
');
$log = "$folder/log";
$child = live_start("$folder/program.php",
	live_settings($folder, 'xhprof.output_dir=', 'xhprof.live_allow=snapshot', "error_log=$log"));
fgets($child->out);
live_send(live_file($folder, $child->pid), live_message(LIVE_SNAPSHOT_NOW));
live_wait('log', function () use ($child, $log) {
	fwrite($child->in, "\n");
	return @file_get_contents($log);
});
echo preg_replace('/^\[.*?\] /', '', file_get_contents($log));
live_end($child);
rmdir("$folder/runs");
live_clean($folder);
?>
--EXPECT--
live-TIME-PID.xhprof.heap full
int(0)
int(1)
xhprof: no snapshot for a reader of the live ring: xhprof.output_dir is not set
