--TEST--
Names around 511 bytes neither crash nor merge
--FILE--
<?php
require __DIR__ . '/../helper.inc';

foreach (range(500, 515) as $length) {
	$outer = str_repeat('o', $length);
	eval("function $outer(\$x) { return strrev(\$x) . ucfirst(\$x); }");
	xhprof_enable();
	$outer('x');
	$profile = xhprof_disable();
	check_conservation($profile);
	if (array_keys($profile) !== ["$outer==>strrev", "$outer==>ucfirst", "main()==>$outer",
		'main()==>xhprof_disable', 'main()']) {
		echo $length, "\n";
	}
}
echo "done\n";
?>
--EXPECT--
done
