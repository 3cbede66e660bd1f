--TEST--
A ring that is met while its process makes it is read by live, blame, record and ship as soon as it is complete
--SKIPIF--
<?php
require __DIR__ . '/../skipif.inc';
if (!is_readable('/proc/self/stat')) die('skip needs /proc');
?>
--FILE--
<?php
require __DIR__ . '/../live.inc';
require __DIR__ . '/../ring.inc';
require __DIR__ . '/../../../cli/autoload.php';
use XHProf\Cli\Live\{Blame, Databases, Pool, Recorder, Target};
use XHProf\Cli\Terminal\Arguments;
use XHProf\Fleet\Agent\{Collector, Labels};

$folder = live_folder(__FILE__);
$namespace = (int) preg_replace('/\D+/', '', (string) @readlink('/proc/self/ns/pid')) + 1;
$fake = new FakeRing($folder, ['pid' => 100, 'start_ticks' => 7, 'pid_namespace' => $namespace]);
$fifo = $fake->control();
// the number that makes it a ring is written last
file_put_contents($fake->path, str_repeat("\0", strlen($fake->bytes())));

$target = Target::in($folder);
$now = 100.0;
$pool = new Pool($target->files(...));
$readers = [
	'live' => [$pool->refresh(...), fn (): int => count($pool->rows()), fn (): array => $pool->sampling()['refused']],
	'blame' => [($blame = new Blame($target, 10_000_000, Databases::of(new Arguments([], []))))->tick(...),
		$blame->count(...), $blame->refused(...)],
	'record' => [($recorder = new Recorder($target->files(...), 10_000_000, 'wall', ''))->tick(...),
		$recorder->count(...), $recorder->refused(...)],
	'ship' => [($collector = new Collector($target->files(...), 10_000_000, 'wall', new Labels('shop', '', 'web1'), [],
		function () use (&$now): float {
			return $now += 1;
		}))->tick(...), $collector->count(...), $collector->refused(...)],
];
function say(array $readers): void
{
	foreach ($readers as $name => [, $count, $refused]) {
		$reason = implode('; ', $refused());
		echo "$name: ", $count(), ' ', substr($reason, (int) strpos($reason, 'it is')), "\n";
	}
}
foreach ($readers as [$look]) {
	$look();
}
say($readers);
$fake->slot(['state' => FakeRing::RUNNING]);
$fake->write();
foreach ($readers as $name => [$look, $count]) {
	for ($end = hrtime(true) + 180_000_000_000; $count() === 0 && hrtime(true) < $end; usleep(20_000)) {
		$look();
	}
}
say($readers);
fclose($fifo);
live_clean($folder);
?>
--EXPECT--
live: 0 it is not complete yet: its process is creating it, or died doing so
blame: 0 it is not complete yet: its process is creating it, or died doing so
record: 0 it is not complete yet: its process is creating it, or died doing so
ship: 0 it is not complete yet: its process is creating it, or died doing so
live: 1 
blame: 1 
record: 1 
ship: 1 
