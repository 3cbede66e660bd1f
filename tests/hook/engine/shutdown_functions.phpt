--TEST--
Shutdown functions and global destructors are called by main()
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

class D
{
	function __construct(private $last) { }
	function __destruct()
	{
		leaf(1);
		if ($this->last) {
			show(xhprof_disable());
		}
	}
}
function leaf($x) { return $x; }
function shutdown($x)
{
	leaf($x);
	register_shutdown_function('late', $x);
}
function late($x) { leaf($x); }

$first = new D(true);
$second = new D(false);
register_shutdown_function('shutdown', 1);
xhprof_enable();
leaf(1);
?>
--EXPECT--
main()==>leaf  ct=1
shutdown==>leaf  ct=1
shutdown==>register_shutdown_function  ct=1
main()==>shutdown  ct=1
late==>leaf  ct=1
main()==>late  ct=1
D::__destruct==>leaf  ct=2
main()==>D::__destruct  ct=2
D::__destruct==>xhprof_disable  ct=1
main()  ct=1
