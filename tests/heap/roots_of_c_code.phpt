--TEST--
What only C code holds is not unreachable: autoloaders, ticks, callbacks of extensions; a garbage cycle is
--SKIPIF--
<?php
if (getenv('USE_ZEND_ALLOC') === '0') die('skip only blocks of the allocator are searched');
?>
--FILE--
<?php
require __DIR__ . '/heap.inc';

class Held {
	public $self;
	public function call() {}
}
class InAutoloader extends Held {}
class AutoloaderItself extends Held {}
class InTick extends Held {}
class InHeaders extends Held {}
class InCycle extends Held {}
class InWeakReference extends Held {}
class InParser extends Held {}
class Unheld extends Held {}

$object = new InAutoloader;
spl_autoload_register(static function () use ($object) {});
spl_autoload_register([new AutoloaderItself, 'call']);
register_tick_function([new InTick, 'call']);
header_register_callback([new InHeaders, 'call']);
$classes = ['InAutoloader', 'AutoloaderItself', 'InTick', 'InHeaders'];
if (function_exists('xml_parser_create')) {
	$object = new InParser;
	$parser = xml_parser_create();
	xml_set_element_handler($parser, [$object, 'call'], [$object, 'call']);
	$classes[] = 'InParser';
}
$object = new InCycle;
$object->self = $object;
$object = new InWeakReference;
$object->self = $object;
$weak = WeakReference::create($object);
unset($object);

$heap = snapshot();
foreach ($classes as $class) {
	foreach ($heap->objects($class) as $id) {
		echo $heap->isHeld($id) ? '' : "$class is not held: " . implode(', ', $heap->holders($id)) . "\n";
	}
	echo count($heap->objects($class)) === 1 ? '' : "$class is not there once\n";
}
foreach (['InCycle', 'InWeakReference'] as $class) {
	echo $class, ': ', implode(', ', $heap->holders($heap->objects($class)[0])), "\n";
	echo $heap->isHeld($heap->objects($class)[0]) ? "held\n" : '';
}
?>
--EXPECT--
InCycle: InCycle property $self, root store
InWeakReference: InWeakReference property $self, root store
