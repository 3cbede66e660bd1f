--TEST--
A profile may be stopped in an output callback at the end of the script
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function finish($buffer)
{
	global $profile;
	leaf(1);
	$profile = xhprof_disable();
	return $buffer . implode("\n", array_keys($profile)) . "\n";
}
function leaf($x) { return $x; }

ob_start('finish');
xhprof_enable();
leaf(1);
?>
--EXPECT--
main()==>leaf
finish==>leaf
finish==>xhprof_disable
main()==>finish
main()
