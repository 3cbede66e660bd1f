--TEST--
A function named with #* has a number of its arguments in its name: equal ones have the same, and those that can't be compared have none
--INI--
xhprof.collect_additional_info="price#*, Point::price#*, two#*, abs#*"
opcache.enable_cli=0
--FILE--
<?php
enum Suit { case A; case B; }
class Point {
	public function __construct(public int $x, public ?Point $next = null) { }
	public function price(mixed ...$more): int { return $this->x; }
}
#[AllowDynamicProperties] class Bag { }
function price(mixed ...$all): int { return 1; }
function two(int $a, int $b = 1): void { }

function bag(int $value): Bag { $bag = new Bag; $bag->value = $value; return $bag; }

$point = new Point(3);
$endless = [1];
$endless[1] = &$endless;
$calls = [
	'values' => fn () => [price(1, 'a'), price(1, 'a'), price(1, 'b'), price('1', 'a'), price(1.0), price(1), price()],
	'arrays' => fn () => [price([1, ['a' => null]]), price([1, ['a' => null]]), price([1, ['a' => false]]),
		price(range(1, 990))],
	'objects' => fn () => [price(new Point(1)), price(new Point(1)),
		price(new Point(2)), price(new Point(1, $point)), price(new Point(1, $point)),
		price(bag(1)), price(bag(1)), price(bag(2)), price(Suit::A), price(Suit::A), price(Suit::B)],
	'not comparable' => fn () => [price(fn () => 1), price(new ArrayObject([1])), price(range(1, 1001)),
		price(str_repeat('x', 65537)), price(a: 1), price($endless)],
	'more than declared' => fn () => [two(1), two(1), two(1, 1), two(1, 2, 3), two(1, 2, 3), two(1, 2, 4)],
	'methods' => function () use ($point) {
		$point->price(1);
		$point->price(1);
		$point->x = 4;
		$point->price(1);
		(new Point(3))->price(1);
	},
	'internal' => fn () => [abs(1), abs(1), abs(-1)],
];
foreach ($calls as $title => $some) {
	xhprof_enable();
	$some();
	echo "$title:";
	foreach (xhprof_disable() as $name => $row) {
		echo preg_match('/==>((?:Point::)?(price|two|abs)\b.*)/', $name, $found) === 1 ? " $found[1] x $row[ct]," : '';
	}
	echo "\n";
}

// At most 10,000 different ones have a number.
xhprof_enable();
for ($i = 0; $i < 10002; $i++) { price($i); }
price(0);
$rows = xhprof_disable();
echo count(preg_grep('/#arguments/', array_keys($rows))), ' and ', $rows['main()==>price#(other)']['ct'],
	', the first again ', $rows['main()==>price#arguments 1']['ct'], "\n";
?>
--EXPECT--
values: price#arguments 1 x 2, price#arguments 2 x 1, price#arguments 3 x 1, price#arguments 4 x 1, price#arguments 5 x 1, price#arguments 6 x 1,
arrays: price#arguments 1 x 2, price#arguments 2 x 1, price#arguments 3 x 1,
objects: price#arguments 1 x 2, price#arguments 2 x 1, price#arguments 3 x 2, price#arguments 4 x 2, price#arguments 5 x 1, price#arguments 6 x 2, price#arguments 7 x 1,
not comparable: price x 6,
more than declared: two#arguments 1 x 2, two#arguments 2 x 1, two#arguments 3 x 2, two#arguments 4 x 1,
methods: Point::price#arguments 1 x 2, Point::price#arguments 2 x 1, Point::price#arguments 3 x 1,
internal: abs#arguments 1 x 2, abs#arguments 2 x 1,
10000 and 2, the first again 2