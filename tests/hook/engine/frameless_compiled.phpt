--TEST--
Frameless calls in a file compiled during a profile are recorded there, and work correctly afterwards
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function includes($x) { return include __DIR__ . '/inc/frameless.inc'; }

xhprof_enable();
var_dump(includes('abc'));
frameless('ab');
$profile = xhprof_disable();
unset($profile['includes==>load::inc/frameless.inc']); // not there if opcache knows the file
show($profile);
var_dump(frameless('a'), frameless('c'));
xhprof_enable();
var_dump(frameless('a'));
show(xhprof_disable());

// The same with a new process that finds the file in the cache.
foreach (['ex', 'observer'] as $hook) {
	if (($settings = opcache_settings()) !== null) {
		echo child_php(__DIR__ . '/inc/frameless_child.inc', array_merge($settings, ["xhprof.hook=$hook"]));
	}
}
?>
--EXPECT--
string(15) "a,byesaa,abcbbc"
frameless==>implode  ct=2
frameless==>str_contains  ct=2
frameless==>trim  ct=2
frameless==>min  ct=2
includes==>frameless  ct=1
includes==>trim  ct=1
includes==>implode  ct=1
includes==>str_replace  ct=1
main()==>includes  ct=1
main()==>var_dump  ct=1
main()==>frameless  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
string(8) "a,byesaa"
string(7) "c,bnocc"
string(8) "a,byesaa"
frameless==>implode  ct=1
frameless==>str_contains  ct=1
frameless==>trim  ct=1
frameless==>min  ct=1
main()==>frameless  ct=1
main()==>var_dump  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
