--TEST--
Fibers left suspended at the end of the script are harmless, profiled or not
--FILE--
<?php
function entry($x)
{
	try {
		leaf($x);
		Fiber::suspend();
	} finally {
		leaf($x);
		echo "finally $x\n";
	}
}
function leaf($x) { return $x; }

$one = new Fiber('entry');
$one->start(1);
xhprof_enable(XHPROF_FLAGS_CPU | XHPROF_FLAGS_MEMORY);
$two = new Fiber('entry');
$two->start(2);
echo "end\n";
?>
--EXPECT--
end
finally 2
finally 1
