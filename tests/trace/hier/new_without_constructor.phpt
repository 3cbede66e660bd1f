--TEST--
Arguments for a class without a constructor are evaluated and counted; the engine's substitute call is not
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

class None {}
function argument($x) { return $x; }
/* So many internal methods that their names leave no place of a cache free. */
$code = '';
for ($i = 0; $i < 5000; $i++) {
	$code .= "enum E$i { case A; } ";
}
eval($code);

xhprof_enable();
for ($i = 0; $i < 5000; $i++) {
	("E$i")::cases();
	new None(argument($i));
}
$rows = counts(xhprof_disable());
$cases = preg_grep('/^main\(\)==>E\d+::cases$/', array_keys($rows));
echo count($cases), ' ', array_sum(array_intersect_key($rows, array_flip($cases))), "\n";
print_r(array_diff_key($rows, array_flip($cases)));
?>
--EXPECT--
5000 5000
Array
(
    [main()] => 1
    [main()==>argument] => 5000
    [main()==>xhprof_disable] => 1
)
