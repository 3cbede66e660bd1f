--TEST--
A ==> in the path of an included file does not add a third part to a key
--INI--
opcache.enable_cli=0
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function leaf($x) { return $x; }

$dir = __DIR__ . '/names==>arrow.tmp';
@mkdir($dir);
file_put_contents("$dir/a==>b==>c.inc", '<?php leaf(1); eval("leaf(2);");');

xhprof_enable();
include "$dir/a==>b==>c.inc";
@include "$dir/missing==>.inc";
show(xhprof_disable());
?>
--CLEAN--
<?php
$dir = __DIR__ . '/names==>arrow.tmp';
@unlink("$dir/a==>b==>c.inc");
@rmdir($dir);
?>
--EXPECT--
main()==>load::names= =>arrow.tmp/a= =>b= =>c.inc  ct=1
main()==>leaf  ct=2
main()==>eval::TESTS/trace/symbol/names= =>arrow.tmp/a= =>b= =>c.inc(1) : eval()'d code  ct=1
main()==>load::names= =>arrow.tmp/missing= =>.inc  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
