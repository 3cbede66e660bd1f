--TEST--
Closures have the engine's names
--FILE--
<?php
namespace My;

require __DIR__ . '/../../helper.inc';

class A
{
	function made() { return function ($x) { return \strrev($x); }; }
	static function made_static() { return static fn($x) => \strrev($x); }
}
class Kid extends A
{
}
function made() { return function ($x) { return \strrev($x); }; }

$closures = [
	function ($x) { return \strrev($x); },
	fn($x) => \strrev($x),
	static function ($x) { return \strrev($x); },
	made(),
	(new A)->made(),
	(new Kid)->made(),
	A::made_static(),
	\Closure::bind(function ($x) { return \strrev($x); }, new Kid, Kid::class),
];
function call_it($closure) { $closure('x'); }

foreach ($closures as $closure) {
	$symbol = \symbol_of($closure);
	\xhprof_enable();
	call_it($closure);
	$profile = \xhprof_disable();
	\check_conservation($profile);
	if (\array_keys($profile) !== ["$symbol==>strrev", "My\\call_it==>$symbol", 'main()==>My\call_it',
		'main()==>xhprof_disable', 'main()']) {
		echo "expected $symbol in ";
		\print_r(\array_keys($profile));
	}
	if (PHP_VERSION_ID < 80400) {
		echo $symbol, "\n";
	}
}
if (PHP_VERSION_ID >= 80400) {
	echo <<<'EXPECTED'
		My\{closure}
		My\{closure}
		My\{closure}
		My\{closure}
		My\A::My\{closure}
		My\A::My\{closure}
		My\A::My\{closure}
		My\Kid::My\{closure}

		EXPECTED;
}
?>
--EXPECT--
My\{closure}
My\{closure}
My\{closure}
My\{closure}
My\A::My\{closure}
My\A::My\{closure}
My\A::My\{closure}
My\Kid::My\{closure}
