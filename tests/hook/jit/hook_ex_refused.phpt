--TEST--
With the JIT on, the ex hook gives way to observer with a warning
--SKIPIF--
<?php
require __DIR__ . '/../../helper.inc';
if (opcache_settings('tracing') === null) die('skip needs opcache and its JIT');
$status = child_php(__DIR__ . '/jit_status.inc', opcache_settings('tracing'));
if (trim($status) !== 'on') die('skip no JIT here');
?>
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

foreach (['ex' => 'tracing', 'auto' => 'tracing', 'observer' => 'tracing'] as $hook => $jit) {
	echo "$hook: ", child_php(__DIR__ . '/switched.inc', array_merge(opcache_settings($jit), ["xhprof.hook=$hook"]));
}

// Off, but with a buffer: the program may switch it on.
echo 'off: ', child_php(__DIR__ . '/switched.inc', array_merge(opcache_settings(), ['opcache.jit=off', 'opcache.jit_buffer_size=32M', 'xhprof.hook=auto']));
echo 'disable: ', child_php(__DIR__ . '/switched.inc', array_merge(opcache_settings(), ['opcache.jit=disable', 'opcache.jit_buffer_size=32M', 'xhprof.hook=auto']));
?>
--EXPECTF--
ex: %Axhprof.hook=ex%A
hook observer
outer==>leaf  ct=5000
main()==>outer  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
auto: hook observer
outer==>leaf  ct=5000
main()==>outer  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
observer: hook observer
outer==>leaf  ct=5000
main()==>outer  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
off: hook observer
outer==>leaf  ct=5000
main()==>outer  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
disable: hook ex
outer==>leaf  ct=5000
main()==>outer  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
