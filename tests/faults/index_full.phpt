--TEST--
If the disk is full when a run is added to the index, the run is lost with a line in the log, no partial line stays, and the next run is listed
--SKIPIF--
<?php
if (PHP_OS_FAMILY !== 'Linux' || trim((string) shell_exec('command -v prlimit')) === '') die('skip needs prlimit on Linux');
if (!function_exists('pcntl_signal')) die('skip needs pcntl');
?>
--FILE--
<?php
require __DIR__ . '/../trigger/auto.inc';

$folder = fresh_folder(__FILE__);
mkdir("$folder/runs");
$settings = auto_settings("$folder/runs", 'xhprof.keep_files=100', 'log_errors=1');
$index = "$folder/runs/.xhprof-index";
file_put_contents("$folder/program.inc", '<?php echo "ran\n";');
file_put_contents("$folder/full.inc", '<?php
/* The disk is as full as a file may not be larger. */
pcntl_signal(SIGXFSZ, SIG_IGN);
shell_exec("prlimit --fsize=$argv[1] --pid " . getmypid());
echo "ran on\n";
');
do {
	child_php("$folder/program.inc", $settings);
} while (filesize($index) < 2 * filesize(glob("$folder/runs/*.json")[0]));
$before = file_get_contents($index);
echo child_php("$folder/full.inc", $settings, arguments: [strlen($before) + 20]);
echo substr(file_get_contents($index), 0, strlen($before)) === $before && filesize($index) === strlen($before) ? '' : "changed\n";
echo child_php("$folder/program.inc", $settings);
$lines = array_slice(file($index), 1);
$well = preg_grep('~^\d+ \d+ \d+ [0-9a-f]{16} \S+\.xhprof\.json\n$~', $lines);
echo count($lines) - count($well), " broken\n";
echo count(glob("$folder/runs/*.json")) - count($lines), " not in it\n";
?>
--CLEAN--
<?php
require __DIR__ . '/../trigger/auto.inc';
remove(__DIR__ . '/index_full.tmp');
?>
--EXPECT--
ran on
xhprof: the run could not be saved in xhprof.output_dir: the index in the folder cannot be written
ran
0 broken
0 not in it
