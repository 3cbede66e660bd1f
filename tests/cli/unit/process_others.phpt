--TEST--
In folders of other users no symlink, pipe or file of theirs is followed, written or removed
--EXTENSIONS--
posix
--SKIPIF--
<?php
if (posix_geteuid() !== 0) die('skip only root can make files of other users');
if (PHP_ZTS) die('skip with threads lchown() of PHP follows symlinks');
--FILE--
<?php
require __DIR__ . '/unit.inc';

use XHProf\Cli\Process\AtomicFile;
use XHProf\Cli\Process\OpenFolder;
use XHProf\Cli\Process\Reach;
use XHProf\Cli\Process\RegularFile;
use XHProf\Cli\Process\SafeFolder;

const OTHER = 12345;
// A path that nobody else could change.
$base = SafeFolder::make('xhprof-unit-');
register_shutdown_function(static fn () => unit_remove($base));
foreach (['own' => [0, 0755], 'own/sticky' => [0, 01777], 'theirs' => [OTHER, 0755], 'own/open' => [0, 0777],
	'own/group' => [0, 0775]] as $name => [$user, $mode]) {
	mkdir("$base/$name");
	chown("$base/$name", $user);
	chmod("$base/$name", $mode);
}
chgrp("$base/own/group", 54321);
/* A file of root's, and symlinks to it and to a device that are the other user's. */
file_put_contents("$base/own/secret", 'secret');
foreach (['theirs', 'own/sticky'] as $place) {
	foreach (['to_secret' => "$base/own/secret", 'to_null' => '/dev/null',
		'to_own' => "$base/own"] as $name => $target) {
		symlink($target, "$base/$place/$name");
		lchown("$base/$place/$name", OTHER);
	}
	file_put_contents("$base/$place/theirs", 'theirs');
	chown("$base/$place/theirs", OTHER);
}
symlink("$base/theirs/theirs", "$base/own/to_theirs");
symlink("$base/theirs/theirs", "$base/theirs/to_theirs");
lchown("$base/theirs/to_theirs", OTHER);

/* Writing. */
refused('a device by their symlink', 'it is a symlink of another user, with the id ' . OTHER,
	static fn () => AtomicFile::write("$base/own/sticky/to_null", 'x'));
refused('a file by their symlink', 'it is a symlink of another user',
	static fn () => AtomicFile::write("$base/own/sticky/to_secret", 'x'));
refused('a run by their symlink', 'it is a symlink of another user',
	static fn () => AtomicFile::export(pairs_run(['main()' => [1, 1]]), 'json', "$base/own/sticky/to_secret"));
same('the file stays', 'secret', file_get_contents("$base/own/secret"));
chmod("$base/theirs/theirs", 0666);
AtomicFile::write("$base/theirs/theirs", 'ours');
same('a file of theirs is replaced by one for this user only', [0, 0600], [fileowner("$base/theirs/theirs"),
	fileperms("$base/theirs/theirs") & 0777]);
chown("$base/theirs/theirs", OTHER);

/* Reading. */
refused('their symlink', 'it is not a regular file', static fn () => RegularFile::open("$base/theirs/to_secret"));
same('their own file', 'ours', stream_get_contents(RegularFile::open("$base/theirs/theirs", OTHER)));
refused('root\'s in the place of theirs', 'it is not a regular file of its user',
	static fn () => RegularFile::open("$base/own/secret", OTHER));
same('the start: not by their symlink to root\'s file, but by it to their own, and by root\'s', ['', 'ours', 'ours',
	'secret'], [RegularFile::start("$base/theirs/to_secret", 9), RegularFile::start("$base/theirs/to_theirs", 9),
	RegularFile::start("$base/own/to_theirs", 9), RegularFile::start("$base/own/secret", 9)]);
file_put_contents("$base/own/run-theirs", 'x');
chown("$base/own/run-theirs", OTHER);
file_put_contents("$base/own/run-ours", 'x');
$reach = new Reach(["$base/own/run-*"]);
same('files of this user by a pattern', [true, false], [$reach->has("$base/own/run-ours"),
	$reach->has("$base/own/run-theirs")]);

/* Folders: root's is safe, and so is theirs for what is theirs once it is open. */
foreach (['own' => '', 'own/sticky' => '', 'own/open' => "everybody can rename files in $base/own/open",
	'own/group' => "the group with the id 54321 can rename files in $base/own/group",
	'theirs' => "$base/theirs belongs to another user, with the id " . OTHER,
	'theirs/to_own' => "$base/theirs belongs to another user, with the id " . OTHER,
		'own/sticky/to_own' => "$base/own/sticky/to_own belongs to another user, with the id " . OTHER,
		'own/none' => "there is no $base/own/none",
		'theirs/../own' => "$base/theirs belongs to another user, with the id " . OTHER] as $name => $problem) {
	same("the way to $name", $problem, SafeFolder::problem("$base/$name"));
}
same('theirs, open as theirs', '', SafeFolder::problem("$base/theirs", OTHER));
same('open as of a third one', "$base/theirs belongs to another user, with the id " . OTHER,
	SafeFolder::problem("$base/theirs", OTHER + 1));
same('private is of this user', [true, false], [SafeFolder::isPrivate($base), SafeFolder::isPrivate("$base/theirs")]);
foreach (['own' => true, 'theirs' => is_dir('/proc/self/fd'), 'own/sticky/to_own' => false, 'theirs/to_own' => false,
	'own/open' => is_dir('/proc/self/fd')] as $name => $isSafe) {
	same("open: $name", $isSafe, OpenFolder::of("$base/$name")->problem() === '');
}
touch("$base/own/victim");
same('removed by their symlink', [false, true], [OpenFolder::unlinkPath("$base/theirs/to_own/victim"),
	is_file("$base/own/victim")]);
same('removed where it is theirs', [is_dir('/proc/self/fd'), !is_dir('/proc/self/fd')],
	[OpenFolder::unlinkPath("$base/theirs/theirs"), is_file("$base/theirs/theirs")]);
same('their symlink is removed, and not what it names', [is_dir('/proc/self/fd'), 'secret'],
	[OpenFolder::unlinkPath("$base/theirs/to_secret"), file_get_contents("$base/own/secret")]);
finish();
?>
--EXPECT--
all as expected
