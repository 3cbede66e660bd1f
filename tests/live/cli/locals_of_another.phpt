--TEST--
Variables are read only from a regular file of the ring's user; a symlink, a pipe, or another user's file is left out
--EXTENSIONS--
posix
--SKIPIF--
<?php
require __DIR__ . '/../skipif.inc';
if (posix_geteuid() !== 0) die('skip only root can make files of other users');
?>
--FILE--
<?php
require __DIR__ . '/../ring.inc';
require __DIR__ . '/../../../cli/autoload.php';

use XHProf\Cli\Live\Locals;
use XHProf\Ring;

// Root removes nothing below a folder of another user, as this one may be.
$folder = sys_get_temp_dir() . '/locals_of_another.' . getmypid();
mkdir($folder, 0755);
$fake = new FakeRing($folder, ['tid' => 4, 'allowed' => 62]);
$fake->slot(['state' => FakeRing::RUNNING]);
$path = $fake->write();
$fifo = $fake->control();
$file = substr($path, 0, -strlen('data')) . 'locals';
$good = '{"level":"values","cut":0,"omitted":0,"frames":[{"function":"f","file":null,"line":null,"arguments":[["a",'
	. '"1"]],"locals":[]}]}';
$secret = "$folder/secret";
file_put_contents($secret, $good);

function look(string $what, callable $make): void
{
	global $path, $file;
	$locals = new Locals($path, Ring::open($path));
	$make($file);
	clearstatcache();
	echo $what, ': ', $locals->isWaiting() ? 'waits' : 'done', ', ',
		json_encode($locals->answer()['frames'][0]['arguments'] ?? null), ' ',
		str_replace($file, 'FILE', $locals->problem()), file_exists($file) ? ' and the file is still there' : '', "\n";
	@unlink($file);
}

look('nothing', fn (string $file) => 0);
look('its own', fn (string $file) => file_put_contents($file, $good));
look('of another user', fn (string $file) => file_put_contents($file, $good) && chown($file, 12345));
look('a symlink', fn (string $file) => symlink($secret, $file));
look('a pipe', fn (string $file) => posix_mkfifo($file, 0600));
foreach (['', '5', '{"level":1}', '{"level":"values","cut":0,"omitted":0,"frames":[{"function":5}]}',
	'{"level":"values","cut":0,"omitted":0,"frames":[{"function":"f","arguments":[["a",1]],"locals":[]}]}'] as $i =>
	$text) {
	look("damaged $i", fn (string $file) => file_put_contents($file, $text));
}
unlink($secret);

chown($folder, 12345);
file_put_contents($file, $good);
$locals = new Locals($path, Ring::open($path));
echo 'one of before, in a folder of another user: ', $locals->isWaiting() ? 'waits' : 'done', "\n";
file_put_contents("$file.new", $good);
rename("$file.new", $file);
echo 'a new one: ', $locals->isWaiting() ? 'waits' : 'done', ', ',
	json_encode($locals->answer()['frames'][0]['arguments'] ?? null),
	file_exists($file) ? ' and the file is still there' : '', "\n";
@unlink($file);
$fake->remove();
rmdir($folder);
?>
--EXPECT--
nothing: waits, null 
its own: done, [{"name":"a","value":"1"}] 
of another user: done, null its variables are not read: FILE belongs to another user
a symlink: done, null its variables are not read: FILE belongs to another user
a pipe: done, null its variables are not read: FILE belongs to another user
damaged 0: done, null its variables are not read: FILE is damaged
damaged 1: done, null its variables are not read: FILE is damaged
damaged 2: done, null its variables are not read: FILE is damaged
damaged 3: done, null its variables are not read: FILE is damaged
damaged 4: done, null its variables are not read: FILE is damaged
one of before, in a folder of another user: waits
a new one: done, [{"name":"a","value":"1"}]
