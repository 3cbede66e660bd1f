--TEST--
Calls made by the pipe operator are recorded
--SKIPIF--
<?php if (PHP_VERSION_ID < 80500) die('skip needs PHP 8.5'); ?>
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function leaf($x) { return "z$x"; }
class C
{
	static function fixed($x) { return leaf($x); }
	function method($x) { return leaf($x); }
}
function pipe($x, $object)
{
	return $x |> leaf(...) |> strrev(...) |> C::fixed(...) |> $object->method(...) |> (fn($y) => leaf($y)) |> 'strrev';
}

$object = new C;
xhprof_enable();
pipe('a', $object);
pipe('b', $object);
show(xhprof_disable());
?>
--EXPECT--
pipe==>leaf  ct=2
pipe==>strrev  ct=4
C::fixed==>leaf  ct=2
pipe==>C::fixed  ct=2
C::method==>leaf  ct=2
pipe==>C::method  ct=2
{closure}==>leaf  ct=2
pipe==>{closure}  ct=2
main()==>pipe  ct=2
main()==>xhprof_disable  ct=1
main()  ct=1
