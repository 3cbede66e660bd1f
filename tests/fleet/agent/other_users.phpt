--TEST--
No file of an agent follows a symlink or opens another file to all, and a spool that others can write to is refused
--EXTENSIONS--
posix
--SKIPIF--
<?php
require __DIR__ . '/../../live/skipif.inc';
if (posix_geteuid() !== 0) die('skip only root can make files of other users');
?>
--FILE--
<?php
require __DIR__ . '/../../../cli/autoload.php';

use XHProf\Cli\Problem;
use XHProf\Cli\Process\AtomicFile;
use XHProf\Fleet\Agent\SpoolFolder;
use XHProf\Fleet\Agent\Version;

$folder = __DIR__ . '/other_users.tmp';
@mkdir("$folder/theirs", 0755, true);
chown("$folder/theirs", 12345);

echo "the mode is set as the file is made\n";
umask(0027);
foreach ([0644, 0600, 0640] as $mode) {
	AtomicFile::write("$folder/theirs/metrics", "1\n", false, $mode);
	clearstatcache();
	printf("%o, umask %o\n", fileperms("$folder/theirs/metrics") & 07777, umask());
}

echo "its name may mean another file at any moment\n";
file_put_contents("$folder/secret", "a password\n");
chmod("$folder/secret", 0600);
$end = hrtime(true) + 180e9;
// The owner of the folder replaces the temporary file as soon as it is there.
$swap = 'for ($i = 0; !is_file("done") && $i < 600000; '
	. '$i++) { foreach (glob(".*.tmp") ?: [] as $file) { @unlink($file); @symlink("../secret", $file); } usleep(50); }';
$other = proc_open([PHP_BINARY, '-n', '-r', $swap], [], $pipes, "$folder/theirs");
for ($i = 0; $i < 400; $i++) {
	try {
		AtomicFile::write("$folder/theirs/metrics", str_repeat("1\n", 2000), true, 0644);
	} catch (Problem) {
	}
}
touch("$folder/theirs/done");
proc_close($other);
clearstatcache();
printf("%o %s", fileperms("$folder/secret") & 07777, file_get_contents("$folder/secret"));

echo "a version is no line of somebody else's file\n";
file_put_contents("$folder/theirs/VERSION", "1.2.3\n");
chown("$folder/theirs/VERSION", 12345);
symlink("$folder/theirs/VERSION", "$folder/theirs/current");
symlink("$folder/secret", "$folder/theirs/link");
symlink("$folder/theirs/VERSION", "$folder/own");
lchown("$folder/theirs/current", 12345);
lchown("$folder/theirs/link", 12345);
posix_mkfifo("$folder/theirs/pipe", 0666);
foreach (['theirs/VERSION', 'theirs/current', 'own', 'theirs/link', 'theirs/pipe'] as $name) {
	try {
		echo "$name: ", Version::from("$folder/$name")->text(), "\n";
	} catch (Problem $problem) {
		echo str_replace($folder, '', $problem->getMessage()), "\n";
	}
}

echo "the spool\n";
function spool(string $name, callable $make): void
{
	global $folder;
	$spool = "$folder/$name";
	$make($spool);
	try {
		(new SpoolFolder($spool))->close();
		echo "$name: an agent's own\n";
	} catch (Problem $problem) {
		echo str_replace($folder, '', $problem->getMessage()), "\n";
	}
}
umask(0022);
spool('new', fn () => 0);
spool('open', fn (string $spool) => mkdir($spool) && chmod($spool, 0777));
spool('group', fn (string $spool) => mkdir($spool) && chmod($spool, 02770));
spool('theirs', fn () => 0);
spool('link', fn (string $spool) => symlink("$folder/new", $spool));
spool('home/below', fn (string $spool) => mkdir(dirname($spool)) && chmod(dirname($spool), 0777));
spool('theirs/below', fn () => 0);
echo is_dir("$folder/home/below") || is_dir("$folder/theirs/below") ? "A FOLDER WAS MADE\n" : '';
spool('queue', fn (string $spool) => mkdir($spool) && symlink("$folder/theirs", "$spool/queue"));
echo "of another user than root, in a container's volume\n";
exec('rm -r ' . escapeshellarg($folder));
$folder = sys_get_temp_dir() . '/xhprof_other_users_' . getmypid(); // that user may have no way to this one
mkdir($folder, 0711);
mkdir("$folder/volume");
chmod("$folder/volume", 0777);
posix_seteuid(12345);
spool('volume', fn () => 0);
spool('volume/spool', fn () => 0);
posix_seteuid(0);
exec('rm -r ' . escapeshellarg($folder));
?>
--EXPECT--
the mode is set as the file is made
644, umask 27
600, umask 27
640, umask 27
its name may mean another file at any moment
600 a password
a version is no line of somebody else's file
theirs/VERSION: 1.2.3
theirs/current: 1.2.3
own: 1.2.3
theirs/link: /theirs/link: no version was found
theirs/pipe: /theirs/pipe: no version was found
the spool
new: an agent's own
others can write to the spool's folder /open
others can write to the spool's folder /group
the spool's folder /theirs is another user's, number 12345
the spool's folder /link is a symlink
another user can replace the spool's folder /home/below: everybody can rename files in /home
another user can replace the spool's folder /theirs/below: /theirs belongs to another user, with the id 12345
the spool's folder /queue/queue is a symlink
of another user than root, in a container's volume
volume: an agent's own
volume/spool: an agent's own
