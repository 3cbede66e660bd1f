--TEST--
Commands of Redis and Memcached carry the shape of their key and no values
--SKIPIF--
<?php
if (extension_loaded('redis') || extension_loaded('memcached')) die('skip needs the names of redis and memcached'); ?>
--INI--
xhprof.collect_additional_info=1
--FILE--
<?php
class Redis
{
	function connect($host) {}
	function auth($secret) {}
	function get($key = null) {}
	function hGet($key, $field) {}
	function mget($keys) {}
	function mset($values) {}
	function eval($script, $values = []) {}
	function setOption($option, $value) {}
	function _prefix($key) {}
}
class Memcached
{
	function get($key) {}
	function getMulti($keys) {}
	function setByKey($server, $key, $value) {}
	function fetchAll() {}
	function getResultCode() {}
}

$redis = new Redis;
$memcached = new Memcached;
xhprof_enable(XHPROF_FLAGS_NO_BUILTINS);
foreach (['user:1:name', 'user:22:name', 'plain', 'v2.cart_17', 'a8f3b2c1d4', 'deadbeef',
	'session:550e8400-e29b-41d4-a716-446655440000:x', 'mail/joe.doe@example.com/in', "na\u{ef}ve:1",
	str_repeat('x', 32), 'key:' . str_repeat('ab1', 7), "nul\0", '', str_repeat('k:', 200), 17, [], null] as $key) {
	$redis->get($key);
}
$redis->get();
$redis->hGet('cart:17', 'field');
$redis->mget(['a:1', 'secret']);
$redis->mset(['b:1' => 'secret']);
$redis->mget([new stdClass]);
$redis->eval('return "secret"', ['secret']);
$redis->auth('secret');
$redis->connect('host');
$redis->setOption(1, 'secret');
$redis->_prefix('secret');
$memcached->get('page/17');
$memcached->getMulti(['p1', 'p2']);
$memcached->setByKey('server', 'q:1', 'secret');
$memcached->fetchAll();
$memcached->getResultCode();
foreach (xhprof_disable() as $name => $row) {
	echo str_replace('main()==>', '', "$name  ct=$row[ct]\n");
}
?>
--EXPECT--
Redis::get#GET user:?:name  ct=2
Redis::get#GET plain  ct=1
Redis::get#GET v?.cart_?  ct=1
Redis::get#GET ?  ct=3
Redis::get#GET deadbeef  ct=1
Redis::get#GET session:?:x  ct=1
Redis::get#GET mail/?/in  ct=1
Redis::get#GET ?:?  ct=1
Redis::get#GET key:?  ct=1
Redis::get#GET  ct=5
Redis::get#GET k:k:k:k:k:k:k:k:k:k:k:k:k:k:k:k:k:k:k:k:k:k:k:k:k:k:k:k:k:k:k:k:k:k:k:k:k:k:k:k:k:k:k:k:k:k:k:k:k:k:k:k:k:k:k:k:k:k:k:k:k:k:k:k:  ct=1
Redis::hGet#HGET cart:?  ct=1
Redis::mget#MGET a:?  ct=1
Redis::mset#MSET b:?  ct=1
Redis::mget#MGET  ct=1
Redis::eval#EVAL  ct=1
Redis::auth#AUTH  ct=1
Redis::connect  ct=1
Redis::setOption  ct=1
Redis::_prefix  ct=1
Memcached::get#get page/?  ct=1
Memcached::getMulti#getMulti p?  ct=1
Memcached::setByKey#setByKey q:?  ct=1
Memcached::fetchAll#fetchAll  ct=1
Memcached::getResultCode  ct=1
main()  ct=1
