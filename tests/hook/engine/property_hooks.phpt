--TEST--
Property hooks are recorded as calls, with what they call
--SKIPIF--
<?php if (PHP_VERSION_ID < 80400) die('skip needs PHP 8.4'); ?>
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

class H
{
	private $data = 1;
	public $both { get => leaf($this->data); set { $this->data = leaf($value); } }
	public $simple { get => $this->data; }
	public int $block { get { return leaf($this->data) + 1; } }
}
function leaf($x) { return $x; }
function read($object) { return $object->both + $object->simple + $object->block; }
function write($object) { $object->both = 2; }

$object = new H;
xhprof_enable();
read($object);
write($object);
$first = xhprof_disable();
show($first);

// Primed by the engine before the profile.
read($object);
read($object);
xhprof_enable();
read($object);
write($object);
$second = xhprof_disable();
check_conservation($second);
var_dump($second['main()==>read']['ct'], $second['main()==>write']['ct']);
$leaves = 0;
foreach ($second as $key => $row) {
	$leaves += str_ends_with($key, '==>leaf') ? $row['ct'] : 0;
}
var_dump($leaves);
?>
--EXPECT--
H::$both::get==>leaf  ct=1
read==>H::$both::get  ct=1
read==>H::$simple::get  ct=1
H::$block::get==>leaf  ct=1
read==>H::$block::get  ct=1
main()==>read  ct=1
H::$both::set==>leaf  ct=1
write==>H::$both::set  ct=1
main()==>write  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
int(1)
int(1)
int(3)
