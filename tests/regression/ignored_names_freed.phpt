--TEST--
Thousands of ignored names in many profiles do not accumulate
--SKIPIF--
<?php
if (!is_readable('/proc/self/statm') || getenv('USE_ZEND_ALLOC') === '0'
	|| getenv('SKIP_ASAN')) die('skip needs /proc and the allocator of PHP'); ?>
--FILE--
<?php
require __DIR__ . '/../helper.inc';

function leaf($x) { return $x; }
function pages() { return (int) explode(' ', file_get_contents('/proc/self/statm'))[1]; }
function profiles($n, $names)
{
	for ($i = 0; $i < $n; $i++) {
		xhprof_enable(0, ['ignored_functions' => $names]);
		leaf($i);
		xhprof_disable();
	}
}

$names = array_map(fn($i) => "some_ignored_function_with_a_long_name_$i", range(1, 1000));
profiles(100, $names);
$before = pages();
profiles(500, $names);

// Leaking the names alone would be 30 MB, 7500 pages.
var_dump(pages() - $before < 1000);
?>
--EXPECT--
bool(true)
