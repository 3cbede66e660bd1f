--TEST--
A frameless builtin that throws or calls back is closed at the right place
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

class Text
{
	function __construct(private $throws) { }
	function __toString(): string
	{
		leaf(1);
		if ($this->throws) {
			throw new Exception('x');
		}
		return 'abc';
	}
}
function leaf($x) { return $x; }
function call_it($text, $other)
{
	try {
		return str_contains($text, $other) . strpos($text, $other);
	} catch (Exception $exception) {
		return leaf(2);
	}
}

$good = new Text(false);
$bad = new Text(true);
xhprof_enable();
call_it($good, 'a');
call_it($bad, 'a');
call_it('abc', $bad);
show(xhprof_disable());
?>
--EXPECT--
Text::__toString==>leaf  ct=4
str_contains==>Text::__toString  ct=3
call_it==>str_contains  ct=3
strpos==>Text::__toString  ct=1
call_it==>strpos  ct=1
main()==>call_it  ct=3
Text::__toString==>Exception::__construct  ct=2
call_it==>leaf  ct=2
main()==>xhprof_disable  ct=1
main()  ct=1
