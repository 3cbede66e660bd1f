--TEST--
Long names are complete, and those that differ only at the end are not merged
--INI--
memory_limit=-1
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function leaf($x) { return $x; }

foreach ([1, 255, 256, 507, 508, 509, 510, 511, 512, 513, 600, 3000, 65536, 1 << 20] as $length) {
	$one = str_pad("n{$length}_", $length - 1, 'o') . 'x';
	$two = substr($one, 0, -1) . 'y';
	eval("function $one(\$x) { return leaf(\$x); } function $two(\$x) { return $one(\$x) + $one(\$x); }");
	eval("class C_$one { static function $one(\$x) { return $two(\$x); } }");
	$method = ["C_$one", $one];

	xhprof_enable();
	$method(1);
	$one(1);
	$profile = xhprof_disable();
	check_conservation($profile);
	if (array_map(fn($row) => $row['ct'], $profile) !== [
		"$one==>leaf" => 3,
		"$two==>$one" => 2,
		"C_$one::$one==>$two" => 1,
		"main()==>C_$one::$one" => 1,
		"main()==>$one" => 1,
		'main()==>xhprof_disable' => 1,
		'main()' => 1,
	]) {
		echo "length $length: ";
		var_dump(array_map('strlen', array_keys($profile)));
	}
}
echo "done\n";
?>
--EXPECT--
done
