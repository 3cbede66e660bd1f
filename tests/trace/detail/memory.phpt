--TEST--
The texts of one run's calls use no memory and no time in later runs
--SKIPIF--
<?php
if (!is_readable('/proc/self/status')) die('skip needs /proc');
if (extension_loaded('mysqli')) die('skip mysqli is loaded');
if (getenv('USE_ZEND_ALLOC') === '0' || getenv('SKIP_ASAN')) die('skip freed memory is kept');
?>
--INI--
xhprof.collect_additional_info=1
--FILE--
<?php
class mysqli { function query($sql) { return $sql; } }

function used_kb(): int
{
	preg_match('/VmRSS:\s+(\d+)/', file_get_contents('/proc/self/status'), $found);
	return (int) $found[1];
}

$mysqli = new mysqli;
$filler = str_repeat('x', 200);
for ($run = 0; $run < 150; $run++) {
	xhprof_enable();
	for ($i = 0; $i < 200; $i++) {
		$mysqli->query("SELECT t{$run}_$i$filler");
	}
	$rows = count(xhprof_disable());
	if ($run === 20) {
		$before = used_kb();
	}
}
/* 26,000 texts of 200 bytes would be 5 MB and more. */
echo $rows, ' rows, ', used_kb() - $before < 2048 ? 'no growth' : "$before KB became " . used_kb(), "\n";
?>
--EXPECT--
202 rows, no growth
