--TEST--
At least 99 % of memory_get_usage() are accounted for, and never more than is in use
--SKIPIF--
<?php
if (getenv('USE_ZEND_ALLOC') === '0') die('skip memory_get_usage() is 0 without the allocator');
?>
--FILE--
<?php
require __DIR__ . '/heap.inc';

// 8.1 hides the memory of observers.
const LEAST = PHP_VERSION_ID < 80200 ? 90 : 99;

function share(string $what): void {
	foreach ([['wait' => true], ['fork' => false]] as $options) {
		$report = xhprof_heap_snapshot(sys_get_temp_dir() . '/xhprof-test-share-' . getmypid(), $options);
		$percent = 100 * $report['bytes'] / $report['memory_usage'];
		echo $what, ': ', $percent >= LEAST && $percent <= 100 ? 'enough' : sprintf('%.2f %%', $percent), "\n";
	}
}
// Syntax trees, with a lexer and parser of their own: functions, classes, closures, generators, constants.
function lex(string $source): Generator {
	preg_match_all('/\d+|[-+*\/()]/', $source, $found);
	yield from $found[0];
}
abstract class Node {
	public array $attributes = [];
	public function __construct(public readonly string $text, public array $children = []) {
		static $count = 0;
		$this->attributes = ['number' => $count++, 'at' => [1, 2]];
	}
}
final class Number extends Node {}
final class Operation extends Node {}
function parse(Generator $tokens): Node {
	$left = new Number((string) $tokens->current());
	$tokens->next();
	while ($tokens->valid()) {
		$sign = $tokens->current();
		$tokens->next();
		$left = new Operation($sign, [$left, new Number((string) $tokens->current())]);
		$tokens->next();
	}
	return $left;
}
$trees = $open = $closures = [];
for ($i = 0; $i < 300; $i++) {
	$trees["tree $i"] = parse(lex("$i+1*2-3/4+$i*77-" . $i * $i));
	$open[] = $generator = lex("1+$i");
	$generator->current();
	$closures[] = static fn() => $trees["tree $i"];
	$fiber = new Fiber(function () use ($i) { Fiber::suspend($i); });
	$fiber->start();
	if ($i < 20) {
		$fibers[] = $fiber;
	}
}
share('objects of many kinds');

$strings = $lists = [];
for ($i = 0; $i < 2000; $i++) {
	$strings[] = str_repeat('x', $i);
	$lists[] = range(0, $i % 50);
}
$large = str_repeat('x', 5000000);
$list = range(1, 300000);
share('large and small');

// The engine has a table for each object that two of them refer to.
$map = new WeakMap;
$other = new WeakMap;
for ($i = 0; $i < 20000; $i++) {
	$weak[] = $object = new stdClass;
	$map[$object] = $other[$object] = $i;
	$weak[] = WeakReference::create($object);
}
share('weakly referenced');
unlink(sys_get_temp_dir() . '/xhprof-test-share-' . getmypid());
?>
--EXPECT--
objects of many kinds: enough
objects of many kinds: enough
large and small: enough
large and small: enough
weakly referenced: enough
weakly referenced: enough
