--TEST--
Without builtins, callbacks are children of the function that called the builtin
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function each_of($x) { return array_map('leaf', $x); }
function leaf($x) { return strrev($x); }
function nested($x) { return $x > 0 ? array_map('nested', [$x - 1]) : leaf($x); }
class Item implements JsonSerializable
{
	function jsonSerialize(): mixed { return leaf('x'); }
	function __toString(): string { return leaf('x'); }
}

xhprof_enable(XHPROF_FLAGS_NO_BUILTINS);
each_of(['a', 'b']);
array_map('leaf', ['c']);
json_encode(new Item);
strtolower(new Item);
nested(2);
$list = new ArrayObject([1]);
$list->count();
show(xhprof_disable());
?>
--EXPECT--
each_of==>leaf  ct=2
main()==>each_of  ct=1
main()==>leaf  ct=1
Item::jsonSerialize==>leaf  ct=1
main()==>Item::jsonSerialize  ct=1
Item::__toString==>leaf  ct=1
main()==>Item::__toString  ct=1
nested@2==>leaf  ct=1
nested@1==>nested@2  ct=1
nested==>nested@1  ct=1
main()==>nested  ct=1
main()  ct=1
