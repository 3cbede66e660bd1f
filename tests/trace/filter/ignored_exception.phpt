--TEST--
Exceptions, ended generators and disabling inside ignored functions keep the tree whole
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function outer($x)
{
	try {
		return ignored($x);
	} catch (Exception $exception) {
		return leaf($x);
	}
}
function ignored($x) { return thrower($x); }
function thrower($x) { throw new Exception($x); }
function leaf($x) { return $x; }
function stopper($x) { leaf($x); return ignored_stop($x); }
function ignored_stop($x) { $profile = xhprof_disable(); leaf($x); return $profile; }

xhprof_enable(0, ['ignored_functions' => ['ignored', 'ignored_stop', 'Exception::__construct']]);
outer('x');
outer('y');
show(stopper('z'));

// Enabled inside a function that is then ignored.
function ignored_start($x) { xhprof_enable(0, ['ignored_functions' => ['ignored_start']]); return leaf($x); }
ignored_start('x');
ignored_start('y');
leaf('z');
show(xhprof_disable());
?>
--EXPECT--
outer==>thrower  ct=2
outer==>leaf  ct=2
main()==>outer  ct=2
stopper==>leaf  ct=1
stopper==>xhprof_disable  ct=1
main()==>stopper  ct=1
main()  ct=1
main()==>leaf  ct=3
main()==>xhprof_enable  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
