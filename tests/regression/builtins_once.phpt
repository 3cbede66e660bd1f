--TEST--
Builtins are recorded once, and main() is present when the profile starts inside a function
--FILE--
<?php
require __DIR__ . '/../helper.inc';

function start($x) { xhprof_enable(); return strrev($x); }
function work($x) { return strrev(strrev($x)); }
class Profiler
{
	function begin() { return start('x'); }
}

(new Profiler)->begin();
work('x');
array_map('strrev', ['a', 'b']);
show(xhprof_disable());
?>
--EXPECT--
main()==>strrev  ct=1
work==>strrev  ct=2
main()==>work  ct=1
array_map==>strrev  ct=2
main()==>array_map  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
