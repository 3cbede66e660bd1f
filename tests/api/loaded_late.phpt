--TEST--
Loaded by dl(), too late to profile, the extension warns and starts no profile
--SKIPIF--
<?php
require __DIR__ . '/../helper.inc';
if (!function_exists('dl') || module_path() === null) die('skip needs dl() and a module');
?>
--FILE--
<?php
require __DIR__ . '/../helper.inc';

file_put_contents($file = __DIR__ . '/loaded_late.inc.tmp', '<?php
dl(basename($argv[1]));
echo xhprof_info()["hook"], ": ", xhprof_info()["hook_reason"], "\n";
xhprof_enable();
var_dump(xhprof_disable());
foreach (["signal", "interrupt"] as $engine) {
	xhprof_sample_enable(["engine" => $engine]);
	var_dump(xhprof_sample_disable());
}
echo "end\n";
');
exec(implode(' ', array_map(escapeshellarg(...), [PHP_BINARY, '-n', '-d', 'display_errors=1', '-d', 'html_errors=0',
	'-d', 'log_errors=0', '-d', 'extension_dir=' . dirname(module_path()), $file, module_path()])) . ' 2>&1', $lines,
	$status);
echo preg_replace('/ in \S+ on line \d+/', '', implode("\n", $lines)), "\n", $status, "\n";
?>
--CLEAN--
<?php @unlink(__DIR__ . '/loaded_late.inc.tmp'); ?>
--EXPECT--
off: loaded by dl(); load it in php.ini instead

Warning: xhprof_enable(): profiling is off: loaded by dl(); load it in php.ini instead
NULL

Warning: xhprof_sample_enable(): sampling is off: loaded by dl(); load it in php.ini instead
NULL

Warning: xhprof_sample_enable(): sampling is off: loaded by dl(); load it in php.ini instead
NULL
end
0
