--TEST--
A destructor is called by the function that runs at that moment
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

class D
{
	function __destruct() { leaf(1); }
}
function unset_it($x) { $d = new D; unset($d); leaf($x); }
function overwrite($x) { $d = new D; $d = $x; leaf($d); }
function temporary($x) { new D; return leaf($x); }
function to_builtin($x) { return spl_object_id(new D); }
function in_array_of($x) { global $list; $list = []; return leaf($x); }
function leaf($x) { return $x; }

$list = [new D, new D];
xhprof_enable();
unset_it(1);
overwrite(1);
temporary(1);
to_builtin(1);
in_array_of(1);
$d = new D;
$d = null;
show(xhprof_disable());
?>
--EXPECT--
D::__destruct==>leaf  ct=7
unset_it==>D::__destruct  ct=1
unset_it==>leaf  ct=1
main()==>unset_it  ct=1
overwrite==>D::__destruct  ct=1
overwrite==>leaf  ct=1
main()==>overwrite  ct=1
temporary==>D::__destruct  ct=1
temporary==>leaf  ct=1
main()==>temporary  ct=1
to_builtin==>spl_object_id  ct=1
to_builtin==>D::__destruct  ct=1
main()==>to_builtin  ct=1
in_array_of==>D::__destruct  ct=2
in_array_of==>leaf  ct=1
main()==>in_array_of  ct=1
main()==>D::__destruct  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
