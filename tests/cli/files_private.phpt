--TEST--
Whatever the command writes is readable by its user alone; a folder that is shared with a group by its setgid bit shares it, and a file that is replaced keeps its mode
--SKIPIF--
<?php if (PHP_OS_FAMILY === 'Windows') die('skip no modes'); ?>
--FILE--
<?php
require __DIR__ . '/cli.inc';

umask(0022);
$script = own_file('script.tmp', '<?php function f() { return 1; } for ($i = 0; $i < 20; $i++) f();');
$folder = __DIR__ . '/files_private.folder.tmp';
mkdir($folder, 0755);
$mode = function (string $file): string {
	clearstatcache();
	return basename($file) . sprintf(' %o', fileperms($file) & 0777);
};

function write_all(string $folder, callable $mode): void
{
	global $script;
	$run = "$folder/run.json";
	$commands = [[$run, 'run', '--quiet', '--out', $run, '--', $script],
		["$folder/page.html", 'run', '--quiet', '--out', "$folder/page.html", '--', $script],
		["$folder/set.json", 'run', '--quiet', '--repeat', '2', '--out', "$folder/set.json", '--', $script],
		["$folder/run.cpuprofile", 'run', '--quiet', '--out', "$folder/run.cpuprofile", '--', $script],
		["$folder/report.html", 'report', $run, '--out', "$folder/report.html"],
		["$folder/run.callgrind", 'convert', $run, '--format', 'callgrind', '--out', "$folder/run.callgrind"],
		["$folder/run.firefox.json", 'convert', $run, '--format', 'firefox', '--out', "$folder/run.firefox.json"]];
	$shown = [];
	foreach ($commands as $words) {
		$result = cli(array_slice($words, 1));
		$shown[] = is_file($words[0]) ? $mode($words[0]) : "$words[0]: $result[err]";
	}
	echo implode(', ', $shown), "\n";
}

write_all($folder, $mode);
foreach (glob("$folder/*") as $file) {
	chmod($file, 0644);
}
write_all($folder, $mode);
array_map(unlink(...), glob("$folder/*"));
chmod($folder, 02750);
write_all($folder, $mode);
array_map(unlink(...), glob("$folder/*"));
chmod($folder, 02700);
write_all($folder, $mode);

// In the folder of runs as well.
chmod($folder, 02750);
array_map(unlink(...), glob("$folder/*"));
cli(['run', '--quiet', '--', $script], '', ["xhprof.output_dir=$folder"]);
printf("%o\n", fileperms(glob("$folder/*")[0]) & 0777);
array_map(unlink(...), glob("$folder/*"));
rmdir($folder);

// Names such as /dev/stdout stay, where they lead to a file.
cli(['run', '--quiet', '--out', $run = own_file('stdout.json'), '--', $script]);
foreach (['callgrind', 'firefox'] as $format) { // cli() reads its output from a file
	symlink('/proc/self/fd/1', $name = __DIR__ . '/files_private.stdout.tmp');
	cli(['convert', $run, '--format', $format, '--out', $name]);
	echo is_link($name) ? 'a symlink' : 'REPLACED', "\n";
	unlink($name);
}

// The umask of the script is what it was.
$umask = own_file('umask.tmp', '<?php printf("%o\n", umask()); touch($argv[1]);');
echo cli(['run', '--quiet', '--out', own_file('umask.json'), '--', $umask, $made = own_file('made')])['out'],
	$mode($made), "\n";
?>
--EXPECT--
run.json 600, page.html 600, set.json 600, run.cpuprofile 600, report.html 600, run.callgrind 600, run.firefox.json 600
run.json 644, page.html 644, set.json 644, run.cpuprofile 644, report.html 644, run.callgrind 644, run.firefox.json 644
run.json 640, page.html 640, set.json 640, run.cpuprofile 640, report.html 640, run.callgrind 640, run.firefox.json 640
run.json 600, page.html 600, set.json 600, run.cpuprofile 600, report.html 600, run.callgrind 600, run.firefox.json 600
640
a symlink
a symlink
22
files_private.made 644
