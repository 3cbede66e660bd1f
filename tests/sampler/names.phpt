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

xhprof_sample_enable(['interval' => 5000, 'ignored_functions' => ['Some\Space\ignored']]);
Derived::make();
(new Derived)->missing();
(new User)->nod();
(function () { usleep(100000); })();
array_map(function () { usleep(100000); }, [1]);
foreach (forwards() as $value);
(new class { function m() { usleep(100000); } })->m();
function ignored() { \usleep(100000); }
ignored();
$fiber = new \Fiber(function () { usleep(100000); \Fiber::suspend(); usleep(100000); });
$fiber->start();
$fiber->resume();
eval('usleep(100000);');
$samples = preg_grep('/usleep$/', xhprof_sample_disable());
foreach (array_unique($samples) as $stack) {
	echo preg_replace('/\S*\{closure[^}]*\}/', '{closure}', str_replace('==>', ' ', $stack)), "\n";
}
?>
--EXPECT--
main() Some\Space\Base::make usleep
main() Some\Space\Base::__call usleep
main() Some\Space\User::nod usleep
main() {closure} usleep
main() array_map {closure} usleep
main() Some\Space\naps usleep
main() class@anonymous::m usleep
main() usleep
main() Fiber::start {closure} usleep
main() Fiber::resume {closure} usleep
