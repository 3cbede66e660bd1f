--TEST--
Stacks name methods, closures, generators, callbacks and fibers as call profiles do
--SKIPIF--
<?php require __DIR__ . '/skipif.inc'; need_wall_by_signal(); ?>
--FILE--
<?php
namespace Some\Space;

require __DIR__ . '/sample.inc';

class Base { static function make() { usleep(100000); } function __call($name, $arguments) { usleep(100000); } }
class Derived extends Base {}
trait Sleeps { function doze() { usleep(100000); } }
class User { use Sleeps { doze as nod; } }
function naps() { usleep(100000); yield 1; usleep(100000); }
function forwards() { yield from naps(); }

function ignored() { \usleep(100000); }

$stacks = [];
foreach (\tries() as $try) {
	xhprof_sample_enable(['interval' => 5000, 'ignored_functions' => ['Some\Space\ignored']]);
	Derived::make();
	(new Derived)->missing();
	(new User)->nod();
	(function () { usleep(100000); })();
	array_map(function () { usleep(100000); }, [1]);
	foreach (forwards() as $value);
	(new class { function m() { usleep(100000); } })->m();
	ignored();
	$fiber = new \Fiber(function () { usleep(100000); \Fiber::suspend(); usleep(100000); });
	$fiber->start();
	$fiber->resume();
	eval('usleep(100000);');
	foreach (preg_grep('/usleep$/', xhprof_sample_disable()) as $stack) {
		$stacks[preg_replace('/\S*\{closure[^}]*\}/', '{closure}', str_replace('==>', ' ', $stack))] = true;
	}
	if (count($stacks) >= 10) {
		break;
	}
}
ksort($stacks, SORT_STRING);
echo implode("\n", array_keys($stacks)), "\n";
?>
--EXPECT--
main() Fiber::resume {closure} usleep
main() Fiber::start {closure} usleep
main() Some\Space\Base::__call usleep
main() Some\Space\Base::make usleep
main() Some\Space\User::nod usleep
main() Some\Space\naps usleep
main() array_map {closure} usleep
main() class@anonymous::m usleep
main() usleep
main() {closure} usleep
