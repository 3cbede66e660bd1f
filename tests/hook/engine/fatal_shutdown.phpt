--TEST--
A fatal error in a shutdown function, destructor or output callback prints only PHP's own message when the profile is never stopped
--INI--
fatal_error_backtraces=0
--FILE--
<?php
function leaf($x) { return $x; }
function fatal($x) { leaf($x); eval("class Twice$x {} class Twice$x {}"); }
class D
{
	function __destruct() { fatal(2); }
}

$object = new D;
register_shutdown_function('array_map', 'fatal', [1]);
xhprof_enable(7);
leaf(1);
echo "end\n";
?>
--EXPECTF--
end

Fatal error: Cannot %s Twice1%s in %s on line 1
