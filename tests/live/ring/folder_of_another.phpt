--TEST--
A command of another user than the folder's has no ring, and is not told of it at each start
--SKIPIF--
<?php
require __DIR__ . '/../skipif.inc';
$file = tempnam(sys_get_temp_dir(), 'own');
$is_root = @chown($file, 65534);
unlink($file);
if (!$is_root) die('skip needs root, to give a folder away');
?>
--FILE--
<?php
require __DIR__ . '/../live.inc';

$folder = live_folder(__FILE__);
mkdir("$folder/other");
chmod("$folder/other", 02750);
chown("$folder/other", 65534);
file_put_contents("$folder/program.php", '<?php
echo json_encode(xhprof_info()["live"]["on"]), " ", xhprof_info()["live"]["reason"] ?? "-", "\n";');

echo str_replace($folder, 'FOLDER', child_php("$folder/program.php", live_settings("$folder/other")));
echo implode(' ', glob("$folder/other/*")), "\n";
rmdir("$folder/other");
live_clean($folder);
?>
--EXPECT--
false it belongs to another user: give it to this user, or to root with mode 1770 or 3770

