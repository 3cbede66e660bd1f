--TEST--
With run_init, the code of a file or an eval is its own call
--INI--
opcache.enable_cli=0
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function leaf($x) { return $x; }
function includes($path) { return include $path; }

chdir(__DIR__);
foreach ([true, false] as $run_init) {
	xhprof_enable(0, ['run_init' => $run_init]);
	var_dump(includes('inc/calls.inc'));
	include_once './inc/conditional.inc';
	try {
		includes(__DIR__ . '/inc/throws.inc');
	} catch (Exception $exception) {
		leaf(1);
	}
	eval('leaf(2);');
	show(xhprof_disable());
}

xhprof_enable(XHPROF_FLAGS_NO_BUILTINS, ['run_init' => true, 'ignored_functions' => ['run_init::inc/calls.inc']]);
includes(__DIR__ . '/inc/calls.inc');
includes(__DIR__ . '/inc/conditional.inc');
show(xhprof_disable());

foreach ([null, 1, 'yes', [], 1.0] as $value) {
	try {
		xhprof_enable(0, ['run_init' => $value]);
		echo "accepted\n";
	} catch (TypeError $error) {
		echo get_class($error), "\n";
	}
	var_dump(xhprof_disable());
}
?>
--EXPECT--
int(1)
includes==>load::inc/calls.inc  ct=1
run_init::inc/calls.inc==>leaf  ct=1
includes==>run_init::inc/calls.inc  ct=1
main()==>includes  ct=2
main()==>var_dump  ct=1
main()==>load::inc/conditional.inc  ct=1
run_init::inc/conditional.inc==>function_exists  ct=1
main()==>run_init::inc/conditional.inc  ct=1
includes==>load::inc/throws.inc  ct=1
run_init::inc/throws.inc==>leaf  ct=1
run_init::inc/throws.inc==>Exception::__construct  ct=1
includes==>run_init::inc/throws.inc  ct=1
main()==>leaf  ct=1
main()==>eval::TESTS/trace/symbol/include_run_init.php(17) : eval()'d code  ct=1
eval==>leaf  ct=1
main()==>eval  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
int(1)
includes==>load::inc/calls.inc  ct=1
includes==>leaf  ct=2
main()==>includes  ct=2
main()==>var_dump  ct=1
includes==>load::inc/throws.inc  ct=1
includes==>Exception::__construct  ct=1
main()==>leaf  ct=2
main()==>eval::TESTS/trace/symbol/include_run_init.php(17) : eval()'d code  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
includes==>load::inc/calls.inc  ct=1
includes==>leaf  ct=1
main()==>includes  ct=2
includes==>load::inc/conditional.inc  ct=1
includes==>run_init::inc/conditional.inc  ct=1
main()  ct=1
TypeError
NULL
TypeError
NULL
TypeError
NULL
TypeError
NULL
TypeError
NULL
