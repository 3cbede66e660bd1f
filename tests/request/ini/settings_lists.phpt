--TEST--
xhprof.keep is a list of limits and xhprof.save_if one of conditions; a word that is neither is refused
--FILE--
<?php
require __DIR__ . '/../trigger/auto.inc';

$folder = fresh_folder(__FILE__);
file_put_contents("$folder/program.inc", '<?php echo ini_get("xhprof.keep"), "/", ini_get("xhprof.save_if"), "\n";');
$values = ['keep' => ['2000', '14D, 1g;5/URI', '', '0M', '1.5G', '14', '14m', '14w', '64m/RUN', '5M/uri', '64/run',
	'5/url', 'd', '-1'], 'save_if' => ['500ms', '1.5S, 64m|ERROR', '', 'errors', '500', '64', '500 ms', '1d', '0.5us',
		'64MB', str_repeat('0', 40) . '1s']];
foreach ($values as $setting => $lists) {
	foreach ($lists as $list) {
		echo "$setting=$list: ", preg_replace('/ in Unknown on line \d+\s*/', '| ',
			ltrim(child_php("$folder/program.inc", ["xhprof.$setting=\"$list\""])));
	}
}
?>
--CLEAN--
<?php
require __DIR__ . '/../trigger/auto.inc';
remove(__DIR__ . '/settings_lists.tmp');
?>
--EXPECT--
keep=2000: 2000/
keep=14D, 1g;5/URI: 14D, 1g;5/URI/
keep=: /
keep=0M: 0M/
keep=1.5G: Warning: xhprof.keep must be a list of limits, as in 1000M, 64M/run, 14d, 2000, 5/uri; using the default| 1000M,64M/run/
keep=14: 14/
keep=14m: 14m/
keep=14w: Warning: xhprof.keep must be a list of limits, as in 1000M, 64M/run, 14d, 2000, 5/uri; using the default| 1000M,64M/run/
keep=64m/RUN: 64m/RUN/
keep=5M/uri: Warning: xhprof.keep must be a list of limits, as in 1000M, 64M/run, 14d, 2000, 5/uri; using the default| 1000M,64M/run/
keep=64/run: Warning: xhprof.keep must be a list of limits, as in 1000M, 64M/run, 14d, 2000, 5/uri; using the default| 1000M,64M/run/
keep=5/url: Warning: xhprof.keep must be a list of limits, as in 1000M, 64M/run, 14d, 2000, 5/uri; using the default| 1000M,64M/run/
keep=d: Warning: xhprof.keep must be a list of limits, as in 1000M, 64M/run, 14d, 2000, 5/uri; using the default| 1000M,64M/run/
keep=-1: Warning: xhprof.keep must be a list of limits, as in 1000M, 64M/run, 14d, 2000, 5/uri; using the default| 1000M,64M/run/
save_if=500ms: 1000M,64M/run/500ms
save_if=1.5S, 64m|ERROR: 1000M,64M/run/1.5S, 64m|ERROR
save_if=: 1000M,64M/run/
save_if=errors: Warning: xhprof.save_if must be a list of conditions, as in 500ms, 64M, error; using the default| 1000M,64M/run/
save_if=500: Warning: xhprof.save_if must be a list of conditions, as in 500ms, 64M, error; using the default| 1000M,64M/run/
save_if=64: Warning: xhprof.save_if must be a list of conditions, as in 500ms, 64M, error; using the default| 1000M,64M/run/
save_if=500 ms: Warning: xhprof.save_if must be a list of conditions, as in 500ms, 64M, error; using the default| 1000M,64M/run/
save_if=1d: Warning: xhprof.save_if must be a list of conditions, as in 500ms, 64M, error; using the default| 1000M,64M/run/
save_if=0.5us: Warning: xhprof.save_if must be a list of conditions, as in 500ms, 64M, error; using the default| 1000M,64M/run/
save_if=64MB: Warning: xhprof.save_if must be a list of conditions, as in 500ms, 64M, error; using the default| 1000M,64M/run/
save_if=00000000000000000000000000000000000000001s: Warning: xhprof.save_if must be a list of conditions, as in 500ms, 64M, error; using the default| 1000M,64M/run/
