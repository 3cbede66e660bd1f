--TEST--
The name of an anonymous class ends before its NUL byte
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

class Base
{
	function inherited($x) { return strrev($x); }
}
interface Shape
{
}
function leaf($x) { return $x; }

xhprof_enable();
$plain = new class { function m($x) { return leaf($x); } static function s($x) { return leaf($x); } };
$child = new class extends Base { function m($x) { return leaf($x); } };
$shape = new class implements Shape { function __invoke($x) { return leaf($x); } };
$plain->m(1);
$plain::s(1);
$child->m(1);
$child->inherited('x');
$shape(1);

// A second class of the same name in the output.
(new class { function m($x) { return leaf($x); } })->m(1);
$profile = xhprof_disable();
show($profile);
var_dump(json_encode(array_keys($profile)) !== false, str_contains(implode(array_keys($profile)), "\0"));
?>
--EXPECT--
class@anonymous::m==>leaf  ct=2
main()==>class@anonymous::m  ct=2
class@anonymous::s==>leaf  ct=1
main()==>class@anonymous::s  ct=1
Base@anonymous::m==>leaf  ct=1
main()==>Base@anonymous::m  ct=1
Base::inherited==>strrev  ct=1
main()==>Base::inherited  ct=1
Shape@anonymous::__invoke==>leaf  ct=1
main()==>Shape@anonymous::__invoke  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
bool(true)
bool(false)
