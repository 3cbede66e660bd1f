--TEST--
Reading a property without its hook, or a parent's property that has none, calls no hook
--SKIPIF--
<?php if (PHP_VERSION_ID < 80400) die('skip no property hooks before PHP 8.4'); ?>
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

file_put_contents($file = __DIR__ . '/property_hooks_plain.inc.tmp', <<<'PHP'
<?php
require __DIR__ . '/../../helper.inc';
class A { public $plain = 1; }
class B extends A
{
	public $plain { get => parent::$plain::get() + 1; set { parent::$plain::set($value); } }
	public $own = 1 { get => $this->own + 1; }
}
$b = new B;
$raw = new ReflectionProperty('B', 'own');
xhprof_enable();
$b->plain = 3;
$x = $b->plain;
$x = $b->own;
$raw->getRawValue($b);
$raw->setRawValue($b, 2);
show(xhprof_disable());
PHP);
foreach (['ex', 'observer'] as $hook) {
	$text[] = child_php($file, ["xhprof.hook=$hook"]);
}
echo $text[0], $text[0] === $text[1] ? "the same\n" : $text[1];
?>
--CLEAN--
<?php @unlink(__DIR__ . '/property_hooks_plain.inc.tmp'); ?>
--EXPECT--
main()==>B::$plain::set  ct=1
main()==>B::$plain::get  ct=1
main()==>B::$own::get  ct=1
main()==>ReflectionProperty::getRawValue  ct=1
main()==>ReflectionProperty::setRawValue  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
the same
