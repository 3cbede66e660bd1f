--TEST--
An interrupt of another extension that comes together with ours reaches it, and still runs no handler of pcntl
--SKIPIF--
<?php
require __DIR__ . '/../../sampler/skipif.inc';
require_once __DIR__ . '/../../helper.inc';
if (!extension_loaded('pcntl')) {
	die('skip needs pcntl');
}
if (PHP_ZTS || module_compiler() === null) {
	die('skip needs a compiler for this PHP, without threads');
}
?>
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

$module = compiled_module(__DIR__ . '/interrupts.c');
$script = __DIR__ . '/interrupt_joined.part.inc';
passthru(implode(' ', array_map(escapeshellarg(...), [PHP_BINARY, '-n', "-dextension=$module",
	...(module_path() === null ? [] : ['-dextension=' . module_path()]), $script])));
unlink($module);
?>
--EXPECT--
its interrupts: 20 of 20
handlers within: 0
handlers at the dispatch: 1
handlers at a dispatch within: 1
handlers beside a suspended fiber: 1
handlers beside a suspended fiber: 1
handlers at the end: 1
