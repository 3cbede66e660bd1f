--TEST--
eval:: carries the file and line of the eval, and nested evals nest
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function leaf($x) { return $x; }
function evaluate($code) { return eval($code); }

xhprof_enable();
eval('leaf(1);');
evaluate('return leaf(2);');
evaluate('return leaf(3);');
evaluate('return eval("return leaf(4);");');
eval('function late($x) { return leaf($x); }');
late(5);
try {
	eval('this does not parse');
} catch (ParseError $error) {
	leaf(6);
}
$made = eval('return fn($x) => leaf($x);');
$made(7);
show(xhprof_disable());

xhprof_enable(XHPROF_FLAGS_NO_BUILTINS);
eval('leaf(strrev("x"));');
show(xhprof_disable());
?>
--EXPECT--
main()==>eval::TESTS/trace/symbol/eval_names.php(8) : eval()'d code  ct=1
main()==>leaf  ct=2
evaluate==>eval::TESTS/trace/symbol/eval_names.php(5) : eval()'d code  ct=3
evaluate==>leaf  ct=3
main()==>evaluate  ct=3
evaluate==>eval::TESTS/trace/symbol/eval_names.php(5) : eval()'d code(1) : eval()'d code  ct=1
main()==>eval::TESTS/trace/symbol/eval_names.php(12) : eval()'d code  ct=1
late==>leaf  ct=1
main()==>late  ct=1
main()==>eval::TESTS/trace/symbol/eval_names.php(15) : eval()'d code  ct=1
main()==>eval::TESTS/trace/symbol/eval_names.php(19) : eval()'d code  ct=1
{closure}==>leaf  ct=1
main()==>{closure}  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
main()==>eval::TESTS/trace/symbol/eval_names.php(24) : eval()'d code  ct=1
main()==>leaf  ct=1
main()  ct=1
