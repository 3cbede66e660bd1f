--TEST--
A folder that others can change is refused with one line in the log, and the program goes on
--SKIPIF--
<?php
require __DIR__ . '/../skipif.inc';
?>
--FILE--
<?php
require __DIR__ . '/../live.inc';

$folder = live_folder(__FILE__);
mkdir("$folder/other");
symlink("$folder/other", "$folder/link");
touch("$folder/file");
file_put_contents("$folder/program.php", '<?php
echo json_encode(xhprof_info()["live"]["on"]), " ", xhprof_info()["live"]["reason"] ?? "-", "\n";');

function try_it(string $what, string $path): void
{
	global $folder;
	echo "$what\n", str_replace($folder, 'FOLDER', child_php("$folder/program.php", live_settings($path)));
	$left = glob("$folder/other/*");
	echo $left ? 'LEFT: ' . implode(' ', $left) . "\n" : '';
}

foreach ([0777, 0770, 01777, 02750, 03770] as $mode) {
	chmod("$folder/other", $mode);
	try_it(sprintf('%o', $mode), "$folder/other");
}
try_it('symlink', "$folder/link");
try_it('symlink/', "$folder/link/");
try_it('file', "$folder/file");
try_it('relative', 'other');
try_it('none', "$folder/none");
rmdir("$folder/other");
unlink("$folder/link");
live_clean($folder);
?>
--EXPECTF--
777
xhprof: no live ring in xhprof.live_dir=FOLDER/other: other users can write to it, and could replace our files: use chmod 2750, or 3770 if several users share it
false other users can write to it, and could replace our files: use chmod 2750, or 3770 if several users share it
770
xhprof: no live ring in xhprof.live_dir=FOLDER/other: other users can write to it, and could replace our files: use chmod 2750, or 3770 if several users share it
false other users can write to it, and could replace our files: use chmod 2750, or 3770 if several users share it
1777
true -
2750
true -
3770
true -
symlink
xhprof: no live ring in xhprof.live_dir=FOLDER/link: it is a symbolic link: give the folder itself
false it is a symbolic link: give the folder itself
symlink/
xhprof: no live ring in xhprof.live_dir=FOLDER/link/: it is a symbolic link: give the folder itself
false it is a symbolic link: give the folder itself
file
xhprof: no live ring in xhprof.live_dir=FOLDER/file: Not a directory: create it, with mode 2750 and the group of the readers
false Not a directory: create it, with mode 2750 and the group of the readers
relative
xhprof: no live ring in xhprof.live_dir=other: it must be an absolute path
false it must be an absolute path
none
xhprof: no live ring in xhprof.live_dir=FOLDER/none: No such file or directory: create it, with mode 2750 and the group of the readers
false No such file or directory: create it, with mode 2750 and the group of the readers
