--TEST--
A command that reads processes from outside removes what its own user's killed commands left, and touches no folder of another user
--EXTENSIONS--
xhprof
posix
--SKIPIF--
<?php
require __DIR__ . '/skipif.inc';
if (posix_geteuid() !== 0) die('skip only root can make files of other users');
if (!is_writable('/dev/shm')) die('skip no /dev/shm');
?>
--FILE--
<?php
require __DIR__ . '/attach.inc';
require __DIR__ . '/../cli/cli.inc';

/* As one of a killed command: no process has that number. */
function left(string $name, int $user, int $mode): string
{
	$folder = '/dev/shm/xhprof-outside-4194' . substr((string) getmypid(), -3) . "-$name";
	mkdir($folder);
	touch("$folder/1-2.data");
	chown($folder, $user);
	chmod($folder, $mode);

	return $folder;
}

mkdir($target = __DIR__ . '/folders_of_others.tmp');
touch("$target/precious");
$folders = ['own' => left('00', 0, 0700), 'open to others' => left('01', 0, 0777), 'theirs' => left('02', 12345, 0700),
	'a symlink' => substr(left('03', 0, 0700), 0, -2) . '04'];
symlink($target, $folders['a symlink']);
chown($folders['own'], 0);
cli(['dump', (string) getmypid()]);
foreach ($folders as $name => $folder) {
	echo "$name: ", is_file("$folder/1-2.data") || is_link($folder) ? 'left alone' : 'removed', "\n";
}
echo implode(' ', array_diff(scandir($target), ['.', '..'])), "\n";
exec('rm -rf ' . escapeshellarg($target) . ' ' . implode(' ', array_map(escapeshellarg(...), $folders)));
?>
--EXPECT--
own: removed
open to others: left alone
theirs: left alone
a symlink: left alone
precious
