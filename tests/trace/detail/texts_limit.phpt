--TEST--
A run has 1000 different texts; calls with further ones are in "(other)", and the next run begins anew
--SKIPIF--
<?php if (extension_loaded('mysqli')) die('skip mysqli is loaded'); ?>
--INI--
xhprof.collect_additional_info=1
--FILE--
<?php
class mysqli { function query($sql) { return $sql; } }

function queries(int $count, string $sql): array
{
	$mysqli = new mysqli;
	xhprof_enable(XHPROF_FLAGS_NO_BUILTINS, ['ignored_functions' => 'queries']);
	for ($i = 0; $i < $count; $i++) {
		$mysqli->query(sprintf($sql, $i));
	}
	return array_map(fn(array $row) => $row['ct'], xhprof_disable());
}

// Values are none of a text.
echo json_encode(queries(100000, 'SELECT * FROM users WHERE id = %d')), "\n";
foreach ([3000, 1000] as $count) {
	$calls = queries($count, 'SELECT * FROM users_%d');
	echo count($calls), ' ', $calls['main()==>mysqli::query#SELECT * FROM users_999'], ' ',
		$calls['main()==>mysqli::query#(other)'] ?? 'none', ' ', array_sum($calls), "\n";
}
?>
--EXPECT--
{"main()==>mysqli::query#SELECT * FROM users WHERE id = ?":100000,"main()":1}
1002 1 2000 3001
1001 1 none 1001
