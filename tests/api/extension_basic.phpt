--TEST--
The extension is called xhprof and its major version is 3
--FILE--
<?php
var_dump(extension_loaded('xhprof'));
var_dump((bool) preg_match('/^3\.\d+\.\d+/', phpversion('xhprof')));

// Old profilers take 0.9.7 and above for a sign of this function.
var_dump(function_exists('xhprof_layers_enable'));

ob_start();
(new ReflectionExtension('xhprof'))->info();
$info = ob_get_clean();
foreach (['/^xhprof$/m', '/^xhprof support => enabled$/m', '/^Version => 3\./m',
	'/^xhprof\.output_dir => no value => no value$/m',
	'/^xhprof\.collect_additional_info => \S+ => \S+$/m',
	'/^xhprof\.sampling_interval => 100000 => 100000$/m',
	'/^xhprof\.sampling_depth => 0x7fffffff => 0x7fffffff$/m'] as $line) {
	if (!preg_match($line, $info)) {
		echo "missing: $line\n$info";
	}
}
?>
--EXPECT--
bool(true)
bool(true)
bool(false)
