--TEST--
A private property has its own name in a snapshot, also in an anonymous class
--SKIPIF--
<?php require __DIR__ . '/skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/heap.inc';

class Named {
	private array $secret;
	protected array $shared;

	public function __construct() {
		$this->secret = [new ArrayObject];
		$this->shared = [new SplStack];
	}
}
$object = new Named;
$anonymous = new class {
	private array $hidden;

	public function __construct() {
		$this->hidden = [new SplQueue];
	}
};
$heap = snapshot();
foreach ([ArrayObject::class, SplStack::class, SplQueue::class] as $class) {
	[$id] = $heap->objects($class);
	foreach ($heap->edges as [$from, $to]) {
		if ($to === $id) {
			echo preg_replace('/^class@anonymous\S+/', 'class@anonymous', implode(', ', $heap->holders($from))), "\n";
		}
	}
}
?>
--EXPECT--
Named property $secret
Named property $shared
class@anonymous property $hidden
