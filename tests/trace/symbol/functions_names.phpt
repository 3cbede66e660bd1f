--TEST--
Functions appear as declared, whatever the case of the call
--FILE--
<?php
namespace My\Ns;

require __DIR__ . '/../../helper.inc';

function Leaf($x) { return $x; }
function inner($x) { return LEAF($x) . \STRREV($x) . strRev($x) . \My\ns\leaf($x) . namespace\leaf($x); }

\xhprof_enable();
Inner('x');
$name = '\my\NS\leaf';
$name(1);
$name = 'StrRev';
$name('x');
\array_map('MY\NS\LEAF', [1]);
\show(\xhprof_disable());
?>
--EXPECT--
My\Ns\inner==>My\Ns\Leaf  ct=3
My\Ns\inner==>strrev  ct=2
main()==>My\Ns\inner  ct=1
main()==>My\Ns\Leaf  ct=1
main()==>strrev  ct=1
array_map==>My\Ns\Leaf  ct=1
main()==>array_map  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
