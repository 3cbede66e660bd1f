--TEST--
File code belongs to main() or the includer, or to run_init:: on request; compilation is load::
--SKIPIF--
<?php require __DIR__ . '/skipif.inc'; need_wall_by_signal(); ?>
--INI--
opcache.enable_cli=0
--FILE--
<?php
require __DIR__ . '/sample.inc';

$file = __DIR__ . '/include_big.inc';
file_put_contents($file, "<?php usleep(100000);\nif (!function_exists('big')) { function big() {\n"
	. str_repeat("\$a = [1, \$b, 'x' => f(\$c . 'y')];\n", PHP_DEBUG ? 5000 : 60000) . "}}\n");
function includes(string $file) { include $file; }

foreach ([false, true] as $run_init) {
	$wanted = [];
	foreach (tries() as $try) {
		xhprof_sample_enable(['interval' => 1000, 'run_init' => $run_init]);
		if ($run_init) {
			includes(__DIR__ . '/include_small.inc');
			eval('usleep(100000);');
		} else {
			includes($file);
		}
		// To compile the small file takes no sample, unless PHP is slow.
		$wanted = array_unique([...$wanted,
			...array_values(preg_grep('/(includes|eval)==>.*usleep$|load::.*big/', xhprof_sample_disable()))]);
		if (count($wanted) >= 2) {
			break;
		}
	}
	sort($wanted);
	echo str_replace('==>', ' ', implode("\n", $wanted)), "\n";
}
?>
--CLEAN--
<?php @unlink(__DIR__ . '/include_big.inc'); ?>
--EXPECT--
main() includes load::sampler/include_big.inc
main() includes usleep
main() eval usleep
main() includes run_init::sampler/include_small.inc usleep
