--TEST--
xhprof dump --locals of a process without the module: arguments and variables, as the command's xhprof.meta lets it
--EXTENSIONS--
xhprof
posix
--SKIPIF--
<?php require __DIR__ . '/skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/attach.inc';
require __DIR__ . '/../cli/cli.inc';

$child = attach_start('
enum Suit { case Hearts; }
class Order
{
	function price(string $text, float &$sum, ?array $list = null, int ...$more)
	{
		$number = -7;
		$order = $this;
		$call = fn () => 1;
		$long = str_repeat("x", 300);
		$binary = "a\x00\"b\n";
		$suit = Suit::Hearts;
		$none = null;
		$is = true;
		$anonymous = new class {};
		$file = STDIN;
		for ($many = 0; $many < 3; $many++) $$many = $many;
		unset($many);
		echo "waits\n";
		fgets(STDIN);
	}
}
function magic() { $sum = 0.5; (new class { function __call($name, $arguments) { (new Order)->price(...$arguments); } })->price("\x1B[31m", $sum, [1, 2, 3], 7, 8); }

magic();');
echo fgets($child->out);
$folder = live_folder(__FILE__, 0700);
attach_reading(...attach($child->pid, $folder));
$posix = shipped_module('posix');
foreach (['full', 'path', 'off'] as $meta) {
	$settings = ["xhprof.meta=$meta", ...($posix === null ? [] : ["extension=$posix"])];
	$dump = json_decode(cli(['dump', '--locals', '--json', (string) $child->pid], '', $settings)['out'],
		true)['processes'][0];
	echo "== $meta ", $dump['locals']['level'] ?? $dump['locals_problem'], "\n";
	foreach ($dump['locals']['frames'] ?? [] as $frame) {
		echo preg_replace('/@anonymous.*?(?=::|$)/', '@anonymous', $frame['function']), " $frame[line]\n";
		foreach ([...$frame['arguments'], ...$frame['locals']] as $variable) {
			echo "  $variable[name] $variable[value]\n";
		}
	}
}
attach_end($child);
live_clean($folder);

/* Those for which there is no room are counted if they are set, as in a process with the module. */
foreach ([50, 52, 250] as $set) {
	$assign = fn (string $name, int $count): string => implode('',
		array_map(fn (int $i): string => "\$$name$i = $i; ", range(1, $count)));
	$child =
		attach_start('function many() { ' . $assign('set', $set) . 'if ($set1 === 0) { ' . $assign('unset', 10) . '}'
			. ' echo "waits\n"; fgets(STDIN); } many();');
	fgets($child->out);
	$folder = live_folder(__FILE__, 0700);
	attach_reading(...attach($child->pid, $folder));
	$dump = json_decode(cli(['dump', '--locals', '--json', (string) $child->pid])['out'], true)['processes'][0];
	echo "$set set: ", count($dump['locals']['frames'][1]['locals']), ' and ', $dump['locals']['omitted'], "\n";
	attach_end($child);
	live_clean($folder);
}
?>
--EXPECT--
waits
== full values
fgets 
Order::price 20
  this Order #2
  text "\x1B[31m"
  sum 0.5
  list array(3)
  more array(2)
  number -7
  order Order #2
  call Closure #3
  long "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"... (300 bytes)
  binary "a\x00\"b\n"
  suit Suit #4
  none null
  is true
  anonymous class@anonymous #5
  file resource(1)
class@anonymous::__call 23
  this class@anonymous #1
  name "price"
  arguments array(5)
magic 23
  sum 0.5
main() 25
== path types
fgets 
Order::price 20
  this Order
  text string(5)
  sum float
  list array(3)
  more array(2)
  number int
  order Order
  call Closure
  long string(300)
  binary string(5)
  suit Suit
  none null
  is bool
  anonymous class@anonymous
  file resource(1)
class@anonymous::__call 23
  this class@anonymous
  name string(5)
  arguments array(5)
magic 23
  sum float
main() 25
== off its variables are not shown: its xhprof.meta is off; path shows their types, full their values
50 set: 50 and 0
52 set: 50 and 2
250 set: 50 and 200
