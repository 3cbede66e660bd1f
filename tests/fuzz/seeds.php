<?php
/**
 * Writes small runs into a folder, in each format that can be read back: what fuzzers start from.
 * json is there packed, too.
 *
 * Usage: php -d extension=xhprof.so seeds.php DIR
 */

namespace Seeds;

function leaf(int $n): int { return $n; }
function fib(int $n): int { return $n < 2 ? leaf($n) : fib($n - 1) + fib($n - 2); }
function even(int $n): int { return $n === 0 ? leaf($n) : odd($n - 1); }
function odd(int $n): int { return even($n - 1); }

eval("function caf\xE9(\$x) { return \$x; }"); // a name that is not UTF-8

function program(): void
{
	fib(4);
	even(4);
	array_map(leaf(...), [1, 2]);
	("caf\xE9")(1);
}

[, $dir] = $argv;
$held = ['name' => 'value', 'list' => range(1, 20), 'object' => new \ArrayObject([new \stdClass]),
	'closure' => fib(...)];
xhprof_heap_snapshot("$dir/small.heap", ['wait' => true]);
foreach ([0, XHPROF_FLAGS_CPU | XHPROF_FLAGS_MEMORY] as $metrics) {
	foreach (['pairs' => 0, 'tree' => XHPROF_FLAGS_TREE] as $mode => $flag) {
		xhprof_enable($metrics | $flag, ['lines' => $metrics === 0 ? [] : ['fib']]);
		$metrics === 0 ? fib(3) : program();
		$run = xhprof_stop();
		$name = "$dir/$mode-" . ($metrics === 0 ? 'wall' : 'all');
		file_put_contents("$name.json", $run->export('json'));
		file_put_contents("$name.xhprof", $run->export('xhprof'));
		file_put_contents("$name.jsonl", $run->export('xhgui'));
		if ($flag !== 0 && function_exists('gzencode')) {
			file_put_contents("$name.json.gz", gzencode($run->export('json')));
		}
	}
}

// The first bytes of each kind of input.
preg_match_all('/^\tKIND\((\w+), "(\w+)"\)/m', file_get_contents(__DIR__ . '/kinds.h'), $kinds);
$first = array_combine($kinds[1], $kinds[2]);

// As tests/fuzz/attach.c takes them: sixteen changes of the other process' memory while it is read, then those before.
$late = str_repeat(pack('vQ', 0xF000, 1), 16);
file_put_contents("$dir/memory.data", "$first[memory]$late" . pack('vQ', 0xF000, 1));
file_put_contents("$dir/memory-moves.data", $first['memory']
	. str_repeat(pack('vQ', 0x4000 + 1024 - 256, 0x8000 << 1), 16) . pack('vQ', 0x3000, 0x7FF0000000000000));
// A frame before the outermost one, as the last bytes of the address space; times of a request that are none.
file_put_contents("$dir/memory-end.data", "$first[memory]$late" . pack('vQ', 0x4100 + 48, -80));
foreach ([INF, NAN, -1.0, 1e300] as $i => $time) {
	file_put_contents("$dir/memory-time$i.data", "$first[memory]$late" . implode('',
		array_map(fn (int $at): string => pack('vd', $at, $time), range(0x3008, 0x3400, 8))));
}

// Texts of requests.
foreach (["SELECT * FROM `t` WHERE a = 'x' AND b IN (1, 2, 0x3F) -- c",
	"INSERT INTO t (a, b) VALUES ('a', \"b\"), (E'\\'', $\$c$\$)", 'CALL p(@a, :b, ?)',
	"SET NAMES utf8mb4; /*! UPDATE */ t SET a = N'\u{e9}' ",
	'https://user:secret@host.example:8443/users/17/edit?token=abc&q[]=1#part', 'http://[::1]/a/%2e%2e/?a',
	'00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', '10.0.0.0/8, 192.168.1.7,fd00::/8',
	'::ffff:10.0.0.1'] as $i => $text) {
	file_put_contents("$dir/text$i.data", "$first[texts]$text");
}

require __DIR__ . '/../live/ring.inc';
// Small: the fuzzer's inputs are bounded.
$ring = new \FakeRing($dir, ['pid' => 1, 'start_ticks' => 1, 'ring_bytes' => 2 * \FakeRing::BLOCK,
	'functions_size' => 16, 'text_bytes' => 512, 'made_ns' => 0, 'made_unix_us' => 0]);
$ring->slot(['began_ns' => 0, 'began_unix_us' => 0, 'tags' => ['route' => 'a']]);
foreach (['', 'a', 'b'] as $i => $route) {
	$ring->request($i, 'GET', "/$route", ['route' => $route], $i);
	for ($depth = 0; $depth < 8; $depth++) {
		$frames = array_map(fn (int $n) => [$ring->function("f$n", "/f$n.php", $n), $n], range(0, $depth));
		$ring->sample([...$frames, [$ring->main('/main.php'), 3]], 1000, $depth, $i, $i);
	}
}
$text = file_get_contents($ring->write());
// As tests/fuzz/load.c moves head and reserved: on, back, beyond.
file_put_contents("$dir/moving.data", $text . pack('Q8', 0, 0, 0, 40000, 80000, 800, 0, 0));
file_put_contents("$dir/far.data", $text . pack('Q8', 0, 0, -8, -8, 1 << 62, 1 << 62, -32768, -1));

// Samples without frames alone.
$ring = new \FakeRing($dir, ['pid' => 2, 'start_ticks' => 1, 'ring_bytes' => 2 * \FakeRing::BLOCK,
	'functions_size' => 16, 'text_bytes' => 512, 'made_ns' => 0, 'made_unix_us' => 0]);
$ring->slot(['began_ns' => 0, 'began_unix_us' => 0, 'tags' => ['route' => 'a']]);
$ring->request(1, 'GET', '/', ['route' => 'a'], 1);
for ($at = 1; $at <= 3; $at++) {
	$ring->sample([], 1000, 0, $at, 1);
}
file_put_contents("$dir/bare.data", file_get_contents($ring->write()) . str_repeat("\0", 64));
