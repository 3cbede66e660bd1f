--TEST--
A run beyond the limit of file sizes is lost with a line in the log; what a killed worker left is swept without a keep_* setting
--SKIPIF--
<?php if (PHP_OS_FAMILY === 'Windows') die('skip no such limit there'); ?>
--FILE--
<?php
require __DIR__ . '/auto.inc';

$folder = fresh_folder(__FILE__);
mkdir("$folder/runs");
file_put_contents("$folder/program.inc", '<?php
for ($i = 0; $i < 2000; $i++) { eval("function f$i() {} f$i();"); }
echo "end\n";
exit(7);
');
$command = implode(' ', array_map(escapeshellarg(...), [PHP_BINARY, '-n',
	...array_merge(...array_map(fn ($setting) => ['-d', $setting], array_filter(['extension=' . module_path(),
		'log_errors=1', ...auto_settings("$folder/runs")], fn ($s) => $s !== 'extension='))), "$folder/program.inc"]));
exec("ulimit -f 20; $command 2>&1", $lines, $status);
echo implode("\n", preg_replace('/^.*?(?=xhprof:)/', '', $lines)), "\nstatus $status\n";
echo implode(' ', array_diff(scandir("$folder/runs"), ['.', '..'])), "\n";

/* One save in a hundred looks for it. */
touch("$folder/runs/.xhprof-77-0.tmp", 1000);
touch("$folder/runs/.xhprof-77-1.tmp");
file_put_contents("$folder/worker.inc", '<?php
for ($i = 0; $i < 3000 && is_file("' . $folder . '/runs/.xhprof-77-0.tmp"); $i++) {
	clearstatcache();
	xhprof_request_begin(["url" => "job"]);
	xhprof_request_end();
	array_map("unlink", glob("' . $folder . '/runs/*.json"));
}
');
echo child_php("$folder/worker.inc", auto_settings("$folder/runs"));
echo implode(' ', preg_grep('/tmp$/', scandir("$folder/runs"))), "\n";
?>
--CLEAN--
<?php
require __DIR__ . '/auto.inc';
remove(__DIR__ . '/save_file_limit.tmp');
?>
--EXPECT--
end
xhprof: the run could not be saved in xhprof.output_dir: File too large
status 7


.xhprof-77-1.tmp
