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

use XHProf\Cli\Process\OpenFolder;
use XHProf\Cli\Saved\Folder;

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

	$command = tool('snapshot', "$rings->folder/1001-7.data", '--out', "$rings->folder/app.heap", '--dir', $runs,
		'--timeout', '300s');
	$process = proc_open($command, [['file', '/dev/null', 'r'], ['pipe', 'w'], ['redirect', 1]], $pipes);
	stream_set_blocking($pipes[1], false);
	for ($text = ''; !feof($pipes[1]); usleep(10_000)) {
		$text .= fread($pipes[1], 65536);
		foreach ($rings->orders() as $_) {
			file_put_contents("$runs/live-0000000000000002-1001.xhprof.heap", 'the heap');
		}
	}
	proc_close($process);

	return @file_get_contents("$rings->folder/app.heap") . ', left: '
		. implode(' ', array_map(basename(...), glob("$runs/*")));
}

foreach (['own' => 0, 'theirs' => 12345] as $name => $user) {
	mkdir($runs = "$rings->folder/$name");
	chown($runs, $user);
	echo "$name: ", snapshot($runs), "\n";
	array_map(unlink(...), glob("$runs/*"));

	touch("$runs/.xhprof-1-2.tmp", time() - 3600);
	touch("$runs/0000000000000001.cli.xhprof", time() - 3 * 86400);
	file_put_contents("$rings->folder/secret", 'of root');
	echo "$name: swept ",
		implode(' ', array_column((new Folder($runs))->sweep(new XHProf\Cli\Saved\Limits(0, 0, 2)), 'name')), "\n";
	touch("$runs/file");
	echo "$name: ", OpenFolder::unlinkPath("$runs/file") ? 'removed' : 'left', "\n";
}

// A name that is a symlink to a file of this user, made by someone else.
$runs = "$rings->folder/own";
touch("$rings->folder/secret", time() - 3600);
symlink("$rings->folder/secret", "$runs/.xhprof-1-3.tmp");
lchown("$runs/.xhprof-1-3.tmp", 12345);
echo 'a symlink: swept ',
	implode(' ', array_column((new Folder($runs))->sweep(new XHProf\Cli\Saved\Limits(0, 0, 2)), 'name')), "\n";
unlink("$runs/.xhprof-1-3.tmp");

echo "a path that another user leads to a folder of root\n";
mkdir("$rings->folder/home");
chown("$rings->folder/home", 12345);
symlink($runs, "$rings->folder/home/link");
symlink($runs, "$rings->folder/their_link");
lchown("$rings->folder/their_link", 12345);
symlink($runs, "$rings->folder/link");
mkdir("$rings->folder/home/below");
touch("$rings->folder/home/below/.xhprof-1-2.tmp", time() - 3600);
foreach (['home/link', 'their_link', 'link', 'home/below'] as $name) {
	touch("$runs/.xhprof-1-2.tmp", time() - 3600);
	touch("$rings->folder/$name/file");
	echo "$name: swept ", implode(' ',
		array_column((new Folder("$rings->folder/$name"))->sweep(new XHProf\Cli\Saved\Limits(0, 0, 2)), 'name')), ', ',
		OpenFolder::unlinkPath("$rings->folder/$name/file") ? 'removed' : 'left', "\n";
}

echo "a folder whose name means another one later\n";
$open = OpenFolder::of("$rings->folder/theirs");
touch("$rings->folder/theirs/file");
touch("$runs/file");
rename("$rings->folder/theirs", "$rings->folder/moved");
symlink($runs, "$rings->folder/theirs");
echo $open->unlink('file') ? 'removed' : 'left', ': ',
	implode(' ', array_map(basename(...), glob("$rings->folder/{moved,own}/file", GLOB_BRACE))), "\n";
echo is_file("$runs/file") ? 'that of root is there' : 'THAT OF ROOT IS GONE', "\n";

echo "a name that leads to a folder of root, and to any file of root later\n";
chmod($rings->folder, 01777); // as /tmp
symlink($runs, "$rings->folder/swapped");
lchown("$rings->folder/swapped", 12345);
$open = OpenFolder::of("$rings->folder/swapped");
rename("$rings->folder/secret", "$rings->folder/swapped");
echo $open->problem() !== '' ? 'left' : 'REMOVED', "\n";
?>
--EXPECT--
own: the heap, left: 
own: swept .xhprof-1-2.tmp 0000000000000001.cli.xhprof
own: removed
theirs: the heap, left: 
theirs: swept .xhprof-1-2.tmp 0000000000000001.cli.xhprof
theirs: removed
a symlink: swept 
a path that another user leads to a folder of root
home/link: swept , left
their_link: swept , left
link: swept .xhprof-1-2.tmp, removed
home/below: swept , left
a folder whose name means another one later
removed: file
that of root is there
a name that leads to a folder of root, and to any file of root later
left
