--TEST--
Autoloaders are called by the function that needs the class
--INI--
opcache.enable_cli=0
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function loader($class)
{
	leaf($class);
	if ($class === 'FromFile') {
		require __DIR__ . '/inc/autoload.inc';
	} elseif (strrev($class) !== 'gnissiM') {
		eval("class $class { static function make() { return leaf(1); } }");
	}
}
function leaf($x) { return $x; }
function user($x) { return One::make() . Two::make(); }

spl_autoload_register('loader');
xhprof_enable();
user(1);
user(2);
new FromFile;
class_exists('Three');
class_exists('Missing');
class_exists('Missing', false);
$name = 'Four';
$name::make();
try {
	Missing::make();
} catch (Error $error) {
	leaf(1);
}
show(xhprof_disable());
?>
--EXPECT--
loader==>leaf  ct=7
loader==>strrev  ct=6
loader==>eval::TESTS/hook/engine/autoload.php(10) : eval()'d code  ct=4
user==>loader  ct=2
One::make==>leaf  ct=2
user==>One::make  ct=2
Two::make==>leaf  ct=2
user==>Two::make  ct=2
main()==>user  ct=2
loader==>load::inc/autoload.inc  ct=1
main()==>loader  ct=3
FromFile::__construct==>leaf  ct=1
main()==>FromFile::__construct  ct=1
class_exists==>loader  ct=2
main()==>class_exists  ct=3
Four::make==>leaf  ct=1
main()==>Four::make  ct=1
main()==>leaf  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
