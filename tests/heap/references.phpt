--TEST--
Every kind of reference is recorded with its label
--FILE--
<?php
require __DIR__ . '/heap.inc';

class Found {}
class Declared extends Found {}
class Hidden extends Found {}
class Dynamic extends Found {}
class Element extends Found {}
class Referenced extends Found {}
class Used extends Found {}
class InFiber extends Found {}
class Suspended extends Found {}
class InGenerator extends Found {}
class Yielded extends Found {}
class YieldedKey extends Found {}
class Returned extends Found {}
class Extra extends Found {}
class Named extends Found {}
class Extracted extends Found {}
class Argument extends Found {}
class Temporary extends Found {}
class Stored extends Found {}
class StoredData extends Found {}
class Fixed extends Found {}
class Wrapped extends Found {}
class Mapped extends Found {}
class Listed extends Found {}
class Delegated extends Found {}
class Own {
	public $declared;
	private $hidden;
	public function __construct() { $this->declared = new Declared; $this->hidden = new Hidden; }
	public function this() { return snapshot(); }
	public function __invoke($x) { return snapshot(); }
}
#[AllowDynamicProperties]
class Free {}

function gen($thing) { yield new YieldedKey => new Yielded; yield 2; }
function outer() { yield from inner(); }
function inner() { $x = new Delegated; yield 1; yield 2; }
function returning() { return new Returned; yield; }
function extra($one) { return snapshot(); }
function extracted() { extract(['made' => new Extracted]); return snapshot(); }
function temporary() { return [new Temporary, 'heap' => snapshot()]['heap']; }
function suspended() { Fiber::suspend(new Suspended); }

$own = new Own;
$free = new Free;
$free->added = new Dynamic;
$array = ['key' => new Element];
$referenced = new Referenced;
$same = &$referenced;
$used = new Used;
$closure = function () use ($used) {};
unset($used);
$fiber = new Fiber(function ($thing) { suspended(); });
$fiber->start(new InFiber);
$generator = gen(new InGenerator);
$generator->current();
$outer = outer();
$outer->current();
$returning = returning();
$returning->current();
$store = new SplObjectStorage;
$store[new Stored] = new StoredData;
$fixed = SplFixedArray::fromArray([new Fixed]);
$wrapped = new ArrayObject([new Wrapped]);
$map = new WeakMap;
$map[$own] = new Mapped;
$list = new SplDoublyLinkedList;
$list[] = new Listed;

$heap = snapshot();
foreach (['Declared', 'Hidden', 'Dynamic', 'Element', 'Referenced', 'Used', 'InFiber', 'InGenerator', 'Yielded',
	'YieldedKey', 'Returned', 'Delegated', 'Stored', 'StoredData', 'Fixed', 'Wrapped', 'Mapped',
	'Listed'] as $class) {
	show_holders($heap, $class);
}
foreach ($heap->edges as [$from, $to, $kind, $label]) {
	if ($from === $heap->objects('Free')[0]) {
		echo "Free: $kind to ", $heap->name($to), "\n";
	}
}
foreach ([
	['Own', fn() => $own->this()],
	['Extra', fn() => extra(1, new Extra)],
	['Named', fn() => (fn(...$all) => snapshot())(name: new Named)],
	['Extracted', fn() => extracted()],
	['Argument', fn() => array_map($own, [new Argument])[0]],
	['Temporary', fn() => temporary()],
	['Suspended', fn() => $fiber->isSuspended() ? snapshot() : null],
] as [$class, $call]) {
	show_holders($call(), $class);
}
// In a fiber, while the main program waits.
$in = new Fiber(function () {
	$local = new InFiber;
	show_holders(snapshot(), 'InFiber');
});
$in->start();

function show_holders(Heap $heap, string $class): void {
	foreach ($heap->objects($class) as $id) {
		$holders = array_filter($heap->holders($id), fn($line) => !str_starts_with($line, 'root global'));
		echo "$class: ", implode(', ', array_map(fn($line) => str_replace(__DIR__, '', $line), $holders)), "\n";
		// array_map() holds references of its own.
		if ($class !== 'Argument' && $heap->nodes[$id]['refcount'] > count(array_filter($holders,
			fn($line) => !str_starts_with($line, 'root')))) {
			echo "  with {$heap->nodes[$id]['refcount']} references\n";
		}
	}
}
?>
--EXPECT--
Declared: Own property $declared
Hidden: Own property $hidden
Dynamic: array element added
Element: array element key
Referenced: reference value
Used: array element used
InFiber: frame of {closure} local $thing
InGenerator: frame of gen local $thing
Yielded: Generator yielded $value
YieldedKey: Generator yielded $key
Returned: Generator yielded $result
Delegated: frame of inner local $x
Stored: SplObjectStorage internal
StoredData: SplObjectStorage internal
Fixed: SplFixedArray internal
Wrapped: array element 0
Mapped: WeakMap internal
Listed: SplDoublyLinkedList internal
Free: properties to array
Own: array element own, array element own, frame of Own::this this, frame of {closure} local $own, frame of {main} local $own
Extra: frame of extra argument
Named: array element name
Extracted: array element made
Argument: array element 0, frame of Own::__invoke local $x
Temporary: array element 0
Suspended: frame of Fiber::suspend argument
InFiber: frame of {closure} local $local
InFiber: frame of {closure} local $thing
