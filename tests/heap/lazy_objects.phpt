--TEST--
A snapshot initializes no lazy object and calls no property hook, and still shows what such an object holds
--SKIPIF--
<?php
if (PHP_VERSION_ID < 80400) die('skip needs lazy objects and hooks');
?>
--FILE--
<?php
require __DIR__ . '/heap.inc';

class Maker { public $key = 'made'; }
class Part {}
class Backed { public string $hooked = 'old' { get { echo "hook\n"; return $this->hooked; } } }
class Virtual { public $part; public Part $shown { get { echo "hook\n"; return $this->part; } } }
class Lazy
{
	public int $set = 0;
	public $part;
	public function __construct() { echo "constructed\n"; $this->part = new Part; }
}

$class = new ReflectionClass(Lazy::class);
$maker = new Maker;
$ghost = $class->newLazyGhost(function ($ghost) use ($maker) { $ghost->__construct(); });
$proxy = $class->newLazyProxy(function () use ($maker) { return new Lazy; });
$touched = $class->newLazyGhost(function ($ghost) { $ghost->__construct(); });
$class->getProperty('part')->setRawValueWithoutLazyInitialization($touched, new Part);
$real = $class->newLazyProxy(fn() => new Lazy);
$real->part;
$backed = new Backed;
$virtual = new Virtual;
$virtual->part = new Part;

foreach ([['wait' => true], ['fork' => false]] as $options) {
	$heap = snapshot($options);
	echo json_encode(array_map($class->isUninitializedLazyObject(...), [$ghost, $proxy, $touched, $real])), "\n";
	foreach (['Lazy', 'Part', 'Maker'] as $name) {
		$lines = array_map(fn($id) => "$name: " . implode(', ', $heap->holders($id)) . "\n", $heap->objects($name));
		sort($lines);
		echo implode($lines);
	}
}
echo "now\n";
$ghost->part;
?>
--EXPECT--
constructed
[true,true,true,false]
Lazy: Lazy internal
Lazy: frame of {main} local $ghost, root global $ghost
Lazy: frame of {main} local $proxy, root global $proxy
Lazy: frame of {main} local $real, root global $real
Lazy: frame of {main} local $touched, root global $touched
Part: Lazy property $part
Part: Lazy property $part
Part: Virtual property $part
Maker: array element maker, array element maker, frame of {main} local $maker, root global $maker
[true,true,true,false]
Lazy: Lazy internal
Lazy: frame of {main} local $ghost, root global $ghost
Lazy: frame of {main} local $proxy, root global $proxy
Lazy: frame of {main} local $real, root global $real
Lazy: frame of {main} local $touched, root global $touched
Part: Lazy property $part
Part: Lazy property $part
Part: Virtual property $part
Maker: array element maker, array element maker, frame of {main} local $maker, root global $maker
now
constructed
