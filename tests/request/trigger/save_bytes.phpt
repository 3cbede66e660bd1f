--TEST--
A run of more bytes than xhprof.keep allows for a run or for all, in all its files, is stopped; no part of it stays
--FILE--
<?php
require __DIR__ . '/auto.inc';

$folder = fresh_folder(__FILE__);
mkdir("$folder/runs");
file_put_contents("$folder/program.inc", <<<'PHP'
<?php
$name = str_repeat('f', 1000);
for ($i = 0, $code = ''; $i < 600; $i++) {
	$code .= "function $name$i() {} $name$i();";
}
eval($code);
exit(7);
PHP);
$run = static function (string ...$settings) use ($folder): void {
	echo implode(' ', $settings) ?: 'defaults', ":\n  ",
		trim(child_php("$folder/program.inc", auto_settings("$folder/runs", 'log_errors=1', ...$settings))), "\n  ",
		implode(' ', names("$folder/runs")) ?: 'no file', "\n";
	forget("$folder/runs");
};
$run();
$run('xhprof.keep=1M/run');
$run('xhprof.keep=1M/run', 'xhprof.auto_formats=json,callgrind');
$run('xhprof.keep=488K/run');
$run('xhprof.keep=1M,0M/run', 'xhprof.auto_formats=json,callgrind');
$run('xhprof.keep=0M/run', 'xhprof.auto_formats=json,callgrind');
foreach (['json', 'xhprof', 'callgrind', 'pprof', 'folded', 'speedscope', 'xhgui', 'chrome', 'log'] as $format) {
	$run('xhprof.keep=1K/run', "xhprof.auto_formats=$format", 'xhprof.auto_mode=timeline');
}
?>
--CLEAN--
<?php
require __DIR__ . '/auto.inc';
remove(__DIR__ . '/save_bytes.tmp');
?>
--EXPECT--
defaults:
  ended with status 7
  TIME-cli-program_inc-PID-RUN.xhprof.json
xhprof.keep=1M/run:
  ended with status 7
  TIME-cli-program_inc-PID-RUN.xhprof.json
xhprof.keep=1M/run xhprof.auto_formats=json,callgrind:
  xhprof: the run could not be saved in xhprof.output_dir: it is larger than xhprof.keep allows
ended with status 7
  no file
xhprof.keep=488K/run:
  xhprof: the run could not be saved in xhprof.output_dir: it is larger than xhprof.keep allows
ended with status 7
  no file
xhprof.keep=1M,0M/run xhprof.auto_formats=json,callgrind:
  xhprof: the run could not be saved in xhprof.output_dir: it is larger than xhprof.keep allows
ended with status 7
  no file
xhprof.keep=0M/run xhprof.auto_formats=json,callgrind:
  ended with status 7
  TIME-cli-program_inc-PID-RUN.xhprof.callgrind TIME-cli-program_inc-PID-RUN.xhprof.json
xhprof.keep=1K/run xhprof.auto_formats=json xhprof.auto_mode=timeline:
  xhprof: the run could not be saved in xhprof.output_dir: it is larger than xhprof.keep allows
ended with status 7
  no file
xhprof.keep=1K/run xhprof.auto_formats=xhprof xhprof.auto_mode=timeline:
  xhprof: the run could not be saved in xhprof.output_dir: it is larger than xhprof.keep allows
ended with status 7
  no file
xhprof.keep=1K/run xhprof.auto_formats=callgrind xhprof.auto_mode=timeline:
  xhprof: the run could not be saved in xhprof.output_dir: it is larger than xhprof.keep allows
ended with status 7
  no file
xhprof.keep=1K/run xhprof.auto_formats=pprof xhprof.auto_mode=timeline:
  xhprof: the run could not be saved in xhprof.output_dir: it is larger than xhprof.keep allows
ended with status 7
  no file
xhprof.keep=1K/run xhprof.auto_formats=folded xhprof.auto_mode=timeline:
  xhprof: the run could not be saved in xhprof.output_dir: it is larger than xhprof.keep allows
ended with status 7
  no file
xhprof.keep=1K/run xhprof.auto_formats=speedscope xhprof.auto_mode=timeline:
  xhprof: the run could not be saved in xhprof.output_dir: it is larger than xhprof.keep allows
ended with status 7
  no file
xhprof.keep=1K/run xhprof.auto_formats=xhgui xhprof.auto_mode=timeline:
  xhprof: the run could not be saved in xhprof.output_dir: it is larger than xhprof.keep allows
ended with status 7
  no file
xhprof.keep=1K/run xhprof.auto_formats=chrome xhprof.auto_mode=timeline:
  xhprof: the run could not be saved in xhprof.output_dir: it is larger than xhprof.keep allows
ended with status 7
  no file
xhprof.keep=1K/run xhprof.auto_formats=log xhprof.auto_mode=timeline:
  xhprof: the run could not be saved in xhprof.output_dir: it is larger than xhprof.keep allows
ended with status 7
  no file
