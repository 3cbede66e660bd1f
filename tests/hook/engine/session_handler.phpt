--TEST--
Session save handlers that run last are safe after the profile was stopped
--SKIPIF--
<?php if (!extension_loaded('session')) die('skip needs session'); ?>
--INI--
session.use_cookies=0
session.cache_limiter=
session.gc_probability=0
session.save_path=
--FILE--
<?php
require __DIR__ . '/inc/session.inc';

session_set_save_handler(new Handler, false);
session_id('test');
session_start();
$_SESSION['x'] = 1;
$profile = null;
register_shutdown_function(function () { echo count(xhprof_disable()) > 3 ? "stopped\n" : "short\n"; });
xhprof_enable(7);
leaf('x');
leaf('y');
xhprof_disable();
xhprof_enable();
leaf('x');
leaf(1);
(new Handler)->read('x');
?>
--EXPECT--
open
read
read
stopped
write x|i:1;
close
