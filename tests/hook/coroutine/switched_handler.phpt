--TEST--
A handler of the warning that a profile ended in a coroutine finds it over, and may start and stop runs of its own
--SKIPIF--
<?php
require __DIR__ . '/coroutine.inc';
if (module_compiler() === null
	|| !is_file('/usr/include/ucontext.h')) die('skip needs a C compiler, ucontext.h and php-config');
if (getenv('XHPROF_TEST_TREE')) die('skip asks for hier mode as well');
if (getenv('XHPROF_VALGRIND')) die('skip valgrind does not follow switches of the C stack');
?>
--FILE--
<?php
require __DIR__ . '/coroutine.inc';

run_with_coroutines(__DIR__ . '/switched_handler_child.inc');
?>
--EXPECT--
== xhprof_disable(), the handler stops again
running: false
NULL
NULL
the run so far
== xhprof_disable(), the handler samples
running: false
bool(true)
bool(true)
the run so far
== xhprof_disable(), the handler samples on
running: false
the run so far
sample
== xhprof_disable(), the handler records calls on
running: false
the run so far
hier main()==>leaf
== xhprof_disable(), the handler throws
running: false
by the handler
== xhprof_stop(), the handler stops again
running: false
NULL
NULL
the run so far
== xhprof_stop(), the handler samples
running: false
bool(true)
bool(true)
the run so far
== xhprof_stop(), the handler samples on
running: false
the run so far
sample
== xhprof_stop(), the handler records calls on
running: false
the run so far
hier main()==>leaf
== xhprof_stop(), the handler throws
running: false
by the handler
the same by observer
