--TEST--
xhprof_enable() and xhprof_disable() work when called by name, as a callback and as a closure
--FILE--
<?php
namespace Test;

require __DIR__ . '/../helper.inc';

function leaf($x) { return $x; }
function stop($x) { return \xhprof_disable(); }
class Profiler
{
	static function start($flags) { \xhprof_enable($flags); }
	static function end() { return \xhprof_disable(); }
}

// Unqualified in a namespace.
xhprof_enable();
leaf(1);
\show(xhprof_disable());

$enable = 'xhprof_enable';
$disable = 'xhprof_disable';
$enable(0);
leaf(1);
\show($disable());

\call_user_func('xhprof_enable', 0);
leaf(1);
\show(\call_user_func('xhprof_disable'));

\array_map('xhprof_enable', [0]);
leaf(1);
$result = \array_map('Test\\stop', [1]);
\show($result[0]);

$enable = \xhprof_enable(...);
$disable = \xhprof_disable(...);
$enable(\XHPROF_FLAGS_CPU);
leaf(1);
\show($disable());

Profiler::start(0);
leaf(1);
\show(Profiler::end());
?>
--EXPECT--
main()==>Test\leaf  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
main()==>Test\leaf  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
main()==>Test\leaf  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
main()==>Test\leaf  ct=1
Test\stop==>xhprof_disable  ct=1
array_map==>Test\stop  ct=1
main()==>array_map  ct=1
main()  ct=1
main()==>Test\leaf  ct=1 [cpu]
main()==>xhprof_disable  ct=1 [cpu]
main()  ct=1 [cpu]
main()==>Test\leaf  ct=1
Test\Profiler::end==>xhprof_disable  ct=1
main()==>Test\Profiler::end  ct=1
main()  ct=1
