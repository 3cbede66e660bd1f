--TEST--
The observer hook counts exactly under the JIT, for code compiled before, in and after a profile
--SKIPIF--
<?php
require __DIR__ . '/../../helper.inc';
if (opcache_settings('tracing') === null) die('skip needs opcache and its JIT');
$status = child_php(__DIR__ . '/jit_status.inc', opcache_settings('tracing'));
if (trim($status) !== 'on') die('skip no JIT here');
if (!jit_shows_builtins()) die('skip the JIT of this PHP does not show calls of builtins');
?>
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

$outputs = [];
foreach (['function', 'tracing', '1205', '1235', '1255'] as $jit) {
	$output = child_php(__DIR__ . '/counts.inc', array_merge(opcache_settings($jit), ['xhprof.hook=observer']));
	if (!$outputs || $output !== $outputs[0]) {
		echo $outputs ? "$jit differs:\n" : '', $output;
	}
	$outputs[] = $output;
}
?>
--EXPECT--
JIT on, hook observer
loop==>leaf  ct=3000
C::own==>leaf  ct=3500
C::add==>C::own  ct=3500
loop==>C::add  ct=3000
C::fixed==>leaf  ct=3500
loop==>C::fixed  ct=3000
loop==>abs  ct=3000
main()==>loop  ct=1
fib@8==>fib@9  ct=2
fib@7==>fib@8  ct=16
fib@6==>fib@7  ct=44
fib@5==>fib@6  ct=52
fib@4==>fib@5  ct=32
fib@3==>fib@4  ct=16
fib@2==>fib@3  ct=8
fib@1==>fib@2  ct=4
fib==>fib@1  ct=2
main()==>fib  ct=1
numbers==>leaf  ct=2000
generated==>numbers  ct=2001
main()==>generated  ct=1
thrower==>leaf  ct=1000
caught==>thrower  ct=2000
thrower==>Exception::__construct  ct=1000
caught==>leaf  ct=1000
main()==>caught  ct=1
{closure}==>leaf  ct=1000
megamorphic==>{closure}  ct=1000
megamorphic==>leaf  ct=1000
megamorphic==>abs  ct=1000
megamorphic==>C::add  ct=500
megamorphic==>C::fixed  ct=500
main()==>megamorphic  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
[17994000,55,1999000]
C::fixed==>leaf  ct=1000
main()==>C::fixed  ct=1000
main()==>leaf  ct=1998
main()==>xhprof_disable  ct=1
main()  ct=1
C::fixed==>leaf  ct=1000
main()==>C::fixed  ct=1000
main()==>leaf  ct=1998
main()==>xhprof_disable  ct=1
main()  ct=1
loop==>leaf  ct=1000 [cpu mu pmu]
C::own==>leaf  ct=1100 [cpu mu pmu]
C::add==>C::own  ct=1100 [cpu mu pmu]
loop==>C::add  ct=1000 [cpu mu pmu]
C::fixed==>leaf  ct=1100 [cpu mu pmu]
loop==>C::fixed  ct=1000 [cpu mu pmu]
main()==>loop  ct=1 [cpu mu pmu]
{closure}==>leaf  ct=200 [cpu mu pmu]
megamorphic==>{closure}  ct=200 [cpu mu pmu]
megamorphic==>leaf  ct=200 [cpu mu pmu]
megamorphic==>C::add  ct=100 [cpu mu pmu]
megamorphic==>C::fixed  ct=100 [cpu mu pmu]
main()==>megamorphic  ct=1 [cpu mu pmu]
main()  ct=1 [cpu mu pmu]
