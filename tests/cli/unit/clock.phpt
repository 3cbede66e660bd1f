--TEST--
If the system time is set back by an hour, sampling goes on: leases are renewed, and processes found, by another clock
--EXTENSIONS--
pdo
--SKIPIF--
<?php require __DIR__ . '/../../live/skipif.inc'; ?>
--FILE--
<?php
/* The clocks of the classes that are tested, each with the seconds by which it was set. */
namespace XHProf\Cli\Live {
	function microtime(bool $isFloat): float
	{
		return \microtime($isFloat) + $GLOBALS['wall_s'];
	}

	function hrtime(bool $isNumber): int
	{
		return \hrtime($isNumber) + 1_000_000_000 * $GLOBALS['monotonic_s'];
	}
}

namespace {
require __DIR__ . '/unit.inc';
require __DIR__ . '/../../live/ring.inc';

use XHProf\Cli\Help\Reference;
use XHProf\Cli\Live\Blame;
use XHProf\Cli\Live\Databases;
use XHProf\Cli\Live\Pool;
use XHProf\Cli\Live\Recorder;
use XHProf\Cli\Live\Sockets;
use XHProf\Cli\Live\Target;

const MS = 1_000_000;
$folder = unit_folder();
[$wall_s, $monotonic_s] = [0, 0];
/* Seconds go by, and meanwhile somebody sets the system time back. */
$later = static function (int $seconds, int $back_s): void {
	$GLOBALS['monotonic_s'] += $seconds;
	$GLOBALS['wall_s'] += $seconds - $back_s;
};

/* A process of another pid namespace, which is alive as its FIFO is open. */
$process = static function (string $folder, int $pid): mixed {
	$fake = new FakeRing($folder, ['pid' => $pid, 'start_ticks' => 7,
		'pid_namespace' => (int) preg_replace('/\D+/', '', (string) @readlink('/proc/self/ns/pid')) + 1]);
	$fifo = $fake->control();
	$fake->write();

	return $fifo;
};
/* The leases that it was sent, in milliseconds. */
$asked = static function (mixed $fifo): array {
	for ($leases = []; ($message = FakeRing::message($fifo)) !== null;) {
		$leases[] = $message['lease_ms'];
	}

	return $leases;
};

$databases = Databases::of(Reference::arguments('live', []));
foreach (['live' => static function (Target $target): array {
	$pool = new Pool($target->files(...));
	$pool->refresh();
	$pool->ask(10 * MS, 'wall');

	return [$pool->refresh(...), $pool->release(...)];
}, 'blame' => static function (Target $target) use ($databases): array {
	$blame = new Blame($target, 10 * MS, $databases);
	$blame->tick();

	return [$blame->tick(...), $blame->release(...)];
}, 'record' => static function (Target $target): array {
	$recorder = new Recorder($target->files(...), 10 * MS, 'wall', '');
	$recorder->tick();

	return [$recorder->tick(...), $recorder->release(...)];
}] as $command => $begin) {
	mkdir("$folder/$command");
	$one = $process("$folder/$command", 11);
	[$tick, $release] = $begin(Target::in("$folder/$command"));
	same("$command asks once", [6000], $asked($one));
	$later(1, 0);
	$tick();
	same("$command does not ask again at once", [], $asked($one));
	$later(2, 3600);
	$two = $process("$folder/$command", 12);
	$tick();
	same("$command asks again in time", [6000], $asked($one));
	same("$command finds one that is new", [6000], $asked($two));
	$release();
	same("$command ends its leases", [[0], [0]], [$asked($one), $asked($two)]);
}

/* A server of databases, which is asked five times a second, and answers nothing. */
$server = new class extends PDO {
	public int $queries = 0;

	public function __construct()
	{
	}

	public function query(string $query, ?int $fetchMode = null, mixed ...$fetchModeArgs): PDOStatement|false
	{
		$this->queries++;

		return false;
	}
};
(new ReflectionProperty($databases, 'servers'))->setValue($databases, [['name' => 'X', 'source' => '', 'db' => $server,
	'waits' => '', 'connections' => '']]);
$databases->holder(new Sockets(), 1, 'tcp 10.0.0.1:3306');
$later(1, 3600);
$databases->holder(new Sockets(), 1, 'tcp 10.0.0.1:3306');
same('a server is asked again', 2, $server->queries);
finish();
}
?>
--EXPECT--
all as expected
