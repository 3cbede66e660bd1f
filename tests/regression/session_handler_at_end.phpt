--TEST--
A profiled function called by a session handler at the end of the request causes no use after free
--SKIPIF--
<?php if (!extension_loaded('session')) die('skip needs session'); ?>
--INI--
session.use_cookies=0
session.cache_limiter=
session.gc_probability=0
session.save_path=
--FILE--
<?php
require __DIR__ . '/../hook/engine/inc/session.inc';

session_set_save_handler(new Handler, false);
session_id('test');
session_start();
xhprof_enable();
leaf('x');
(new Handler)->write('id', 'directly');
$_SESSION['x'] = leaf(1);
register_shutdown_function('xhprof_disable');
?>
--EXPECT--
open
read
write directly
write x|i:1;
close
