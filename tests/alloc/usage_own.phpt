--TEST--
The profiler's own memory is not in the program's figures
--SKIPIF--
<?php if (getenv('USE_ZEND_ALLOC') === '0' || getenv('SKIP_ASAN')) die('skip needs the allocator of PHP'); ?>
--INI--
opcache.jit_buffer_size=0
--FILE--
<?php
require __DIR__ . '/../helper.inc';

$code = '';
for ($i = 0; $i < 500; $i++) {
	$code .= "function f$i(\$x) { return leaf(\$x); }\n";
}
eval($code . 'function call_all($x) {' . implode(array_map(fn($i) => "f$i(\$x);", range(0, 499))) . '}');
function leaf($x) { return $x; }
function recursive($x) { return $x > 0 ? recursive($x - 1) : $x; }

call_all(1);
recursive(200);
xhprof_enable(XHPROF_FLAGS_MEMORY);
call_all(1);
recursive(200);
$profile = xhprof_disable();
check_conservation($profile);
unset($profile['main()'], $profile['main()==>xhprof_disable']);
foreach ($profile as $key => $row) {
	if ($row['mu'] !== 0 || $row['pmu'] !== 0) {
		echo $key, ' ', json_encode($row), "\n";
	}
}
echo count($profile), "\n";

// Nor does a profile that is thrown away, or freed, leave anything.
for ($i = 0; $i < 20; $i++) {
	xhprof_enable(7);
	call_all(1);
	xhprof_disable();
	$used[$i] = memory_get_usage();
}
var_dump($used[19] - $used[10] < 1000);

xhprof_enable();
$before = memory_get_usage();
call_all(1);
$after = memory_get_usage();
xhprof_disable();
var_dump($after - $before);
?>
--EXPECT--
1202
bool(true)
int(0)
