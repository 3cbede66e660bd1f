--TEST--
Iterator methods of user classes are called by the loop or function that iterates
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

class Numbers implements Iterator
{
	private $i = 0;
	function __construct(private $n) { }
	function current(): mixed { return leaf($this->i); }
	function key(): mixed { return leaf($this->i); }
	function next(): void { $this->i++; }
	function rewind(): void { $this->i = 0; }
	function valid(): bool { return $this->i < $this->n; }
}
function leaf($x) { return $x; }
function keep($x) { return leaf($x) > 0; } // a debug PHP insists on a bool
function loop($iterator)
{
	foreach ($iterator as $key => $value);
}

$numbers = new Numbers(2);
xhprof_enable();
loop($numbers);
iterator_to_array($numbers);
loop(new ArrayIterator([1, 2, 3]));
loop(new IteratorIterator($numbers));
iterator_count(new CallbackFilterIterator(new ArrayIterator([1, 2]), 'keep'));
$copy = [...$numbers];
show(xhprof_disable());
?>
--EXPECT--
loop==>Numbers::rewind  ct=1
loop==>Numbers::valid  ct=3
Numbers::current==>leaf  ct=8
loop==>Numbers::current  ct=2
Numbers::key==>leaf  ct=8
loop==>Numbers::key  ct=2
loop==>Numbers::next  ct=2
main()==>loop  ct=3
iterator_to_array==>Numbers::rewind  ct=1
iterator_to_array==>Numbers::valid  ct=3
iterator_to_array==>Numbers::current  ct=2
iterator_to_array==>Numbers::key  ct=2
iterator_to_array==>Numbers::next  ct=2
main()==>iterator_to_array  ct=1
main()==>ArrayIterator::__construct  ct=2
main()==>IteratorIterator::__construct  ct=1
IteratorIterator::rewind==>Numbers::rewind  ct=1
IteratorIterator::rewind==>Numbers::valid  ct=1
IteratorIterator::rewind==>Numbers::current  ct=1
IteratorIterator::rewind==>Numbers::key  ct=1
loop==>IteratorIterator::rewind  ct=1
loop==>IteratorIterator::valid  ct=3
loop==>IteratorIterator::current  ct=2
loop==>IteratorIterator::key  ct=2
IteratorIterator::next==>Numbers::next  ct=2
IteratorIterator::next==>Numbers::valid  ct=2
IteratorIterator::next==>Numbers::current  ct=1
IteratorIterator::next==>Numbers::key  ct=1
loop==>IteratorIterator::next  ct=2
main()==>CallbackFilterIterator::__construct  ct=1
keep==>leaf  ct=2
CallbackFilterIterator::accept==>keep  ct=2
FilterIterator::rewind==>CallbackFilterIterator::accept  ct=1
iterator_count==>FilterIterator::rewind  ct=1
iterator_count==>IteratorIterator::valid  ct=3
FilterIterator::next==>CallbackFilterIterator::accept  ct=1
iterator_count==>FilterIterator::next  ct=2
main()==>iterator_count  ct=1
main()==>Numbers::rewind  ct=1
main()==>Numbers::valid  ct=3
main()==>Numbers::current  ct=2
main()==>Numbers::key  ct=2
main()==>Numbers::next  ct=2
main()==>xhprof_disable  ct=1
main()  ct=1
