--TEST--
Each object counts where it is created: by new, clone, the engine or an extension, kept or freed at once, or as garbage
--SKIPIF--
<?php require __DIR__ . '/events.inc'; need_event('objects'); ?>
--FILE--
<?php
require __DIR__ . '/events.inc';

class Plain { public $other; }
class Pair
{
	public $left;
	public $right;
	public function __construct() { $this->left = new Plain; $this->right = new Plain; }
}
class Sized { public $a = 1, $b = 2, $c = 3, $d = 4, $e = 5, $f = 6, $g = 7, $h = 8; }
enum Suit { case Hearts; case Spades; }
function keeps($n) { static $kept = []; for ($i = 0; $i < $n; $i++) { $kept[] = new Plain; } return $kept; }
function drops($n) { static $last; for ($i = 0; $i < $n; $i++) { $last = new Plain; $last = null; } return $n; }
function swaps($n) { static $last; for ($i = 0; $i < $n; $i++) { $last = $i % 2 ? new Sized : new Plain; } return $n; }
function pairs($n) { static $last; for ($i = 0; $i < $n; $i++) { $last = new Pair; } return $n; }
function copies($n) { static $last; $last = new Plain; for ($i = 0; $i < $n; $i++) { $last = clone $last; } return $n; }
function casts($n) { static $last; for ($i = 0; $i < $n; $i++) { $last = (object) ['i' => $i]; } return $n; }
function closes($n) { static $last; for ($i = 0; $i < $n; $i++) { $last = fn($x) => $x + $i; } return $n; }
function yields($n) { for ($i = 0; $i < $n; $i++) { yield $i; } }
function generates($n)
{
	static $sum = 0;
	for ($i = 0; $i < $n; $i++) { foreach (yields(2) as $value) { $sum += $value; } }
	return $sum;
}
function cycles($n)
{
	for ($i = 0; $i < $n; $i++) { $one = new Plain; $one->other = $one; $one = null; }
	return gc_collect_cycles();
}
function cycle($n)
{
	static $calls = 0;
	$calls++;
	$one = new Plain;
	$one->other = $one;
	$one = null;
	return gc_collect_cycles();
}
function inside($n)
{
	static $last;
	$last = unserialize('a:2:{i:0;O:5:"Plain":1:{s:5:"other";O:5:"Plain":0:{}}i:1;O:8:"stdClass":0:{}}');
	return $n;
}
function iterates($n)
{
	static $last;
	$last = new ArrayIterator([1, 2]);
	foreach (new LimitIterator($last, 0, 1) as $value) { $n += $value; }
	return $n;
}
function aggregates($n) { foreach (new ArrayObject([1, 2]) as $value) { $n += $value; } return $n; }
function cases($n) { static $last; $last = [Suit::Hearts, Suit::Spades, Suit::Hearts]; return $n; }
function throws($n)
{
	static $calls = 0;
	$calls++;
	try { intdiv($n, 0); } catch (DivisionByZeroError) {}
	return $calls;
}
function nothing($n) { static $calls = 0; $calls++; return $calls + $n; }

gc_collect_cycles();
foreach (['hier', 'tree'] as $mode) {
	xhprof_enable(XHPROF_FLAGS_NO_BUILTINS, ['mode' => $mode, 'events' => ['objects']]);
	foreach (['keeps', 'drops', 'swaps', 'pairs', 'copies', 'casts', 'closes', 'generates', 'cycles', 'cycle', 'inside',
		'iterates', 'aggregates', 'cases', 'throws', 'nothing'] as $what) {
		$what(5);
	}
	$profile = xhprof_stop();
	echo "-- $mode\n";
	show_counts($profile->pairs(), ['objects']);
}
?>
--EXPECT--
-- hier
main() objects=75
main()==>aggregates objects=3
main()==>cases objects=2
main()==>casts objects=5
main()==>closes objects=5
main()==>copies objects=6
main()==>cycle objects=1
main()==>cycles objects=5
main()==>drops objects=5
main()==>generates objects=10
main()==>inside objects=3
main()==>iterates objects=4
main()==>keeps objects=5
main()==>pairs objects=15
main()==>swaps objects=5
main()==>throws objects=1
pairs==>Pair::__construct objects=10
-- tree
main() objects=73
main()==>aggregates objects=3
main()==>casts objects=5
main()==>closes objects=5
main()==>copies objects=6
main()==>cycle objects=1
main()==>cycles objects=5
main()==>drops objects=5
main()==>generates objects=10
main()==>inside objects=3
main()==>iterates objects=4
main()==>keeps objects=5
main()==>pairs objects=15
main()==>swaps objects=5
main()==>throws objects=1
pairs==>Pair::__construct objects=10
