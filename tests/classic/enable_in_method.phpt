--TEST--
When a static method starts the profile, main() is still the root
--FILE--
<?php
require __DIR__ . '/../helper.inc';

class Profiler
{
	static function start() { xhprof_enable(); self::note('started'); }
	static function note($x) { return $x; }
	static function stop() { return xhprof_disable(); }
}
function work($x) { return strrev($x); }

Profiler::start();
work('x');
show(Profiler::stop());
?>
--EXPECT--
main()==>Profiler::note  ct=1
work==>strrev  ct=1
main()==>work  ct=1
Profiler::stop==>xhprof_disable  ct=1
main()==>Profiler::stop  ct=1
main()  ct=1
