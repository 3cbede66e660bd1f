--TEST--
A collection at the end of the program, in which no function runs, is a call of main()
--FILE--
<?php
require __DIR__ . '/../../helper.inc';
require __DIR__ . '/gc.inc';

final class Holder
{
	public array $nodes = [];
}

/* Destroyed after the holder. */
final class Shower
{
	public function __destruct()
	{
		show(xhprof_disable());
	}
}

$shower = new Shower;
$holder = new Holder;
$holder->nodes = nodes(11000);
pairs(1, 'Doomed');
xhprof_enable(XHPROF_FLAGS_NO_BUILTINS);
?>
--EXPECT--
Doomed::__destruct==>last  ct=2
{gc}==>Doomed::__destruct  ct=2
main()==>{gc}  ct=1
main()==>Shower::__destruct  ct=1
main()  ct=1
