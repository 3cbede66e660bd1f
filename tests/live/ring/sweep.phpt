--TEST--
Files of dead processes are swept; of one that died in a request the data stays for ten minutes
--SKIPIF--
<?php require __DIR__ . '/../skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/../live.inc';

$folder = live_folder(__FILE__);
file_put_contents("$folder/program.php", '<?php echo "begun\n"; fgets(STDIN);');
file_put_contents("$folder/short.php", '<?php');

/* Files by the suffix of those that $pid has. */
function files(int $pid): string
{
	global $folder;
	return implode(' ', array_map(fn (string $file) => pathinfo($file, PATHINFO_EXTENSION), glob("$folder/$pid-*")))
		?: 'none';
}

$alive = live_start("$folder/program.php", live_settings($folder));
$killed = live_start("$folder/program.php", live_settings($folder));
$idle = live_start("$folder/program.php", live_settings($folder));
foreach ([$alive, $killed, $idle] as $child) {
	fgets($child->out);
}
/* As if it had been killed between two requests. */
$data = fopen(live_file($folder, $idle->pid), 'r+');
fseek($data, 512 + 4);
fwrite($data, pack('L', 0));
foreach ([$killed, $idle] as $child) {
	proc_terminate($child->process, 9);
	live_end($child);
}
echo files($alive->pid), ', ', files($killed->pid), ', ', files($idle->pid), "\n";
child_php("$folder/short.php", live_settings($folder));
echo files($alive->pid), ', ', files($killed->pid), ', ', files($idle->pid), "\n";
echo live_header(live_file($folder, $killed->pid))['slot']['state'], "\n";
touch(live_file($folder, $killed->pid), time() - 300);
child_php("$folder/short.php", live_settings($folder));
echo files($killed->pid), "\n";
touch(live_file($folder, $killed->pid), time() - 900);
child_php("$folder/short.php", live_settings($folder));
echo files($alive->pid), ', ', files($killed->pid), "\n";
foreach (['1-2-x.data', '1-2', '7.data', 'x-1.data', '1-2.data.tmp'] as $name) {
	touch("$folder/$name");
}
touch("$folder/1-2.data");
exec("mkfifo " . escapeshellarg("$folder/1-2-3.ctl"));
child_php("$folder/short.php", live_settings($folder));
live_end($alive);
echo implode(' ', array_diff(scandir($folder), [".", ".."])), "\n";
live_clean($folder);
?>
--EXPECT--
ctl data, ctl data, ctl data
ctl data, data, none
running
data
ctl data, none
1-2 1-2-x.data 1-2.data.tmp 7.data program.php short.php x-1.data
