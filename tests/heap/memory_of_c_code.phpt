--TEST--
A value retains its memory that only C code knows: what a snapshot says is what PHP frees, and nothing is unaccounted
--SKIPIF--
<?php
if (getenv('USE_ZEND_ALLOC') === '0') die('skip memory_get_usage() is 0 without the allocator');
if (PHP_VERSION_ID < 80200 && xhprof_info()['hook'] === 'observer') die('skip 8.1 hides the memory of observers');
?>
--FILE--
<?php
require __DIR__ . '/heap.inc';

class Keep { public static $value; }

/* The retained size beside what is freed, both of the same value: the first one of a kind fills caches. */
function check(string $what, callable $make): void {
	Keep::$value = $make();
	Keep::$value = null;
	Keep::$value = $make();
	$heap = snapshot();
	$retained = $heap->retained('class_static', 'Keep::$value');
	$unaccounted = $heap->meta['memory_usage'] - $heap->end[3];
	unset($heap);
	$before = memory_get_usage();
	Keep::$value = null;
	$freed = $before - memory_get_usage();
	if ($freed < 50000 || abs($retained - $freed) > max(0.02 * $freed, 4096)) {
		echo "$what: retains $retained, frees $freed\n";
	}
	// A debug build keeps more for itself.
	if (abs($unaccounted) > (PHP_DEBUG ? 16384 : 4096)) {
		echo "$what: $unaccounted unaccounted\n";
	}
}

/* Several values of one kind. */
function several(string $what, callable $make, int $count = 200): void {
	check($what, fn() => array_map($make, range(1, $count)));
}

function stream(string $name, int $bytes) {
	$stream = fopen($name, 'w+');
	fwrite($stream, str_repeat('x', $bytes));
	return $stream;
}

check('the body of a large temporary stream', fn() => stream('php://temp/maxmemory:50000000', 5000000));
several('the bodies of small ones', fn() => stream('php://memory', 5000));
several('files', function () {
	$file = fopen(__FILE__, 'r');
	fgets($file);
	return $file;
}, 20);
several('dates', fn($i) => new DateTimeImmutable("2024-01-01 +$i days", new DateTimeZone('Europe/Paris')), 500);
several('periods', fn() => new DatePeriod(new DateTime('2024-01-01'), new DateInterval('P1D'), 5));
several('intervals', fn() => new DateInterval('P1D'), 400);
several('hash contexts', function () {
	$hash = hash_init('sha512', HASH_HMAC, 'key');
	hash_update($hash, 'text');
	return $hash;
});
several('array objects', fn($i) => new ArrayObject(range(1, $i)));
several('fixed arrays', fn($i) => SplFixedArray::fromArray(range(1, $i)));
several('object storages', function ($i) {
	$storage = new SplObjectStorage;
	for (; $i > 0; $i--) {
		$storage[new stdClass] = $i;
	}
	return $storage;
}, 50);
several('linked lists', function ($i) {
	$list = new SplDoublyLinkedList;
	for (; $i > 0; $i--) {
		$list[] = $i;
	}
	return $list;
}, 100);
several('heaps', function ($i) {
	$heap = new SplMinHeap;
	for (; $i > 0; $i--) {
		$heap->insert($i);
	}
	return $heap;
}, 100);
several('priority queues', function ($i) {
	$queue = new SplPriorityQueue;
	for (; $i > 0; $i--) {
		$queue->insert("a$i", $i);
	}
	return $queue;
}, 50);
several('caching iterators', function () {
	$iterator = new CachingIterator(new ArrayIterator(range(1, 100)), CachingIterator::FULL_CACHE);
	foreach ($iterator as $value);
	return $iterator;
}, 50);
several('recursive iterators', function () {
	$iterator = new RecursiveIteratorIterator(new RecursiveArrayIterator([1, [2, [3, [4]]]]));
	foreach ($iterator as $value) {
		break;
	}
	return $iterator;
});
several('fibers and their stacks', function () {
	$fiber = new Fiber(fn() => Fiber::suspend());
	$fiber->start();
	return $fiber;
}, 20);
several('generators', function () {
	$generator = (function () {
		$text = str_repeat('x', 1000);
		yield 1;
	})();
	$generator->current();
	return $generator;
});
several('closures', fn($i) => function () use ($i) {
	static $seen;
	return $i;
});
check('a weak map', function () {
	$map = new WeakMap;
	for ($i = 0, $objects = [$map]; $i < 500; $i++) {
		$objects[] = $object = new stdClass;
		$map[$object] = "value $i";
	}
	return $objects;
});
if (in_array('sqlite', extension_loaded('pdo') ? PDO::getAvailableDrivers() : [], true)) {
	check('statements', function () {
		$database = new PDO('sqlite::memory:');
		$database->exec('CREATE TABLE t (a TEXT)');
		return [$database, array_map(function () use ($database) {
			$statement = $database->prepare('SELECT a, rowid FROM t WHERE a = ? OR a = ?');
			$statement->execute(['first', 'second']);
			return $statement;
		}, range(1, 100))];
	});
}
?>
done
--EXPECT--
done
