--TEST--
phpdbg executes calls itself: they are recorded by the observer
--SKIPIF--
<?php
require __DIR__ . '/phpdbg.inc';
if (phpdbg() === null) {
	die('skip needs phpdbg of this PHP');
}
?>
--FILE--
<?php
require __DIR__ . '/phpdbg.inc';

foreach (['auto', 'ex', 'observer'] as $hook) {
	echo run_phpdbg($hook, __DIR__ . '/inc/phpdbg_calls.inc'), "\n";
}
?>
--EXPECT--
f@2==>strrev  ct=1
f@1==>f@2  ct=1
f@1==>g  ct=1
f==>f@1  ct=1
f==>g  ct=1
main()==>f  ct=1
C::m==>g  ct=1
main()==>C::m  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
observer (auto: something else executes calls)

f@2==>strrev  ct=1
f@1==>f@2  ct=1
f@1==>g  ct=1
f==>f@1  ct=1
f==>g  ct=1
main()==>f  ct=1
C::m==>g  ct=1
main()==>C::m  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
observer (phpdbg executes calls itself, which xhprof.hook=ex would not see)

f@2==>strrev  ct=1
f@1==>f@2  ct=1
f@1==>g  ct=1
f==>f@1  ct=1
f==>g  ct=1
main()==>f  ct=1
C::m==>g  ct=1
main()==>C::m  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
observer (xhprof.hook=observer)
