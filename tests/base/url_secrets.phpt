--TEST--
URLs and keys show no password, no value of a parameter, no fragment and no id, wherever they are cut
--SKIPIF--
<?php
require __DIR__ . '/../helper.inc';
if (module_compiler() === null) die('skip needs a C compiler and php-config');
?>
--FILE--
<?php
require __DIR__ . '/../helper.inc';

$module = compiled_module(__DIR__ . '/texts.c', '-Wall -O1 -I ' . escapeshellarg(dirname(__DIR__, 2)));
echo child_php(__DIR__ . '/url_secrets.inc', ["extension=$module"]);
@unlink($module);
?>
--EXPECT--
0
http://shop.example:8080/api/v?/users/?/orders?page=?&wsdl
HTTPS://[::1]:443/a
shop.example/login?next=?
file:///etc/hosts
http://h/oauth?/s?proxy
