--TEST--
xhprof_disable() and a repeated xhprof_enable() can be ignored, with the method that calls them
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

class Profiler
{
	static function start()
	{
		xhprof_enable(0, ['ignored_functions' => ['xhprof_enable', 'xhprof_disable', __CLASS__ . '::end']]);
	}
	static function end() { leaf(2); return xhprof_disable(); }
}
function leaf($x) { return $x; }

Profiler::start();
leaf(1);
xhprof_enable();
Profiler::start();
show(Profiler::end());
?>
--EXPECT--
main()==>leaf  ct=2
main()==>Profiler::start  ct=1
main()  ct=1
