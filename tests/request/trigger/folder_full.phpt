--TEST--
With a full disk no file is left, the log has a line, and the request continues
--SKIPIF--
<?php
require __DIR__ . '/auto.inc';
if (PHP_OS_FAMILY !== 'Linux' || !is_root()) die('skip needs root, to mount');
$folder = __DIR__ . '/folder_full.skip';
mkdir($folder);
exec('mount -t tmpfs -o size=64k tmpfs ' . escapeshellarg($folder) . ' 2>&1', $lines, $status);
if ($status === 0) {
	exec('umount ' . escapeshellarg($folder));
}
rmdir($folder);
if ($status !== 0) die('skip may not mount');
?>
--FILE--
<?php
require __DIR__ . '/auto.inc';
require __DIR__ . '/../../cli/cli.inc';

$folder = fresh_folder(__FILE__);
mkdir("$folder/runs");
file_put_contents("$folder/program.inc", '<?php
set_error_handler(function ($level, $message) { echo "handler: $message\n"; });
for ($i = 0, $code = ""; $i < (int) $argv[1]; $i++) {
	$code .= "function f$i(\$x) { return \$x; } f$i(1);";
}
eval($code);
echo "went on\n";');
exec('mount -t tmpfs -o size=64k tmpfs ' . escapeshellarg("$folder/runs"));
foreach ([10, 2000, 10] as $functions) {
	foreach ([[], ['xhprof.keep=100']] as $settings) {
		echo trim(child_php("$folder/program.inc", auto_settings("$folder/runs", 'log_errors=1',
			'xhprof.auto_formats="xhprof,json"', ...$settings), [], [(string) $functions])), "\n",
			implode(' ', names("$folder/runs")), "\n";
	}
}
array_map(read_run(...), glob("$folder/runs/*.xhprof*"));
$room = disk_free_space("$folder/runs");
file_put_contents("$folder/runs/filler", str_repeat('x', (int) $room));
echo "== not a byte left\n",
	trim(child_php("$folder/program.inc", auto_settings("$folder/runs", 'log_errors=1'), [], ['1'])), "\n";
echo count(all_in("$folder/runs", '*.tmp')), " temporary files\n";
exec('umount ' . escapeshellarg("$folder/runs"));
?>
--CLEAN--
<?php
require __DIR__ . '/auto.inc';
exec('umount ' . escapeshellarg(__DIR__ . '/folder_full.tmp/runs') . ' 2>/dev/null');
remove(__DIR__ . '/folder_full.tmp');
?>
--EXPECT--
went on
RUN.cli.xhprof TIME-cli-program_inc-PID-RUN.xhprof.json
went on
RUN.cli.xhprof RUN.cli.xhprof TIME-cli-program_inc-PID-RUN.xhprof.json TIME-cli-program_inc-PID-RUN.xhprof.json
went on
xhprof: the run could not be saved in xhprof.output_dir: No space left on device
RUN.cli.xhprof RUN.cli.xhprof TIME-cli-program_inc-PID-RUN.xhprof.json TIME-cli-program_inc-PID-RUN.xhprof.json
went on
xhprof: the run could not be saved in xhprof.output_dir: No space left on device
RUN.cli.xhprof RUN.cli.xhprof TIME-cli-program_inc-PID-RUN.xhprof.json TIME-cli-program_inc-PID-RUN.xhprof.json
went on
RUN.cli.xhprof RUN.cli.xhprof RUN.cli.xhprof TIME-cli-program_inc-PID-RUN.xhprof.json TIME-cli-program_inc-PID-RUN.xhprof.json TIME-cli-program_inc-PID-RUN.xhprof.json
went on
RUN.cli.xhprof RUN.cli.xhprof RUN.cli.xhprof RUN.cli.xhprof TIME-cli-program_inc-PID-RUN.xhprof.json TIME-cli-program_inc-PID-RUN.xhprof.json TIME-cli-program_inc-PID-RUN.xhprof.json TIME-cli-program_inc-PID-RUN.xhprof.json
== not a byte left
went on
xhprof: the run could not be saved in xhprof.output_dir: No space left on device
0 temporary files
