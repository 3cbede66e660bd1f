--TEST--
A hooked property read after a profile starts is a call, also in a file whose code is suspended in a fiber
--SKIPIF--
<?php if (PHP_VERSION_ID < 80400) die('skip no property hooks before PHP 8.4'); ?>
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

file_put_contents($waits = __DIR__ . '/property_hooks_fiber.waits.tmp',
	'<?php while (true) { $x = $object->hooked; Fiber::suspend(); }');
file_put_contents($file = __DIR__ . '/property_hooks_fiber.inc.tmp', <<<'PHP'
<?php
require __DIR__ . '/../../helper.inc';
class A { public $hooked { get => leaf(1); } }
function leaf($x) { return $x; }
$object = new A;
$fiber = new Fiber(function () use ($object) { require __DIR__ . '/property_hooks_fiber.waits.tmp'; });
$fiber->start();
$fiber->resume();
xhprof_enable();
$fiber->resume();
$fiber->resume();
show(xhprof_disable());
PHP);
// The observer is not told of them: docs/troubleshooting.md.
echo child_php($file, ['xhprof.hook=ex']);
?>
--CLEAN--
<?php
@unlink(__DIR__ . '/property_hooks_fiber.inc.tmp');
@unlink(__DIR__ . '/property_hooks_fiber.waits.tmp');
?>
--EXPECT--
A::$hooked::get==>leaf  ct=2
Fiber::resume==>A::$hooked::get  ct=2
Fiber::resume==>Fiber::suspend  ct=3
main()==>Fiber::resume  ct=2
main()==>xhprof_disable  ct=1
main()  ct=1
