--TEST--
A snapshot inside an internal function: the function's frame retains what it has made so far, and nothing is unaccounted
--SKIPIF--
<?php
if (getenv('USE_ZEND_ALLOC') === '0') die('skip only blocks of the allocator are searched');
if (PHP_VERSION_ID < 80200 && xhprof_info()['hook'] === 'observer') die('skip 8.1 hides the memory of observers');
?>
--FILE--
<?php
require __DIR__ . '/heap.inc';

final class Moment {
	public static ?Heap $heap;
	public static $kept;
	private static int $count = 0;

	/* A text; the call of this number takes a snapshot. */
	public static function text(?Closure $take = null): string {
		if (++self::$count === 900) {
			$take === null ? self::take() : $take();
		}
		return str_repeat('t', 500) . self::$count;
	}

	public static function take(): void {
		self::$heap = snapshot();
	}

	public static function check(string $what, string $function, int $bytes, callable $work): void {
		self::$heap = null;
		self::$count = 0;
		$work();
		$unaccounted = self::$heap->meta['memory_usage'] - self::$heap->end[3];
		if (abs($unaccounted) > (PHP_DEBUG ? 16384 : 4096)) {
			echo "$what: $unaccounted unaccounted\n";
		}
		$retained = self::$heap->retained('frame', $function);
		if ($bytes > 0 && ($retained < $bytes || $retained > 2 * $bytes + 100000)) {
			echo "$what: $function() retains $retained\n";
		}
	}
}
final class Row implements JsonSerializable, IteratorAggregate {
	public string $text = '';

	public function jsonSerialize(): mixed {
		return Moment::text();
	}

	public function __serialize(): array {
		return ['text' => Moment::text()];
	}

	public function __unserialize(array $values): void {
		$this->text = Moment::text();
	}

	public function getIterator(): Iterator {
		for ($i = 0; $i < 1000; $i++) {
			yield Moment::text();
		}
	}
}
final class Stream {
	public $context;
	private int $reads = 0;

	public function stream_open() {
		return true;
	}

	public function stream_read(int $count): string {
		Moment::text();
		return ++$this->reads > 1000 ? '' : str_repeat('r', min($count, 1000));
	}

	public function stream_eof(): bool {
		return $this->reads > 1000;
	}

	public function stream_stat() {
		return [];
	}
}

$numbers = range(1, 1000);
$rows = array_map(fn() => new Row, $numbers);
$map = fn() => array_map(fn() => Moment::text(), $GLOBALS['numbers']);

Moment::check('a result', 'array_map', 450000, fn() => $map());
Moment::check('a result that nobody wants', 'array_map', 450000, function () {
	array_map(fn() => Moment::text(), $GLOBALS['numbers']);
});
Moment::check('a result for C code', 'array_map', 0, fn() => Moment::$kept = (new ReflectionFunction('array_map'))
	->invoke(fn() => Moment::text(), $GLOBALS['numbers']));
Moment::$kept = null;
Moment::check('a text', 'json_encode', 450000, fn() => json_encode($GLOBALS['rows']));
Moment::check('another text', 'serialize', 450000, fn() => serialize($GLOBALS['rows']));
/* The engine has a list of them meanwhile. */
Moment::check('objects', 'unserialize', 0, function () {
	$text = 'a:1000:{' . implode('', array_map(fn($i) => "i:$i;O:3:\"Row\":0:{}", $GLOBALS['numbers'])) . '}';
	unserialize($text);
});
Moment::check('a copy', 'usort', 16384, function () {
	$copy = $GLOBALS['numbers'];
	usort($copy, fn($a, $b) => strlen(Moment::text()) <=> $a);
});
Moment::check('a string', 'preg_replace_callback', 450000,
	fn() => preg_replace_callback('/a/', fn() => Moment::text(), str_repeat('a', 1000)));
Moment::check('elements', 'iterator_to_array', 450000, fn() => iterator_to_array($GLOBALS['rows'][0]));
stream_wrapper_register('rows', 'Stream');
Moment::check('a file', 'file_get_contents', 450000, fn() => file_get_contents('rows://'));
if (in_array('sqlite', extension_loaded('pdo') ? PDO::getAvailableDrivers() : [], true)) {
	Moment::check('a query', 'PDOStatement::fetchAll', 450000, function () {
		$database = new PDO('sqlite::memory:');
		$database->sqliteCreateFunction('text', fn() => Moment::text());
		$database->query('WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 1000)
			SELECT text() FROM n')->fetchAll();
	});
}

/* The text of json_encode() is not array_map()'s. */
final class Outer implements JsonSerializable {
	public function jsonSerialize(): mixed {
		static $count = 0;
		return ++$count < 100 ? str_repeat('o', 5000) : ($GLOBALS['map'])();
	}
}
$outer = array_map(fn() => new Outer, range(1, 100));
Moment::check('the outer one of two', 'json_encode', 450000, fn() => json_encode($GLOBALS['outer']));

/* What the allocator may have given out, if the system tells. */
function addresses(): string {
	$all = '';
	foreach (@file('/proc/self/maps') ?: [] as $line) {
		if (!preg_match('/^([0-9a-f]+)-([0-9a-f]+) rw-p 00000000 00:00 0 *$/', $line, $found)) {
			continue;
		}
		for ($at = hexdec($found[1]); $at < hexdec($found[2]); $at += 4096) {
			$all .= pack('P', $at);
		}
	}
	return substr($all, 0, 1 << 20);
}

/* A text has no pointers, whatever it looks like. Eight bytes come before the first address. */
eval('/** has ' . addresses() . ' */ function commented() {}');
Moment::check('beside a comment', 'json_encode', 450000, fn() => json_encode($GLOBALS['rows']));
final class Inner {
	public function __serialize(): array {
		return [json_encode($GLOBALS['rows'])];
	}
}
/* One copy for each place that the text may have in its block. */
$each = str_repeat(addresses() . ' ', 8);
Moment::check('inside of such a text', 'json_encode', 450000, fn() => serialize([$GLOBALS['each'], new Inner]));

/* Of three C stacks one is in use, one waits for it, and one is suspended. */
Moment::check('in a fiber', 'array_map', 450000, fn() => (new Fiber($map))->start());
Moment::check('in the caller of a fiber', 'array_map', 450000, fn() => array_map(
	fn() => Moment::text(fn() => (new Fiber(Moment::take(...)))->start()), $GLOBALS['numbers']));
$fiber = new Fiber(fn() => json_encode(array_map(fn() => Moment::text(Fiber::suspend(...)), $GLOBALS['numbers'])));
$texts = new Fiber(fn() => preg_replace_callback('/a/', fn() => Moment::text(Fiber::suspend(...)),
	str_repeat('a', 1000)));
Moment::check('in suspended fibers', '{main}', 0, function () use ($fiber, $texts) {
	$fiber->start();
	(function () { self::$count = 0; })->bindTo(null, Moment::class)();
	$texts->start();
	Moment::take();
});

/* What nothing holds stays so, and what a variable holds is the variable's. */
final class Cycle {
	public $self;
}
$cycle = new Cycle;
$cycle->self = $cycle;
unset($cycle);
Moment::$kept = range(1, 2000);
Moment::check('a cycle', 'array_map', 450000, fn() => $map());
echo implode(', ', Moment::$heap->holders(Moment::$heap->objects('Cycle')[0])), "\n";
echo Moment::$heap->retained('class_static', 'Moment::$kept') >= 32000 ? "a variable\n" : "not a variable's\n";
?>
--EXPECT--
Cycle property $self, root store
a variable
