--TEST--
Every kind of root leads to the values it holds
--FILE--
<?php
require __DIR__ . '/heap.inc';

class Found {
	public function __construct(public string $by) {}
}
class InStatic extends Found {}
class InMethod extends Found {}
class InFunction extends Found {}
class InMember extends Found {}
class InConstant extends Found {}
class InGlobal extends Found {}
class InLocal extends Found {}
class InErrorHandler extends Found { public function handle() {} }
class InExceptionHandler extends Found { public function handle() {} }
class InShutdown extends Found { public function run() {} }
class AtShutdown extends Found {}
class InOutput extends Found { public function pass($text) { return $text; } }
class InContext extends Found {}
class InCycle extends Found { public $self; }
class InTrait extends Found {}
enum Suit: string {
	case Hearts = 'H';
	case Spades = 'S';
	const Wild = self::Spades;
}
trait Keeps {
	public static function keep($thing) { static $kept; $kept = $thing; }
}
class Holder {
	use Keeps;
	public static $member;
	public $list = [1, 2, 'three' => [4]];
	const LISTED = ['a' => ['b']];
	public static function method($thing) { static $inMethod; $inMethod = $thing; }
}
class Heir extends Holder {}
function f($thing) { static $inFunction; $inFunction = $thing; }
function deep() {
	$local = new InLocal('a variable');
	$heap = snapshot();
	return $heap;
}

f(new InFunction('a static variable'));
Holder::method(new InMethod('a static variable of a method'));
Holder::keep(new InTrait('a static variable of a trait'));
Holder::$member = new InMember('a static member');
define('A_CONSTANT', [1, str_repeat('x', 3), new InConstant('a constant')]);
$global = new InGlobal('a global variable');
set_error_handler([new InErrorHandler(''), 'handle']);
set_exception_handler([new InExceptionHandler(''), 'handle']);
register_shutdown_function([new InShutdown(''), 'run'], new AtShutdown(''));
ob_start([new InOutput(''), 'pass']);
$context = stream_context_create(['http' => ['thing' => new InContext('')]]);
$cycle = new InCycle('');
$cycle->self = $cycle;
unset($cycle);
$used = [Suit::Hearts, Suit::Wild];
new Heir;

$heap = deep();
ob_end_clean();

// Each node, with the roots that lead to it on a shortest path.
function found(Heap $heap, string $class): string {
	$ids = $heap->objects($class);
	if (count($ids) !== 1) {
		return count($ids) . ' objects';
	}
	for ($id = $ids[0], $way = []; ; $id = $above) {
		$roots = array_filter($heap->roots, fn($root) => $root[0] === $id);
		if ($roots !== []) {
			[, $kind, $name] = end($roots);
			return trim("$kind $name") . implode('', $way);
		}
		$edge = current(array_filter($heap->edges, fn($edge) => $edge[1] === $id && $edge[0] !== $id));
		if (!$edge) {
			return 'nothing' . implode('', $way);
		}
		[$above, , $kind, $label] = $edge;
		array_unshift($way, ' > ' . trim("$kind $label"));
	}
}
foreach (['InFunction', 'InMethod', 'InTrait', 'InMember', 'InConstant', 'InGlobal', 'InLocal', 'InErrorHandler',
	'InExceptionHandler', 'InShutdown', 'AtShutdown', 'InOutput', 'InCycle'] as $class) {
	echo "$class: ", found($heap, $class), "\n";
}
echo 'InContext: ',
	preg_replace('/^(global|resource).*?options/', 'resource ... options', found($heap, 'InContext')), "\n";
$cases = array_map(fn($case) => implode(', ', $heap->holders($case)) . ', flags ' . $heap->nodes[$case]['flags'],
	$heap->objects('Suit'));
sort($cases);
echo implode("\n", $cases), "\n";
foreach ($heap->roots as [, $kind, $name]) {
	if (in_array($kind, ['static', 'class_static']) && preg_match('/Holder|Heir/', $name)) {
		$seen[trim("$kind $name")] = true;
	}
}
ksort($seen);
echo implode("\n", array_keys($seen)), "\n";
?>
--EXPECT--
InFunction: static f > element inFunction > value
InMethod: static Holder::method > element inMethod > value
InTrait: static Holder::keep > element kept > value
InMember: class_static Holder::$member
InConstant: constant A_CONSTANT > element 2
InGlobal: global $global
InLocal: frame deep > local $local
InErrorHandler: callback error handler > element 0
InExceptionHandler: callback exception handler > element 0
InShutdown: callback shutdown function
AtShutdown: callback argument of a shutdown function
InOutput: callback output handler
InCycle: store
InContext: resource ... options > element http > element thing
array element 0, root class_constant Suit::Hearts, flags e
array element 1, root class_constant Suit::Spades, root class_constant Suit::Wild, flags e
class_static Holder::$member
static Holder::keep
static Holder::method
