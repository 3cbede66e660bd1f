--TEST--
A generator resumed within the same generator is a recursion
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function tree($n)
{
	if ($n > 0) {
		foreach (tree($n - 1) as $value) {
			yield leaf($value);
		}
	}
	yield leaf($n);
}
function leaf($x) { return $x; }

xhprof_enable();
foreach (tree(2) as $value) {
	leaf($value);
}
show(xhprof_disable());
?>
--EXPECT--
tree@2==>leaf  ct=1
tree@1==>tree@2  ct=2
tree@1==>leaf  ct=2
tree==>tree@1  ct=3
tree==>leaf  ct=3
main()==>tree  ct=4
main()==>leaf  ct=3
main()==>xhprof_disable  ct=1
main()  ct=1
