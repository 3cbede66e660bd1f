--TEST--
A snapshot leaves the program's heap, objects, output and handlers as they were
--FILE--
<?php
require __DIR__ . '/heap.inc';

class Loud {
	public $date, $list;
	public function __construct() { $this->date = new DateTime; }
	public function __destruct() { echo "destroyed\n"; }
	public function __get($name) { echo "asked for $name\n"; }
	public function __isset($name) { echo "asked for $name\n"; return true; }
	public function __debugInfo() { echo "shown\n"; return []; }
	public function __serialize(): array { echo "serialized\n"; return []; }
	public function __toString() { echo "converted\n"; return ''; }
}
class Bag extends ArrayObject implements JsonSerializable {
	public $extra = [1];
	public function getIterator(): Iterator { echo "iterated\n"; return parent::getIterator(); }
	public function jsonSerialize(): mixed { echo "encoded\n"; return 0; }
	public function count(): int { echo "counted\n"; return 0; }
}
set_error_handler(function ($no, $text) { echo "error: $text\n"; });
register_shutdown_function(function () { echo "shutdown\n"; });
spl_autoload_register(function ($class) { echo "load $class\n"; });

$loud = new Loud;
$loud->list = new SplObjectStorage;
$loud->list[$loud] = new Bag([$loud]);
$cycle = new Loud;
$cycle->list = [$cycle];
unset($cycle);
$generator = (function () { try { yield new Loud; } finally { echo "generator closed\n"; } })();
$generator->current();
$pointer = [1, 2, 3];
next($pointer);
$weak = WeakReference::create($loud);
$map = new WeakMap;
$map[$loud] = 1;
mt_srand(5);
$random = mt_rand();

$dir = sys_get_temp_dir() . '/xhprof-test-undisturbed-' . getmypid();
mkdir($dir);
$file = "$dir/a.heap";
ob_start();
echo 'in the buffer ';
// The first call allocates what later calls reuse.
foreach ([['fork' => false], ['wait' => true], ['fork' => false], ['wait' => true],
	['fork' => false, 'max_nodes' => 20]] as $i => $options) {
	$before = [memory_get_usage(), gc_status()['runs'], gc_status()['roots'], ob_get_length(), error_get_last()];
	$peak = memory_get_peak_usage();
	$report = xhprof_heap_snapshot($file, $options);
	$after = [memory_get_usage(), gc_status()['runs'], gc_status()['roots'], ob_get_length(), error_get_last()];
	unset($report);
	$difference = memory_get_usage() - $before[0];
	unset($before[0], $after[0]);
	if ($i > 0) {
		$told[] = json_encode($options) . ': '
			. ($before === $after ? 'the same' : 'other: ' . json_encode([$before, $after]))
			. ", memory $difference, peak " . (memory_get_peak_usage() - $peak < 64000 ? 'the same' : 'other');
	}
	unset($before, $after, $options);
}
echo "\n";
ob_end_flush();
echo implode("\n",
	array_map(fn($line) => preg_replace('/memory (-?\d{1,3}),/', 'memory much the same,', $line), $told)), "\n";
// The snapshot made no property tables: the heap would show them.
mt_srand(5);
var_dump(mt_rand() === $random, current($pointer), $weak->get() === $loud, count($map));
$table = array_filter(snapshot()->edges, fn($edge) => $edge[2] === 'properties');
echo count($table), " tables of properties\n";
array_map(unlink(...), glob("$dir/*"));
rmdir($dir);
unset($generator);
echo "end\n";
?>
--EXPECT--
in the buffer 
{"wait":true}: the same, memory much the same, peak the same
{"fork":false}: the same, memory much the same, peak the same
{"wait":true}: the same, memory much the same, peak the same
{"fork":false,"max_nodes":20}: the same, memory much the same, peak the same
bool(true)
int(2)
bool(true)
int(1)
0 tables of properties
generator closed
destroyed
end
shutdown
destroyed
destroyed
