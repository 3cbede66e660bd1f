--TEST--
Functions that PHP 8.4 calls without a frame are recorded, in global and namespaced code, before, in and after a profile
--FILE--
<?php
namespace Ns {
	function inside($x)
	{
		return str_contains($x, 'a') . in_array($x, ['a', $x]) . strpos($x, 'b') . trim($x)
			. implode(',', [$x]) . min($x, 'z') . str_replace('a', 'b', $x);
	}
}
namespace {
	require __DIR__ . '/../../helper.inc';

	function outside($x)
	{
		return str_contains($x, 'a') . in_array($x, ['a', $x]) . strpos($x, 'b') . trim($x)
			. implode(',', [$x]) . min($x, 'z') . str_replace('a', 'b', $x);
	}

	foreach ([false, true] as $warm) {
		if ($warm) {
			outside('abc');
			Ns\inside('abc');
		}
		xhprof_enable();
		outside('abc');
		Ns\inside('abc');
		show(xhprof_disable());
		outside('abc');
		Ns\inside('abc');
	}
	xhprof_enable(XHPROF_FLAGS_NO_BUILTINS);
	outside('abc');
	Ns\inside('abc');
	show(xhprof_disable());
}
?>
--EXPECT--
outside==>str_contains  ct=1
outside==>in_array  ct=1
outside==>strpos  ct=1
outside==>trim  ct=1
outside==>implode  ct=1
outside==>min  ct=1
outside==>str_replace  ct=1
main()==>outside  ct=1
Ns\inside==>str_contains  ct=1
Ns\inside==>in_array  ct=1
Ns\inside==>strpos  ct=1
Ns\inside==>trim  ct=1
Ns\inside==>implode  ct=1
Ns\inside==>min  ct=1
Ns\inside==>str_replace  ct=1
main()==>Ns\inside  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
outside==>str_contains  ct=1
outside==>in_array  ct=1
outside==>strpos  ct=1
outside==>trim  ct=1
outside==>implode  ct=1
outside==>min  ct=1
outside==>str_replace  ct=1
main()==>outside  ct=1
Ns\inside==>str_contains  ct=1
Ns\inside==>in_array  ct=1
Ns\inside==>strpos  ct=1
Ns\inside==>trim  ct=1
Ns\inside==>implode  ct=1
Ns\inside==>min  ct=1
Ns\inside==>str_replace  ct=1
main()==>Ns\inside  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
main()==>outside  ct=1
main()==>Ns\inside  ct=1
main()  ct=1
