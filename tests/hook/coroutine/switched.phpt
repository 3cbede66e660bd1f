--TEST--
Coroutines are recorded like fibers if PHP is notified of a switch, else the profile ends there and warns
--SKIPIF--
<?php
require __DIR__ . '/coroutine.inc';
if (module_compiler() === null
	|| !is_file('/usr/include/ucontext.h')) die('skip needs a C compiler, ucontext.h and php-config');
if (getenv('XHPROF_VALGRIND')) die('skip valgrind does not follow switches of the C stack');
?>
--FILE--
<?php
require __DIR__ . '/coroutine.inc';

run_with_coroutines(__DIR__ . '/switched_child.inc');
?>
--EXPECTF--
not announced, flags 0
int(1)
bool(true)
bool(true)

Warning: xhprof_disable(): an extension switched to a coroutine without notifying PHP, so the profile ends there; take samples instead, or have it notify PHP (swoole.enable_fiber_mock) in %sswitched_child.inc on line 39
mix==>leaf  ct=1
start==>coroutine_start  ct=1
mix==>start  ct=1
main()==>mix  ct=1
main()  ct=1
not announced, flags 1
int(1)
bool(true)
bool(true)

Warning: xhprof_disable(): an extension switched to a coroutine without notifying PHP, so the profile ends there; take samples instead, or have it notify PHP (swoole.enable_fiber_mock) in %sswitched_child.inc on line 39
mix==>leaf  ct=1
mix==>start  ct=1
main()==>mix  ct=1
main()  ct=1
not announced, flags 48
int(1)
bool(true)
bool(true)

Warning: xhprof_disable(): an extension switched to a coroutine without notifying PHP, so the profile ends there; take samples instead, or have it notify PHP (swoole.enable_fiber_mock) in %sswitched_child.inc on line 39
mix==>leaf  ct=1
start==>coroutine_start  ct=1
mix==>start  ct=1
main()==>mix  ct=1
main()  ct=1
announced, flags 0
int(0)
bool(true)
bool(true)
mix==>leaf  ct=4
work==>leaf  ct=4
coroutine_start==>{closure}  ct=2
start==>coroutine_start  ct=2
mix==>start  ct=2
work==>coroutine_suspend  ct=2
{closure}==>work  ct=2
coroutine_resume==>{closure}  ct=2
mix==>coroutine_resume  ct=2
main()==>mix  ct=1
main()==>xhprof_info  ct=1
main()==>xhprof_pause  ct=1
main()==>var_dump  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
announced, flags 1
int(0)
bool(true)
bool(true)
mix==>leaf  ct=4
work==>leaf  ct=4
start==>{closure}  ct=2
mix==>start  ct=2
{closure}==>work  ct=2
mix==>{closure}  ct=2
main()==>mix  ct=1
main()  ct=1
announced, flags 48
int(0)
bool(true)
bool(true)
mix==>leaf  ct=4
work==>leaf  ct=4
coroutine_start==>{closure}  ct=2
start==>coroutine_start  ct=2
mix==>start  ct=2
work==>coroutine_suspend  ct=2
{closure}==>work  ct=2
coroutine_resume==>{closure}  ct=2
mix==>coroutine_resume  ct=2
main()==>mix  ct=1
main()==>xhprof_info  ct=1
main()==>xhprof_pause  ct=1
main()==>var_dump  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
within one coroutine
main()==>leaf  ct=6
main()  ct=1
left in a coroutine

Warning: xhprof_disable(): an extension switched to a coroutine without notifying PHP, so the profile ends there; take samples instead, or have it notify PHP (swoole.enable_fiber_mock) in %sswitched_child.inc on line 57
main()==>leaf  ct=1
main()==>coroutine_suspend  ct=1
main()  ct=1
afterwards
main()==>leaf  ct=1
main()  ct=1
the same by observer