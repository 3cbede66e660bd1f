--TEST--
The arguments that the last fatal error keeps are shown as held by it
--SKIPIF--
<?php
if (PHP_VERSION_ID < 80500) die('skip needs PHP whose fatal errors keep arguments');
?>
--INI--
display_errors=0
fatal_error_backtraces=1
zend.exception_ignore_args=0
--FILE--
<?php
require __DIR__ . '/heap.inc';

class Given {}
function called(Given $given) { eval('class Given {}'); }
register_shutdown_function(function () {
	$heap = snapshot();
	$id = $heap->objects('Given')[0];
	echo implode("\n", $heap->holders($id)), "\n";
	echo implode("\n", array_column(array_filter($heap->roots, fn($root) => $root[1] === 'exception'), 2)), "\n";
});
called(new Given);
?>
--EXPECT--
array element 0
fatal error
