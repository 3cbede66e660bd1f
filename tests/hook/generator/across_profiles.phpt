--TEST--
A generator begun in one profile continues in the next as a call of its consumer there
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function g()
{
	for ($i = 0; $i < 6; $i++) {
		yield leaf($i);
	}
}
function leaf($x) { return $x; }
function advance($generator) { $generator->next(); }

$generator = g();
$profiles = [];
$generator->current();
xhprof_enable();
advance($generator);
$profiles[] = xhprof_disable();
advance($generator);
xhprof_enable(XHPROF_FLAGS_NO_BUILTINS);
advance($generator);
advance($generator);
$profiles[] = xhprof_disable();
xhprof_enable(0, ['ignored_functions' => ['g', 'Generator::next']]);
advance($generator);
$profiles[] = xhprof_disable();
foreach ($profiles as $profile) {
	show($profile);
}
?>
--EXPECT--
g==>leaf  ct=1
Generator::next==>g  ct=1
advance==>Generator::next  ct=1
main()==>advance  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
g==>leaf  ct=2
advance==>g  ct=2
main()==>advance  ct=2
main()  ct=1
advance==>leaf  ct=1
main()==>advance  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
