--TEST--
A file included at each level of a recursion is called by that level
--INI--
opcache.enable_cli=0
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function leaf($x) { return $x; }
function includes($path, $n)
{
	leaf($n);
	if ($n > 0) {
		includes($path, $n - 1);
	}
	include $path;
}

xhprof_enable();
includes(__DIR__ . '/inc/calls.inc', 2);
show(xhprof_disable());
?>
--EXPECT--
includes==>leaf  ct=2
includes@1==>leaf  ct=2
includes@2==>leaf  ct=2
includes@2==>load::inc/calls.inc  ct=1
includes@1==>includes@2  ct=1
includes@1==>load::inc/calls.inc  ct=1
includes==>includes@1  ct=1
includes==>load::inc/calls.inc  ct=1
main()==>includes  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
