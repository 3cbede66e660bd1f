--TEST--
A profile that is never stopped is discarded without output, whatever runs at the end of the request
--FILE--
<?php
class D
{
	function __destruct() { echo leaf("destructor\n"); }
}
function leaf($x) { return $x; }
function nested() { xhprof_enable(7); leaf(1); }
function numbers() { try { yield 1; } finally { echo leaf("generator\n"); } }

$object = new D;
$generator = numbers();
register_shutdown_function(fn() => print(leaf("shutdown\n")));
ob_start(fn($buffer) => leaf($buffer));
nested();
$generator->current();
echo leaf("end\n");
?>
--EXPECT--
end
shutdown
generator
destructor
