--TEST--
Calls of different fibers are not mixed up
--FILE--
<?php
require __DIR__ . '/../helper.inc';

function fa($x) { $x = fsus(ucfirst($x)); return ucfirst($x); }
function fb($x) { $x = fsus(strrev($x)); return strrev($x); }
function fsus($x) { return Fiber::suspend($x); }

$a = new Fiber('fa');
$b = new Fiber('fb');
xhprof_enable();
$a->start('a');
$b->start('b');
trim($argv[0]);
$a->resume('c');
trim($argv[0]);
$b->resume('d');
show(xhprof_disable());
?>
--EXPECT--
fa==>ucfirst  ct=2
Fiber::start==>fa  ct=1
main()==>Fiber::start  ct=2
fb==>strrev  ct=2
Fiber::start==>fb  ct=1
main()==>trim  ct=2
fsus==>Fiber::suspend  ct=2
fa==>fsus  ct=1
Fiber::resume==>fa  ct=1
main()==>Fiber::resume  ct=2
fb==>fsus  ct=1
Fiber::resume==>fb  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
