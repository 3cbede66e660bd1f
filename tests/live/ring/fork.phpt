--TEST--
A forked child gets a ring of its own where it runs PHP, none where it executes a program, and leaves its parent's alone
--EXTENSIONS--
pcntl
--SKIPIF--
<?php require __DIR__ . '/../skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/../live.inc';

$folder = live_folder(__FILE__);
file_put_contents("$folder/program.php", '<?php
/* A thread that is being started has locks of the sanitizer, which a child of then never gets. */
while (getenv("SKIP_ASAN") && !preg_grep("/^xhprof-live$/", array_map(fn($task) => (string) @file_get_contents("/proc/self/task/$task/comm"), scandir("/proc/self/task")))) {
}
$pid = pcntl_fork();
if ($pid === 0) {
	for ($i = 0; $i < 3; $i++) { $x = getmypid(); }
	echo "$x\n";
	fgets(STDIN);
	exit;
}
pcntl_wait($status);
echo "parent\n";
fgets(STDIN);
$pid = pcntl_fork();
if ($pid === 0) {
	pcntl_exec("/bin/sh", ["-c", "echo $$; read x"]);
}
pcntl_wait($status);
@pcntl_exec("/none/at/all");
echo "failed\n";
fgets(STDIN);
pcntl_exec("/bin/sh", ["-c", "echo executed; read x"]);
');
$child = live_start("$folder/program.php", live_settings($folder));
$pid = (int) fgets($child->out);
$parents = live_file($folder, $child->pid);
$childs = live_file($folder, $pid);
foreach ([$parents, $childs] as $file) {
	$header = live_header($file);
	echo $header['pid'] === $pid ? 'child' : 'parent', ' ', $header['slot']['state'], ' ', $header['slot']['request'],
		' ', basename($header['slot']['uri']), "\n";
}
fwrite($child->in, "\n");
echo fgets($child->out);
echo implode(' ', array_map(fn (string $file) => explode('-', basename($file))[0] == $child->pid ? 'parent' : 'child',
	glob("$folder/*.data"))), "\n";
fwrite($child->in, "\n");
$pid = (int) fgets($child->out);
echo count(glob("$folder/$pid-*")), "\n";
fwrite($child->in, "\n");
echo fgets($child->out);
echo live_header(live_file($folder, $child->pid))['slot']['state'], "\n";
fwrite($child->in, "\n");
echo fgets($child->out);
echo count(glob("$folder/*-*")), "\n";
live_end($child);
live_clean($folder);
?>
--EXPECT--
parent running 1 program.php
child running 1 program.php
parent
parent
0
failed
running
executed
0
