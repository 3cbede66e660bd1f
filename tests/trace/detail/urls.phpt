--TEST--
URLs have no values: neither ids in the path, nor of parameters, nor a password
--SKIPIF--
<?php if (extension_loaded('curl')) die('skip needs the names of curl'); ?>
--INI--
opcache.optimization_level=0
--FILE--
<?php
class CurlHandle {}
const CURLOPT_URL = 10002;
function curl_init($url = null) { return new CurlHandle; }
function curl_setopt($handle, $option, $value) {}
function curl_setopt_array($handle, $options) {}
function curl_copy_handle($handle) { return new CurlHandle; }
function curl_reset($handle) {}
function curl_exec($handle) {}
function curl_multi_add_handle($multi, $handle) {}

xhprof_enable(0, ['texts' => true, 'ignored_functions' => ['xhprof_*', 'stream_*']]);
foreach (['http://shop.example:8080/api/users/17/orders?token=secret&page=2&flag#secret',
	'https://joe:secret@shop.example/x', 'shop.example/a/1',
	'http://shop.example?id=1;b=2', 'HTTP://[::1]/550e8400-e29b-41d4-a716-446655440000/a%20b', 'file:///etc/hosts', '',
	'http://shop.example/' . str_repeat('ab/', 1000)] as $url) {
	curl_exec(curl_init($url));
}
$one = curl_init();
curl_exec($one);
curl_setopt_array($one, [CURLOPT_URL => 'http://one.example/1']);
curl_exec($one);
$two = curl_copy_handle($one);
curl_setopt($one, CURLOPT_URL, 'http://two.example/1');
foreach ([$one, $two] as $handle) {
	curl_multi_add_handle(null, $handle);
}
curl_reset($one);
curl_exec($one);
@file_get_contents('http://127.0.0.1:1/a/17?secret=1');
@fopen('HTTPS://127.0.0.1:1/b', 'r');
file_get_contents(__FILE__);
foreach (xhprof_disable() as $name => $row) {
	if (!preg_match('/init|setopt|copy|reset|CurlHandle/', $name)) {
		echo strlen($name) > 200 ? substr($name, 0, 40) . '...' . substr($name, -6) . ' ' . strlen($name)
			: $name, "  ct=$row[ct]\n";
	}
}
?>
--EXPECT--
main()==>str_repeat  ct=1
main()==>curl_exec#http://shop.example:8080/api/users/?/orders?token=?&page=?&flag  ct=1
main()==>curl_exec#https://shop.example/x  ct=1
main()==>curl_exec#shop.example/a/?  ct=1
main()==>curl_exec#http://shop.example?id=?&b=?  ct=1
main()==>curl_exec#HTTP://[::1]/?/?  ct=1
main()==>curl_exec#file:///etc/hosts  ct=1
main()==>curl_exec#  ct=1
main()==>curl_exec#http://shop.example/a...ab/… 531  ct=1
main()==>curl_exec  ct=2
main()==>curl_exec#http://one.example/?  ct=1
main()==>curl_multi_add_handle#http://two.example/?  ct=1
main()==>curl_multi_add_handle#http://one.example/?  ct=1
main()==>file_get_contents#http://127.0.0.1:1/a/??secret=?  ct=1
main()==>fopen#HTTPS://127.0.0.1:1/b  ct=1
main()==>file_get_contents  ct=1
main()  ct=1
