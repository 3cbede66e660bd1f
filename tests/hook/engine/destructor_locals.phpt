--TEST--
Locals and arguments are destroyed after their function's call is closed, and their destructors belong to its caller
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

class D
{
	function __destruct() { leaf(1); }
}
function local($x) { $d = new D; return leaf($x); }
function argument($d) { return leaf(1); }
function thrower($x) { $d = new D; throw new Exception($x); }
function nested($x) { $d = new D; local($x); leaf($x); }
function g($x) { $d = new D; yield leaf($x); }
function consumer($x)
{
	foreach (g($x) as $value) {
		leaf($value);
	}
	leaf($x);
}
function catcher($x)
{
	try {
		thrower($x);
	} catch (Exception $exception) {
		unset($exception);
	}
	leaf($x);
}
function leaf($x) { return $x; }

xhprof_enable();
local(1);
argument(new D);
nested(1);
catcher(1);
array_map('local', [1]);
show(xhprof_disable());

// Until PHP 8.1 a generator that ends destroys them itself; observers have seen its call end.
$is_within = PHP_VERSION_ID < 80200 && xhprof_info()['hook'] === 'ex';
xhprof_enable();
consumer(1);
$counts = counts(xhprof_disable());
echo $counts[$destroyed = $is_within ? 'g==>D::__destruct' : 'consumer==>D::__destruct'], " destroyed\n";
foreach (array_diff_key($counts, [$destroyed => 1]) as $key => $count) {
	echo "$key $count\n";
}

xhprof_enable(XHPROF_FLAGS_NO_BUILTINS);
local(1);
array_map('argument', [new D]);
show(xhprof_disable());
?>
--EXPECT--
local==>leaf  ct=3
main()==>local  ct=1
D::__destruct==>leaf  ct=6
main()==>D::__destruct  ct=3
argument==>leaf  ct=1
main()==>argument  ct=1
nested==>local  ct=1
nested==>D::__destruct  ct=1
nested==>leaf  ct=1
main()==>nested  ct=1
thrower==>Exception::__construct  ct=1
catcher==>thrower  ct=1
catcher==>D::__destruct  ct=1
catcher==>leaf  ct=1
main()==>catcher  ct=1
array_map==>local  ct=1
array_map==>D::__destruct  ct=1
main()==>array_map  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
1 destroyed
D::__destruct==>leaf 1
consumer==>g 2
consumer==>leaf 2
g==>leaf 1
main() 1
main()==>consumer 1
main()==>xhprof_disable 1
local==>leaf  ct=1
main()==>local  ct=1
D::__destruct==>leaf  ct=2
main()==>D::__destruct  ct=2
argument==>leaf  ct=1
main()==>argument  ct=1
main()  ct=1
