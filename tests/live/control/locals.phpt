--TEST--
The variables of open calls are written for the process' own user, as far as xhprof.meta says, and bounded
--SKIPIF--
<?php require __DIR__ . '/../skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/../live.inc';

$folder = live_folder(__FILE__);
file_put_contents("$folder/program.php", <<<'PHP'
<?php
namespace App;

enum Kind: string
{
	case Good = 'good';
}

class Base
{
	private int $secret = 7;
}

#[\AllowDynamicProperties]
final class Cart extends Base
{
	public array $items = ['a' => 1.5, 'b' => [1, [2, [3, [4]]]]];
	protected ?Cart $next = null;
	public string $unset;

	public function __get($name)
	{
		echo "CALLED\n";
	}

	public function __debugInfo()
	{
		echo "CALLED\n";
		return [];
	}

	public function total(int $factor, string ...$rest): int
	{
		static $calls = 0;
		unset($this->items['a'], $never);
		$empty = null;
		$yes = true;
		$float = 0.1;
		$kind = Kind::Good;
		$long = str_repeat("caf\xC3\xA9 \"\\\n\0\xFF", 50);
		$numbers = range(1, 1000);
		$holes = [3 => 'x', 5 => 'y'];
		$other = new self();
		$other->next = $this;
		$other->free = 'dynamic';
		$reference = &$float;
		$function = fn() => 1;
		$stream = STDIN;
		$name = new class { public $in = 'side'; };
		return array_sum(array_map(function (int $n) use ($kind) { return wait($n, $kind); }, [$factor]));
	}
}

function wait(int $n, Kind $kind): int
{
	echo "begun\n";
	while (!file_exists(__DIR__ . '/stop')) {
		$n += 100000; // mostly outside of that function
		while ($n > 2) {
			$n--;
		}
	}
	return $n;
}

function numbers()
{
	$before = 'yield';
	yield (new Cart())->total(2, 'x', 'y');
}

function delegate()
{
	yield from numbers();
}

foreach (delegate() as $number) {
	$last = $number;
}
PHP);

function show_value(string $value): string
{
	return preg_replace(['/#\d+/', '/resource\(\d+\)/'], ['#N', 'resource(N)'], $value);
}

foreach (['full', 'path', 'off'] as $meta) {
	echo "== xhprof.meta=$meta\n";
	$child = live_start("$folder/program.php",
		live_settings($folder, 'xhprof.live_allow=sample,dump,locals', "xhprof.meta=$meta"));
	fgets($child->out);
	$file = substr(live_file($folder, $child->pid), 0, -4) . 'locals';
	live_send(live_file($folder, $child->pid), live_message(LIVE_LOCALS_NOW));
	live_wait('variables', fn () => is_file($file));
	echo decoct(fileperms($file) & 0777), "\n";
	$answer = json_decode(file_get_contents($file), true, 512, JSON_THROW_ON_ERROR);
	echo "request $answer[request], $answer[level], cut $answer[cut], omitted $answer[omitted]\n";
	foreach ($answer['frames'] as $frame) {
		echo preg_replace(PHP_VERSION_ID < 80400 ? '/^App\\\\Cart::App\\\\\{closure:.*program.php:(50)\}$/'
			: '/.*\{closure:.*:(50)\}$/', '{closure:$1}', $frame['function']), ' ', $frame['file'] === null ? '-'
				: basename($frame['file']) . ':' . ($frame['function'] === 'App\wait' ? 'N' : $frame['line']), "\n";
		foreach (['arguments', 'locals'] as $kind) {
			foreach ($frame[$kind] as [$name, $value]) {
				echo '  ', $kind === 'arguments' ? '* ' : '  ', $name, ' = ',
					$frame['function'] === 'App\wait' && $name === 'n' ? preg_replace('/\d+/', 'N', $value)
						: show_value($value), "\n";
			}
		}
	}
	touch("$folder/stop");
	echo live_end($child), ' ', count(glob("$folder/*.locals")), " files\n";
	unlink("$folder/stop");
}

echo "== not permitted\n";
$child = live_start("$folder/program.php", live_settings($folder));
fgets($child->out);
$file = live_file($folder, $child->pid);
live_send($file, live_message(LIVE_LOCALS_NOW) . live_message(LIVE_DUMP_NOW));
$ring = XHProf\Ring::open($file);
live_wait('dump', fn () => $ring->status()['sampling']['dumps'] > 0);
var_dump(in_array('locals', $ring->status()['allowed'], true), glob("$folder/*.locals"));
touch("$folder/stop");
live_end($child);
live_clean($folder);
?>
--EXPECT--
== xhprof.meta=full
600
request 1, values, cut 0, omitted 0
App\wait program.php:N
  * n = N
  * kind = App\Kind::Good
{closure:50} program.php:50
  * this = App\Cart {secret: 7, items: ["b" => [1, array(2)]], next: null}
  * n = 2
    kind = App\Kind::Good
array_map -
App\Cart::total program.php:50
  * this = App\Cart {secret: 7, items: ["b" => [1, array(2)]], next: null}
  * factor = 2
  * rest = ["x", "y"]
    calls = 0
    empty = null
    yes = true
    float = 0.1
    kind = App\Kind::Good
    long = "café \"\\\n\x00\xFFcafé \"\\\n\x00\xFFcafé \"\\\n\x00\xFFcafé \"\\\n\x00\xFFcafé \"\\\n\x00\xFFcafé \"\\\n\x00\xFFcafé \"\\\n\x00\xFFcaf"... (550 bytes)
    numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, ... 990 more]
    holes = [3 => "x", 5 => "y"]
    other = App\Cart {secret: 7, items: ["a" => 1.5, "b" => [1, array(2)]], next: App\Cart {secret: 7, items: ["b" => array(2)], next: null}, free: "dynamic"}
    reference = 0.1
    function = Closure {}
    stream = resource(N)
    name = class@anonymous {in: "side"}
App\numbers program.php:69
    before = "yield"
App\delegate program.php:74
 program.php:77
0 0 files
== xhprof.meta=path
600
request 1, types, cut 0, omitted 0
App\wait program.php:N
  * n = int
  * kind = App\Kind
{closure:50} program.php:50
  * this = App\Cart
  * n = int
    kind = App\Kind
array_map -
App\Cart::total program.php:50
  * this = App\Cart
  * factor = int
  * rest = array(2)
    calls = int
    empty = null
    yes = bool
    float = float
    kind = App\Kind
    long = string(550)
    numbers = array(1000)
    holes = array(2)
    other = App\Cart
    reference = float
    function = Closure
    stream = resource(N)
    name = class@anonymous
App\numbers program.php:69
    before = string(5)
App\delegate program.php:74
 program.php:77
0 0 files
== xhprof.meta=off
600
request 1, off, cut 0, omitted 0
0 0 files
== not permitted
bool(false)
array(0) {
}
