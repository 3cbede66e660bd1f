--TEST--
Every callback of an internal function is its child
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function compare($x, $y) { return $x <=> $y; }
function keep($x) { return leaf($x) > 1; }
function replace($match) { return leaf($match[0]); }
function add($sum, $x) { return $sum + leaf($x); }
function each_item(&$x, $key) { $x = leaf($x); }
function leaf($x) { return $x; }
class Item implements JsonSerializable, Countable, IteratorAggregate, ArrayAccess
{
	function __construct(public $x) { }
	function jsonSerialize(): mixed { return leaf($this->x); }
	function count(): int { return leaf($this->x); }
	function getIterator(): Iterator { return new ArrayIterator([leaf($this->x)]); }
	function offsetExists(mixed $offset): bool { return leaf(true); }
	function offsetGet(mixed $offset): mixed { return leaf($offset); }
	function offsetSet(mixed $offset, mixed $value): void { leaf($offset); }
	function offsetUnset(mixed $offset): void { leaf($offset); }
	function __serialize(): array { return [leaf($this->x)]; }
	function __unserialize(array $data): void { $this->x = leaf($data[0]); }
	function __clone() { leaf($this->x); }
}

$list = [2, 1];
$item = new Item(1);
$reflection = new ReflectionFunction('leaf');
xhprof_enable();
usort($list, 'compare');
array_filter($list, 'keep');
preg_replace_callback('/a/', 'replace', 'aba');
array_reduce($list, 'add', 0);
array_walk($list, 'each_item');
json_encode([$item, $item]);
iterator_count($item);
foreach ($item as $value);
$copy = unserialize(serialize($item));
$copy = clone $item;
isset($item[1]) && $item[1];
$item[2] = 2;
unset($item[3]);
$reflection->invoke(1);
$reflection->invokeArgs([1]);
iterator_apply(new ArrayIterator([1, 2]), 'leaf', [0]);
show(xhprof_disable());
?>
--EXPECT--
usort==>compare  ct=1
main()==>usort  ct=1
keep==>leaf  ct=2
array_filter==>keep  ct=2
main()==>array_filter  ct=1
replace==>leaf  ct=2
preg_replace_callback==>replace  ct=2
main()==>preg_replace_callback  ct=1
add==>leaf  ct=2
array_reduce==>add  ct=2
main()==>array_reduce  ct=1
each_item==>leaf  ct=2
array_walk==>each_item  ct=2
main()==>array_walk  ct=1
Item::jsonSerialize==>leaf  ct=2
json_encode==>Item::jsonSerialize  ct=2
main()==>json_encode  ct=1
Item::getIterator==>leaf  ct=2
Item::getIterator==>ArrayIterator::__construct  ct=2
iterator_count==>Item::getIterator  ct=1
main()==>iterator_count  ct=1
main()==>Item::getIterator  ct=1
Item::__serialize==>leaf  ct=1
serialize==>Item::__serialize  ct=1
main()==>serialize  ct=1
Item::__unserialize==>leaf  ct=1
unserialize==>Item::__unserialize  ct=1
main()==>unserialize  ct=1
Item::__clone==>leaf  ct=1
main()==>Item::__clone  ct=1
Item::offsetExists==>leaf  ct=1
main()==>Item::offsetExists  ct=1
Item::offsetGet==>leaf  ct=1
main()==>Item::offsetGet  ct=1
Item::offsetSet==>leaf  ct=1
main()==>Item::offsetSet  ct=1
Item::offsetUnset==>leaf  ct=1
main()==>Item::offsetUnset  ct=1
ReflectionFunction::invoke==>leaf  ct=1
main()==>ReflectionFunction::invoke  ct=1
ReflectionFunction::invokeArgs==>leaf  ct=1
main()==>ReflectionFunction::invokeArgs  ct=1
main()==>ArrayIterator::__construct  ct=1
iterator_apply==>leaf  ct=1
main()==>iterator_apply  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
