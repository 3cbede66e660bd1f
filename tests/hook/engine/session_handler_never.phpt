--TEST--
Session save handlers that run last are safe if the profile was never stopped
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

xhprof_enable(6);
session_set_save_handler(new Handler, false);
session_id('test');
session_start();
$_SESSION['x'] = 1;
leaf('x');
?>
--EXPECT--
open
read
write x|i:1;
close
