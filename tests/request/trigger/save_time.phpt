--TEST--
A run that is not saved within xhprof.save_timeout_ms is discarded, in every format, and xhprof_info() says so
--SKIPIF--
<?php if (xhprof_info()['clock'] !== 'fake') die('skip needs the fake clock'); ?>
--FILE--
<?php
require __DIR__ . '/auto.inc';

/* Before a format writes a row it reads the clock, which steps by 1 us. */
$folder = fresh_folder(__FILE__);
mkdir("$folder/runs");
file_put_contents("$folder/program.inc", <<<'PHP'
<?php
for ($i = 0, $code = ''; $i < ($argv[1] ?? 20000); $i++) {
	$code .= "function f$i() {} f$i();";
}
eval($code);
echo xhprof_info()['auto']['last'];
PHP);
foreach (['json', 'callgrind', 'pprof', 'folded', 'speedscope', 'chrome', 'log'] as $format) {
	foreach ([[1000, 20], [20000, 20], [20000, 0]] as [$functions, $most_ms]) {
		echo "$format, $functions functions, $most_ms ms: ",
			trim(child_php("$folder/program.inc", auto_settings("$folder/runs", 'log_errors=1',
				"xhprof.auto_formats=$format", 'xhprof.auto_mode=timeline', "xhprof.save_timeout_ms=$most_ms"), [],
				[(string) $functions])), implode(' ', names("$folder/runs")), "\n";
		forget("$folder/runs");
	}
}
serve("$folder/program.inc", auto_settings("$folder/runs", 'xhprof.save_timeout_ms=20'), function (callable $get) {
	$get('/');
	echo $get('/')[1], "\n";
});
echo implode(' ', names("$folder/runs")), "no file\n";
?>
--CLEAN--
<?php
require __DIR__ . '/auto.inc';
remove(__DIR__ . '/save_time.tmp');
?>
--EXPECT--
json, 1000 functions, 20 ms: TIME-cli-program_inc-PID-RUN.xhprof.json
json, 20000 functions, 20 ms: xhprof: the run could not be saved in xhprof.output_dir: it took longer than xhprof.save_timeout_ms
json, 20000 functions, 0 ms: TIME-cli-program_inc-PID-RUN.xhprof.json
callgrind, 1000 functions, 20 ms: TIME-cli-program_inc-PID-RUN.xhprof.callgrind
callgrind, 20000 functions, 20 ms: xhprof: the run could not be saved in xhprof.output_dir: it took longer than xhprof.save_timeout_ms
callgrind, 20000 functions, 0 ms: TIME-cli-program_inc-PID-RUN.xhprof.callgrind
pprof, 1000 functions, 20 ms: TIME-cli-program_inc-PID-RUN.xhprof.pb.gz
pprof, 20000 functions, 20 ms: xhprof: the run could not be saved in xhprof.output_dir: it took longer than xhprof.save_timeout_ms
pprof, 20000 functions, 0 ms: TIME-cli-program_inc-PID-RUN.xhprof.pb.gz
folded, 1000 functions, 20 ms: TIME-cli-program_inc-PID-RUN.xhprof.folded
folded, 20000 functions, 20 ms: xhprof: the run could not be saved in xhprof.output_dir: it took longer than xhprof.save_timeout_ms
folded, 20000 functions, 0 ms: TIME-cli-program_inc-PID-RUN.xhprof.folded
speedscope, 1000 functions, 20 ms: TIME-cli-program_inc-PID-RUN.xhprof.speedscope.json
speedscope, 20000 functions, 20 ms: xhprof: the run could not be saved in xhprof.output_dir: it took longer than xhprof.save_timeout_ms
speedscope, 20000 functions, 0 ms: TIME-cli-program_inc-PID-RUN.xhprof.speedscope.json
chrome, 1000 functions, 20 ms: TIME-cli-program_inc-PID-RUN.xhprof.chrome.json
chrome, 20000 functions, 20 ms: xhprof: the run could not be saved in xhprof.output_dir: it took longer than xhprof.save_timeout_ms
chrome, 20000 functions, 0 ms: TIME-cli-program_inc-PID-RUN.xhprof.chrome.json
log, 1000 functions, 20 ms: TIME-cli-program_inc-PID-RUN.xhprof.log
log, 20000 functions, 20 ms: xhprof: the run could not be saved in xhprof.output_dir: it took longer than xhprof.save_timeout_ms
log, 20000 functions, 0 ms: TIME-cli-program_inc-PID-RUN.xhprof.log
not saved: it took longer than xhprof.save_timeout_ms
no file
