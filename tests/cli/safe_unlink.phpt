--TEST--
Root removes no file by its path where another user could lead that path elsewhere
--EXTENSIONS--
posix
--SKIPIF--
<?php
require __DIR__ . '/../live/skipif.inc';
if (posix_geteuid() !== 0) die('skip only root can make folders of other users');
?>
--FILE--
<?php
require __DIR__ . '/live_rings.inc';
require __DIR__ . '/../request/trigger/auto.inc';

use XHProf\Cli\Process\SafeFolder;
use XHProf\Cli\Run\Folder;

$base = sys_get_temp_dir() . '/safe_unlink.' . getmypid();
$rings = new Rings($base);
$rings->add(1001, ['state' => FakeRing::RUNNING]);
register_shutdown_function(function () use ($rings): void {
	$rings->remove();
	remove($rings->folder);
});

/* What "xhprof snapshot" leaves in that folder, which the process writes to. */
function snapshot(string $runs): string
{
	global $rings;

	$command = tool('snapshot', "$rings->folder/1001-7.data", '--out', "$rings->folder/app.heap", '--dir', $runs);
	$process = proc_open($command, [['file', '/dev/null', 'r'], ['pipe', 'w'], ['redirect', 1]], $pipes);
	stream_set_blocking($pipes[1], false);
	for ($text = ''; !feof($pipes[1]); usleep(10_000)) {
		$text .= fread($pipes[1], 65536);
		foreach ($rings->orders() as $_) {
			file_put_contents("$runs/live-0000000000000002-1001.xhprof.heap", 'the heap');
		}
	}
	proc_close($process);

	return @file_get_contents("$rings->folder/app.heap") . ', left: ' . implode(' ', array_map(basename(...), glob("$runs/*")));
}

foreach (['own' => 0, 'theirs' => 12345] as $name => $user) {
	mkdir($runs = "$rings->folder/$name");
	chown($runs, $user);
	echo "$name: ", snapshot($runs), "\n";
	array_map(unlink(...), glob("$runs/*"));

	touch("$runs/.xhprof-1-2.tmp", time() - 3600);
	touch("$runs/0000000000000001.cli.xhprof", time() - 3 * 86400);
	file_put_contents("$rings->folder/secret", 'of root');
	echo "$name: swept ", implode(' ', array_column((new Folder($runs))->sweep(0, 0, 2), 'name')), "\n";
	touch("$runs/file");
	echo "$name: ", SafeFolder::unlink("$runs/file") ? 'removed' : 'left', "\n";
}

// A name that is a symlink to a file of this user, made by someone else.
$runs = "$rings->folder/own";
touch("$rings->folder/secret", time() - 3600);
symlink("$rings->folder/secret", "$runs/.xhprof-1-3.tmp");
lchown("$runs/.xhprof-1-3.tmp", 12345);
echo 'a symlink: swept ', implode(' ', array_column((new Folder($runs))->sweep(0, 0, 2), 'name')), "\n";
?>
--EXPECT--
own: the heap, left: 
own: swept .xhprof-1-2.tmp 0000000000000001.cli.xhprof
own: removed
theirs: the heap, left: live-0000000000000002-1001.xhprof.heap
theirs: swept 
theirs: left
a symlink: swept 
