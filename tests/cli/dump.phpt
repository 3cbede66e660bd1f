--TEST--
xhprof dump shows requests and stacks of the living, and the last stacks of the dead
--SKIPIF--
<?php require __DIR__ . '/../live/skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/cli.inc';
require __DIR__ . '/../live/ring.inc';

$dir = __DIR__ . '/dump.rings';
mkdir($dir);
$later = hrtime(true) + 3_600_000_000_000; // no time passes until then

$live = new FakeRing($dir, ['pool' => 'www', 'sapi' => 'fpm-fcgi']);
$live->slot(['request' => 4, 'began_ns' => $later, 'uri' => "/cart/\e[31m", 'tags' => ['route' => 'cart'],
	'memory_bytes' => 5 << 20]);
$main = $live->main('/srv/public/index.php');
$wait = $live->function('wait', '/srv/src/Payment.php', 10, 'App\Payment');
$live->sample([[$live->function('usleep'), 0], [$wait, 12], [$main, 3]], 1, FakeRing::OFF_CPU, 4, $later);
$live->marks(4, [1 => [2, 3_000_000], 4 => [1, 0, 0, 0, 'Error']]);
$live->write();
// Threads of the same process, as there are with ZTS.
foreach ([1 => FakeRing::IDLE, 2 => FakeRing::RUNNING, 3 => FakeRing::RUNNING,
	4 => FakeRing::SHUTDOWN] as $tid => $state) {
	$thread = new FakeRing($dir, ['tid' => $tid, 'sapi' => 'embed']);
	$thread->slot(['state' => $state, 'began_ns' => $later, 'method' => 'cli', 'uri' => 'job.php']);
	if ($tid === 3) {
		$thread->sample([[$thread->function('old', '/srv/a.php', 1), 2]], 1, 0, 1, hrtime(true) - 100_000_000_000);
	}
	if ($tid === 4) {
		$thread->sample([[$thread->function('end', '/srv/a.php', 1), 2]], 1,
			FakeRing::WAITS_FOR_CPU | FakeRing::CUT, 1, $later);
	}
	$thread->write();
}
foreach ([77 => 'crashed', 78 => 'in order', 79 => 'without samples', 80 => 'without samples'] as $start => $how) {
	$dead = new FakeRing($dir, ['start_ticks' => $start, 'made_ns' => 0, 'made_unix_us' => 1_700_000_000_000_000]);
	$dead->slot(['state' => $how === 'in order' ? FakeRing::ENDED : FakeRing::RUNNING, 'method' => 'cli',
		'uri' => "/srv/$how.php", 'began_unix_us' => 1_700_000_000_000_000]);
	$lock = $dead->function('lock', '/srv/worker.php', 10);
	foreach ($how === 'without samples' ? [] : [[1, 10], [3, 11], [5, 12], [6, 12], [7, 13]] as $i => [$ms, $line]) {
		$dead->sample([[$dead->function('flock'), 0], [$lock, $line]], 1, FakeRing::OFF_CPU, 1, $ms * 1_000_000);
	}
	touch($dead->write(), 1_700_000_002); // as the next process does that notices the death
}
file_put_contents("$dir/5-5.data", 'garbage');
file_put_contents("$dir/other", '');

$result = cli(['dump', $dir]);
/* Without this process's number, which may be that of a year, too. */
$own = fn (string $text): string => preg_replace('/(?<=[ :])' . getmypid() . '(?![-:.\d])/', 'PID', $text);
// The ages of samples, and where numbers sort.
echo preg_replace(['~\S+/dump\.rings~', '/\b[\d.]+ m?s ago/', '/\b[\d.e+]+ (s|min|h) ago/'],
	['DIR', 'SOME s ago', 'SOME s ago'], $own($result['out'])), $result['err'], $result['status'], "\n";

putenv('COLUMNS=60');
echo $own(cli(['dump', $live->path])['out']), "\n";

$json = json_decode(cli(['dump', '--json', $live->path])['out'], true);
unset($json["time"], $json["target"]);
$process = array_pop($json['processes']);
echo json_encode($json), "\n", $own(json_encode(['pid' => $process['pid'], 'is_alive' => $process['is_alive'],
	'state' => $process['state'], 'is_answer' => $process['is_answer'], 'tags' => $process['request']['tags'],
	'stack' => array_diff_key($process['stack'], ['time' => 0])])), "\n";
?>
--CLEAN--
<?php
array_map('unlink', glob(__DIR__ . '/dump.rings/*'));
rmdir(__DIR__ . '/dump.rings');
?>
--EXPECT--
embed PID thread 2  cli job.php  for 0 ns
    no stack yet: it has not answered within a second; it may have no CPU, or be in a long internal function

embed PID thread 3  cli job.php  for 0 ns
    it has not answered within a second; it may have no CPU, or be in a long internal function
    SOME s ago: computes
     #0 old       /srv/a.php:2

embed PID thread 4  cli job.php  for 0 ns  shutting down
    waits for a CPU
     #0 end       /srv/a.php:2
        outer frames are missing

fpm-fcgi pool www PID  GET /cart/ [31m  route=cart  for 0 ns  5.00 MiB
    gc 2x 3.00 ms, 1 exception: Error
    sleeps: usleep()
     #0 usleep
     #1 App\Payment::wait  /srv/src/Payment.php:12
     #2 main()             /srv/public/index.php:3

between requests: PID

cli PID  cli /srv/crashed.php  for at most 3.00 s
    it was killed or crashed after 2023-11-14 22:13:20.006, SOME s ago, the time of its last sample; its last stacks:
    2023-11-14 22:13:20.006: waits for a lock: flock()
     #0 flock
     #1 lock      /srv/worker.php:13
    2023-11-14 22:13:20.006, 1.00 ms before: waits for a lock: flock()
     #0 flock
     #1 lock      /srv/worker.php:12
    2023-11-14 22:13:20.003, 4.00 ms before: waits for a lock: flock()
     #0 flock
     #1 lock      /srv/worker.php:11

cli PID  cli /srv/in order.php
    it ended normally; its last stacks:
    2023-11-14 22:13:20.006: waits for a lock: flock()
     #0 flock
     #1 lock      /srv/worker.php:13
    2023-11-14 22:13:20.006, 1.00 ms before: waits for a lock: flock()
     #0 flock
     #1 lock      /srv/worker.php:12
    2023-11-14 22:13:20.003, 4.00 ms before: waits for a lock: flock()
     #0 flock
     #1 lock      /srv/worker.php:11

cli PID  cli /srv/without samples.php  for at most 3.00 s
    it was killed or crashed, state running; its ring has no sample of that request: set xhprof.live_interval to sample continuously
    1 other like this one: PID

DIR/5-5.data: it is not a ring of xhprof, or truncated: it has 7 bytes
0
fpm-fcgi pool www PID  GET /cart/ [31m  route=cart  for 0 ns  5.00 MiB
    gc 2x 3.00 ms, 1 exception: Error
    sleeps: usleep()
     #0 usleep
     #1 App\Payment::wait  /srv/src/Payment.php:12
     #2 main()             /srv/public/index.php:3

{"schema":"xhprof-dump","version":1,"processes":[],"refused":[]}
{"pid":PID,"is_alive":true,"state":"running","is_answer":false,"tags":{"route":"cart"},"stack":{"age_ns":0,"flags":["off_cpu"],"wait":null,"waited_ns":0,"does":{"kind":"sleep","text":"sleeps: usleep()"},"frames":[{"function":"usleep","file":null,"line":null},{"function":"App\\Payment::wait","file":"\/srv\/src\/Payment.php","line":12},{"function":"main()","file":"\/srv\/public\/index.php","line":3}]}}
