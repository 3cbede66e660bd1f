--TEST--
--trace chooses the requests of one trace in slow, dump, record, list and top, and says so if there is none
--SKIPIF--
<?php require __DIR__ . '/../live/skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/cli.inc';
require __DIR__ . '/../live/ring.inc';

[$trace, $span] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7'];
$dir = sys_get_temp_dir() . '/xhprof-cli-trace-' . getmypid();
mkdir("$dir/runs", 0700, true);
$fake = new FakeRing($dir, ['interval_ns' => 10_000_000, 'is_on' => 1]);
$main = $fake->main('/app/index.php');
$now = hrtime(true) - 1_000_000_000;
foreach ([$trace, '', 'aaaa' . substr($trace, 4)] as $i => $id) {
	$fake->request($i + 1, 'GET', "/$i", trace: $id, time_ns: $now);
	$fake->sample([[$main, 1]], 5_000_000, 0, $i + 1, $now);
	$fake->end($i + 1, $now - 5_000_000, 5_000_000, 0, 200, 'GET', "/$i", trace: $id);
}
$fake->slot(['state' => FakeRing::IDLE, 'request' => 3]);
$file = $fake->write();
xhprof_trace($trace, $span);
foreach (['a' => $trace, 'b' => ''] as $name => $id) {
	xhprof_trace($id);
	xhprof_enable();
	file_put_contents("$dir/runs/$name.xhprof.json", xhprof_stop()->export('json'));
}
function found(string ...$arguments): void
{
	global $dir, $trace;
	$result = cli($arguments);
	preg_match_all(
		'~trace \w{32}|trace=\w+|takes a trace id.*|no (?:sample|process) .*|'
			. '[ab]\.xhprof\.json|GET /\d|^samples\b.*$~m',
		"$result[out]\n$result[err]", $found);
	echo strtr(implode(' ', $arguments), [$dir => 'DIR']), "\n  ",
		strtr(implode(' | ', array_unique($found[0])), [$dir => 'DIR']), " | status $result[status]\n";
}

foreach (['slow', 'dump'] as $command) {
	found($command, $dir, '--trace', $trace);
	found($command, $dir, '--trace', str_repeat('b', 32));
	found($command, $dir, '--trace', 'x');
}
$out = "$dir/out.json";
foreach ([strtoupper("00-$trace-$span-01"), str_repeat('b', 32), str_repeat('0', 32)] as $id) {
	found('record', $dir, '--last', '1h', '--trace', $id, '--out', $out);
}
echo XHProf\Profile::load($out)->summary()['wall_ns'], " ns\n";
foreach (['list', 'top'] as $command) {
	found($command, "$dir/runs", '--trace', $trace);
	found($command, "$dir/runs", '--trace', str_repeat('b', 32));
}
$fake->slot(['state' => FakeRing::RUNNING, 'request' => 4, 'trace' => hex2bin($trace)]);
$fake->write();
found('dump', $dir, '--trace', $trace);
$fake->remove();
array_map('unlink', [$out, ...glob("$dir/runs/*")]);
rmdir("$dir/runs");
rmdir($dir);
?>
--EXPECT--
slow DIR --trace 4bf92f3577b34da6a3ce929d0e0e4736
  GET /0 | trace=4bf92f3577b34da6a3ce929d0e0e4736 | status 0
slow DIR --trace bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
   | status 0
slow DIR --trace x
  takes a trace id, not "x" | status 2
dump DIR --trace 4bf92f3577b34da6a3ce929d0e0e4736
  no process of DIR runs a request of the trace 4bf92f3577b34da6a3ce929d0e0e4736 | trace 4bf92f3577b34da6a3ce929d0e0e4736 | status 2
dump DIR --trace bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
  no process of DIR runs a request of the trace bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb | trace bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb | status 2
dump DIR --trace x
  takes a trace id, not "x" | status 2
record DIR --last 1h --trace 00-4BF92F3577B34DA6A3CE929D0E0E4736-00F067AA0BA902B7-01 --out DIR/out.json
   | status 0
record DIR --last 1h --trace bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb --out DIR/out.json
  no sample belongs to the trace bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb | status 2
record DIR --last 1h --trace 00000000000000000000000000000000 --out DIR/out.json
  takes a trace id, not "00000000000000000000000000000000" | status 2
5000000 ns
list DIR/runs --trace 4bf92f3577b34da6a3ce929d0e0e4736
  a.xhprof.json | status 0
list DIR/runs --trace bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
   | status 0
top DIR/runs --trace 4bf92f3577b34da6a3ce929d0e0e4736
  a.xhprof.json | status 0
top DIR/runs --trace bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
   | status 2
dump DIR --trace 4bf92f3577b34da6a3ce929d0e0e4736
  trace=4bf92f3577b34da6a3ce929d0e0e4736 | status 0
