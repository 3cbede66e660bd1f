--TEST--
xhprof dump --locals has the variables of each call, or says why it has none
--SKIPIF--
<?php require __DIR__ . '/../skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/../live.inc';
require __DIR__ . '/../../cli/cli.inc';

$folder = live_folder(__FILE__);
file_put_contents("$folder/program.php", '<?php
final class Order
{
	public array $items = ["book" => 2];
}
function price(Order $order, string $text) { $sum = 0.5; echo "begun\n"; for (;;) { $n = 1; } }
function sleeps(int $seconds) { echo "begun\n"; sleep($seconds); }
if ($_SERVER["argv"][1] === "price") {
	price(new Order(), "\e[31m");
} else {
	sleeps(1000);
}
');

function dump_of(string $what, string ...$settings): void
{
	global $folder;
	echo '== ', implode(' ', [$what, ...$settings]), "\n";
	$child = live_start("$folder/program.php", live_settings($folder, ...$settings), [$what]);
	fgets($child->out);
	$data = live_wait('dump', function () use ($folder, $what) {
		$json = json_decode(cli(['dump', '--locals', '--json', $folder])['out'], true)['processes'][0] ?? null;
		// One that sleeps may not yet; on a busy machine one that computes may take longer than the second that the
		// tool waits.
		$is_there = $json !== null && ($what === 'sleeps' ? str_contains((string) $json['locals_problem'], 'sleeps')
			: $json['locals'] !== null || !str_contains($json['locals_problem'], 'safe point'));
		return $is_there ? $json : null;
	});
	echo json_encode([array_map(fn (array $frame): array => ['file' => basename($frame['file'])] + $frame,
		$data['locals']['frames'] ?? []), $data['locals']['level'] ?? null, $data['locals_problem']]), "\n";
	$text = live_wait('text', function () use ($folder, $what) {
		$text = cli(['dump', '--locals', $folder])['out'];
		$is_there = $what === 'sleeps'
			? str_contains($text, "\n    sleeps: sleep()") && str_contains($text, '(sleeps: sleep())')
			: preg_match('/not answered|is stopped|safe point/', $text) === 0;
		return $is_there ? $text : null;
	});
	echo preg_replace(['/^    compiled .*\n/m', '/^cli \d+ .*/', '~/\S+/program~', '/waits for a CPU/'],
		['', 'PROGRAM', 'DIR/program', 'computes'], $text);
	proc_terminate($child->process, 9);
	live_end($child);
	array_map('unlink', [...glob("$folder/*.data"), ...glob("$folder/*.ctl"), ...glob("$folder/*.locals")]);
}

dump_of('price', 'xhprof.live_allow=sample,dump,locals', 'xhprof.meta=full');
dump_of('price', 'xhprof.live_allow=sample,dump,locals');
dump_of('price', 'xhprof.live_allow=sample,dump,locals', 'xhprof.meta=off');
dump_of('price');
dump_of('sleeps', 'xhprof.live_allow=sample,dump,locals', 'xhprof.meta=full');
live_clean($folder);
?>
--EXPECT--
== price xhprof.live_allow=sample,dump,locals xhprof.meta=full
[[{"file":"program.php","function":"price","arguments":[{"name":"order","value":"Order {items: [\"book\" => 2]}"},{"name":"text","value":"\"\\x1B[31m\""}],"locals":[{"name":"sum","value":"0.5"},{"name":"n","value":"1"}],"line":6},{"file":"program.php","function":"main()","arguments":[],"locals":[],"line":9}],"values",null]
PROGRAM
    computes
     #0 price     DIR/program.php:6
          arguments:
              $order: Order {items: ["book" => 2]}
              $text: "\x1B[31m"
          locals:
              $sum: 0.5
              $n: 1
     #1 main()    DIR/program.php:9
== price xhprof.live_allow=sample,dump,locals
[[{"file":"program.php","function":"price","arguments":[{"name":"order","value":"Order"},{"name":"text","value":"string(5)"}],"locals":[{"name":"sum","value":"float"},{"name":"n","value":"int"}],"line":6},{"file":"program.php","function":"main()","arguments":[],"locals":[],"line":9}],"types",null]
PROGRAM
    computes
     #0 price     DIR/program.php:6
          arguments:
              $order: Order
              $text: string(5)
          locals:
              $sum: float
              $n: int
     #1 main()    DIR/program.php:9
    types only: with xhprof.meta=full that process shows values
== price xhprof.live_allow=sample,dump,locals xhprof.meta=off
[[],null,"its variables are not shown: its xhprof.meta is off; path shows their types, full their values"]
PROGRAM
    computes
     #0 price     DIR/program.php:6
     #1 main()    DIR/program.php:9
    its variables are not shown: its xhprof.meta is off; path shows their types, full their values
== price
[[],null,"that process does not allow its variables to be read: add the word locals to xhprof.live_allow in its php.ini, and restart it"]
PROGRAM
    computes
     #0 price     DIR/program.php:6
     #1 main()    DIR/program.php:9
    that process does not allow its variables to be read: add the word locals to xhprof.live_allow in its php.ini, and restart it
== sleeps xhprof.live_allow=sample,dump,locals xhprof.meta=full
[[],null,"no variables: it reached no safe point within a second (sleeps: sleep())"]
PROGRAM
    sleeps: sleep()
     #0 sleep
     #1 sleeps    DIR/program.php:7
     #2 main()    DIR/program.php:11
    no variables: it reached no safe point within a second (sleeps: sleep())
