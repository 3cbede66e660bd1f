--TEST--
If xhprof.output_dir is missing, not a folder or a symbolic link, the log has a line and the request continues
--SKIPIF--
<?php
if (PHP_OS_FAMILY === 'Windows') die('skip runs are not saved there');
?>
--FILE--
<?php
require __DIR__ . '/auto.inc';

$folder = fresh_folder(__FILE__);
mkdir("$folder/runs");
mkdir("$folder/parent");
mkdir("$folder/parent/runs");
symlink("$folder/runs", "$folder/link");
symlink("$folder/parent", "$folder/way");
touch("$folder/file");
file_put_contents("$folder/program.inc", '<?php
set_error_handler(function ($level, $message) { echo "handler: $message\n"; });
echo xhprof_info()["auto"]["profiled"] ? "profiled" : "not profiled", "\n";');
foreach (['runs', 'runs//', 'way/runs', 'link', 'link/', 'none', 'file', 'runs/../runs'] as $name) {
	foreach (['trigger', 'always'] as $when) {
		$told = child_php("$folder/program.inc", auto_settings("$folder/$name", "xhprof.auto=$when", 'log_errors=1'));
		echo "$name, $when: ", str_replace([$folder, "\n"], ['FOLDER', '. '], trim($told)), "\n";
	}
	echo implode(' ', names("$folder/runs")), '|', implode(' ', names("$folder/parent/runs")), "\n";
	forget("$folder/runs");
	forget("$folder/parent/runs");
}
foreach (['', 'runs', './runs'] as $relative) {
	chdir($folder);
	echo "'$relative': ",
		str_replace("\n", '. ', trim(child_php("$folder/program.inc", auto_settings($relative, 'log_errors=1')))), "\n";
}
// What the program does to the setting or the folder comes too late.
mkdir("$folder/elsewhere");
file_put_contents("$folder/moves.inc", "<?php ini_set('xhprof.output_dir', '$folder/elsewhere'); "
	. "rename('$folder/runs', '$folder/moved'); symlink('$folder/elsewhere', '$folder/runs');");
child_php("$folder/moves.inc", auto_settings("$folder/runs"));
echo implode(' ', names("$folder/elsewhere")), '|', implode(' ', names("$folder/moved")), "\n";
?>
--CLEAN--
<?php
require __DIR__ . '/auto.inc';
remove(__DIR__ . '/folder_unusable.tmp');
?>
--EXPECT--
runs, trigger: not profiled
runs, always: profiled
TIME-cli-program_inc-PID-RUN.xhprof.json|
runs//, trigger: not profiled
runs//, always: profiled
TIME-cli-program_inc-PID-RUN.xhprof.json|
way/runs, trigger: not profiled
way/runs, always: profiled
|TIME-cli-program_inc-PID-RUN.xhprof.json
link, trigger: not profiled
link, always: xhprof: FOLDER/link: it is a symbolic link. not profiled
|
link/, trigger: not profiled
link/, always: xhprof: FOLDER/link/: it is a symbolic link. not profiled
|
none, trigger: not profiled
none, always: xhprof: FOLDER/none: No such file or directory. not profiled
|
file, trigger: not profiled
file, always: xhprof: FOLDER/file: Not a directory. not profiled
|
runs/../runs, trigger: not profiled
runs/../runs, always: profiled
TIME-cli-program_inc-PID-RUN.xhprof.json|
'': xhprof: no run of this request: xhprof.output_dir is not set. not profiled
'runs': xhprof: runs: it must be an absolute path. not profiled
'./runs': xhprof: ./runs: it must be an absolute path. not profiled
|TIME-cli-moves_inc-PID-RUN.xhprof.json
