--TEST--
A result of 350,000 rows that does not fit into memory_limit is PHP's ordinary fatal error, and shutdown functions run
--SKIPIF--
<?php if (getenv('USE_ZEND_ALLOC') === '0') die('skip needs memory_limit'); ?>
<?php require __DIR__ . '/../helper.inc'; need_shutdown_after_memory_limit(); ?>
--INI--
memory_limit=1G
--FILE--
<?php
$code = '';
for ($i = 0; $i < 350000; $i++) {
	$code .= "function f$i() {}\n";
	if ($i % 5000 === 4999) {
		eval($code);
		$code = '';
	}
}
register_shutdown_function(function () { echo "shutdown function ran\n"; });
xhprof_enable();
for ($i = 0; $i < 350000; $i++) {
	("f$i")();
}
ini_set('memory_limit', (memory_get_usage(true) >> 20) + 4 . 'M');
$result = xhprof_disable();
echo "there is a result\n";
?>
--EXPECTF--

Fatal error: Allowed memory size of %d bytes exhausted %sin %s on line %d
shutdown function ran
