--TEST--
Generator methods, closures and getIterator() are named like other functions
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

class Numbers implements IteratorAggregate
{
	function getIterator(): Generator { yield leaf(1); yield leaf(2); }
	static function fixed() { yield leaf(3); }
}
function leaf($x) { return $x; }

$closure = function () { yield leaf(4); };
$arrow = fn() => yield leaf(5);
xhprof_enable();
foreach (new Numbers as $value);
foreach (Numbers::fixed() as $value);
foreach ($closure() as $value);
iterator_to_array(new Numbers);
iterator_count($arrow());
show(xhprof_disable());
?>
--EXPECT--
Numbers::getIterator==>leaf  ct=4
main()==>Numbers::getIterator  ct=3
Numbers::fixed==>leaf  ct=1
main()==>Numbers::fixed  ct=2
{closure}==>leaf  ct=2
main()==>{closure}  ct=2
iterator_to_array==>Numbers::getIterator  ct=3
main()==>iterator_to_array  ct=1
iterator_count==>{closure}  ct=2
main()==>iterator_count  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
