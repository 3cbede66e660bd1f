--TEST--
Without a free file descriptor at its end, a request's run is lost with a line in the log and leaves no file
--SKIPIF--
<?php
if (PHP_OS_FAMILY !== 'Linux'
	|| trim((string) shell_exec('command -v prlimit')) === '') die('skip needs prlimit on Linux');
if (getenv('SKIP_ASAN')) die('skip the sanitizer needs descriptors at the end');
?>
--FILE--
<?php
require __DIR__ . '/../request/trigger/auto.inc';

$folder = fresh_folder(__FILE__);
mkdir("$folder/runs");
file_put_contents("$folder/program.inc", '<?php
/* What is open stays open. */
shell_exec("prlimit --nofile=3:3 --pid " . getmypid());
echo "end of the program\n";
');
echo child_php("$folder/program.inc", auto_settings("$folder/runs", 'log_errors=1')),
	implode(' ', names("$folder/runs")), "\n";
?>
--CLEAN--
<?php
require __DIR__ . '/../request/trigger/auto.inc';
remove(__DIR__ . '/files_exhausted_auto.tmp');
?>
--EXPECTF--
end of the program
xhprof: the run could not be saved in xhprof.output_dir: %rToo many open files|No file descriptors available%r
