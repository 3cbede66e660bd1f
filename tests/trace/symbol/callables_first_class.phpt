--TEST--
First-class callables count as their target, made before or in the profile, used in it, after it and in the next
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function leaf($x) { return $x; }
class C
{
	function method($x) { return leaf($x); }
	static function fixed($x) { return leaf($x); }
}
function call_each($callables)
{
	foreach ($callables as $callable) {
		$callable('x');
	}
}
function from_callables()
{
	return array_map([Closure::class, 'fromCallable'], ['leaf', 'strrev', [new C, 'method'], 'C::fixed']);
}

$before = [leaf(...), strrev(...), (new C)->method(...), C::fixed(...), (new ArrayObject)->append(...)];
$copies = $before;
call_each($copies);

echo "made before\n";
xhprof_enable();
call_each($before);
$during = [leaf(...), strrev(...), (new C)->method(...), C::fixed(...), (new ArrayObject)->append(...)];
call_each($during);
show(xhprof_disable());
call_each($before);
call_each($during);

echo "second run\n";
xhprof_enable();
call_each($before);
call_each($during);
show(xhprof_disable());

echo "from callable\n";
xhprof_enable();
$during = from_callables();
call_each($during);
array_map($during[1], ['x']);
show(xhprof_disable());
call_each($during);

echo "without builtins\n";
xhprof_enable(XHPROF_FLAGS_NO_BUILTINS);
call_each($before);
call_each($during);
array_map($during[1], ['x']);
$during = [strrev(...)];
call_each($during);
show(xhprof_disable());
call_each($during);
?>
--EXPECT--
made before
call_each==>leaf  ct=2
call_each==>strrev  ct=2
C::method==>leaf  ct=2
call_each==>C::method  ct=2
C::fixed==>leaf  ct=2
call_each==>C::fixed  ct=2
call_each==>ArrayObject::append  ct=2
main()==>call_each  ct=2
main()==>ArrayObject::__construct  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
second run
call_each==>leaf  ct=2
call_each==>strrev  ct=2
C::method==>leaf  ct=2
call_each==>C::method  ct=2
C::fixed==>leaf  ct=2
call_each==>C::fixed  ct=2
call_each==>ArrayObject::append  ct=2
main()==>call_each  ct=2
main()==>xhprof_disable  ct=1
main()  ct=1
from callable
array_map==>Closure::fromCallable  ct=4
from_callables==>array_map  ct=1
main()==>from_callables  ct=1
call_each==>leaf  ct=1
call_each==>strrev  ct=1
C::method==>leaf  ct=1
call_each==>C::method  ct=1
C::fixed==>leaf  ct=1
call_each==>C::fixed  ct=1
main()==>call_each  ct=1
array_map==>strrev  ct=1
main()==>array_map  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
without builtins
call_each==>leaf  ct=2
C::method==>leaf  ct=2
call_each==>C::method  ct=2
C::fixed==>leaf  ct=2
call_each==>C::fixed  ct=2
main()==>call_each  ct=3
main()  ct=1
