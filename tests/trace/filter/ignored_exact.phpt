--TEST--
A name is ignored only if it equals the whole symbol in its declared case
--FILE--
<?php
namespace Ns;

require __DIR__ . '/../../helper.inc';

class Foo
{
	function bar($x) { return leaf($x); }
}
class Kid extends Foo
{
}
function leaf($x) { return \strrev($x); }

function shown(...$names)
{
	\xhprof_enable(0, ['ignored_functions' => $names]);
	(new Kid)->bar('x');
	$profile = \xhprof_disable();
	\check_conservation($profile);
	unset($profile['main()'], $profile['main()==>xhprof_disable']);
	echo \implode(' ', $names), ': ', \implode(' ', \array_keys($profile)), "\n";
}

shown('bar');
shown('Foo');
shown('Foo::bar');
shown('Kid::bar');
shown('Ns\Kid::bar');
shown('Ns\Foo');
shown('Ns\Foo::Bar');
shown('ns\foo::bar');
shown('\Ns\Foo::bar');
shown('Ns\Foo::bar ');
shown('Ns\Foo::bar');
shown('leaf', 'STRREV', 'Strrev', 'strre', 'strrevv', "strrev\0");
shown('Ns\leaf', 'strrev');
shown('Ns\leaf==>strrev', 'strrev@1', 'Ns\leaf@0');
?>
--EXPECTF--
bar: Ns\leaf==>strrev Ns\Foo::bar==>Ns\leaf main()==>Ns\Foo::bar
Foo: Ns\leaf==>strrev Ns\Foo::bar==>Ns\leaf main()==>Ns\Foo::bar
Foo::bar: Ns\leaf==>strrev Ns\Foo::bar==>Ns\leaf main()==>Ns\Foo::bar
Kid::bar: Ns\leaf==>strrev Ns\Foo::bar==>Ns\leaf main()==>Ns\Foo::bar
Ns\Kid::bar: Ns\leaf==>strrev Ns\Foo::bar==>Ns\leaf main()==>Ns\Foo::bar
Ns\Foo: Ns\leaf==>strrev Ns\Foo::bar==>Ns\leaf main()==>Ns\Foo::bar
Ns\Foo::Bar: Ns\leaf==>strrev Ns\Foo::bar==>Ns\leaf main()==>Ns\Foo::bar
ns\foo::bar: Ns\leaf==>strrev Ns\Foo::bar==>Ns\leaf main()==>Ns\Foo::bar
\Ns\Foo::bar: Ns\leaf==>strrev Ns\Foo::bar==>Ns\leaf main()==>Ns\Foo::bar
Ns\Foo::bar : Ns\leaf==>strrev Ns\Foo::bar==>Ns\leaf main()==>Ns\Foo::bar
Ns\Foo::bar: Ns\leaf==>strrev main()==>Ns\leaf
leaf STRREV Strrev strre strrevv strrev%0: Ns\leaf==>strrev Ns\Foo::bar==>Ns\leaf main()==>Ns\Foo::bar
Ns\leaf strrev: main()==>Ns\Foo::bar
Ns\leaf==>strrev strrev@1 Ns\leaf@0: Ns\leaf==>strrev Ns\Foo::bar==>Ns\leaf main()==>Ns\Foo::bar
