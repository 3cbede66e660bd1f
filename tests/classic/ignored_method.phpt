--TEST--
Ignoring a method of a user class does not crash
--FILE--
<?php
require __DIR__ . '/../helper.inc';

class App
{
	function run($x) { return $this->step($x) . $this->step($x); }
	function step($x) { return helper($x); }
}
function helper($x) { return strrev($x); }

xhprof_enable(0, ['ignored_functions' => ['App::step']]);
(new App)->run('x');
(new App)->step('x');
show(xhprof_disable());
?>
--EXPECT--
helper==>strrev  ct=3
App::run==>helper  ct=2
main()==>App::run  ct=1
main()==>helper  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
