--TEST--
Whoever holds a lock is named by the request that it ran then, by its route, and by the application's own function
--FILE--
<?php
require __DIR__ . '/cli.inc';
require __DIR__ . '/../live/ring.inc';

use XHProf\Cli\Live\Connection;
use XHProf\Cli\Live\WaitCause;
use XHProf\Cli\Live\CauseDetails;
use XHProf\Cli\Live\Place;
use XHProf\Cli\Live\Wait;

const MS = 1_000_000;
$folder = __DIR__ . '/waits_names.rings';
mkdir($folder);
$now = hrtime(true);
$ring = new FakeRing($folder, ['made_ns' => $now, 'made_unix_us' => (int) (1e6 * microtime(true))]);
$frames = [[$ring->function('fgetcsv'), 0], [$ring->function('read', '/app/vendor/league/csv/src/Reader.php', 8, 'Csv'),
	9], [$ring->function('run', '/app/src/Export.php', 3, 'Export'), 4], [$ring->main('/app/public/index.php'), 1]];
$ring->end(6, $now - 9000 * MS, 1000 * MS, 1, 200, 'POST', '/index.php', ['route' => 'cart.save']);
$ring->end(7, $now - 5000 * MS, 1000 * MS, 1, 200, 'GET', '/index.php');
$ring->slot(['request' => 8, 'began_ns' => $now - 3000 * MS, 'uri' => '/index.php', 'tags' => ['route' => 'export']]);
$ring->sample($frames, 1, 0, 8);
$ring->write();
$file = $ring->path;
/* It is in its third request; seen before, it was in another one, or in none. */
foreach ([1000, 4500, 3500, 8500, 100_000] as $msAgo) {
	$holder = CauseDetails::of(new WaitCause(getmypid(), true, $now - $msAgo * MS, ''),
		fn (int $pid): array => [$file]);
	echo "$msAgo ms ago: ", $holder->request ?? 'unknown', ', ',
		$holder->in === null ? '-' : Place::text($holder->in, $holder->caller), "\n";
}
$ring->remove();
rmdir($folder);

/* One row for all connections of a program: neither ports nor numbers are names of culprits. */
foreach (['10.0.0.7:51234', '[::1]:51235', ''] as $client) {
	$connection = new Connection('PostgreSQL', 17, 'app', $client, '', null, true);
	echo $connection->name(), '; ',
		CauseDetails::of(new WaitCause(null, true, $now, '', $connection), fn (): array => [])->name(), "\n";
}
/* Connections that wait, and for which others: the queue of a lock, two that hold it, a circle. */
$roots = fn (int $waiter, array $holders): array =>
	(new ReflectionMethod(XHProf\Cli\Live\Databases::class, 'roots'))->invoke(null, $waiter, $holders);
echo json_encode([$roots(5, [5 => [4 => 4], 4 => [3 => 3, 2 => 2], 3 => [1 => 1], 2 => [1 => 1]]),
	$roots(2, [2 => [7 => 7, 8 => 8]]), $roots(1, [1 => [2 => 2], 2 => [1 => 1]])]), "\n";
$internal = ['function' => 'preg_match', 'file' => null, 'line' => null];
foreach ([[], ['off_cpu']] as $flags) {
	echo Wait::of([$internal], $flags, 'wait for CPU')['text'], "\n";
}
$library = ['function' => 'Lib::go', 'file' => '/app/vendor/a/b/c.php', 'line' => 1];
var_dump(Place::caller([$internal, $library, $library]), Place::caller([$library]),
	Place::caller([$internal]), Place::caller([]));
?>
--EXPECT--
1000 ms ago: GET export, fgetcsv from Export::run
4500 ms ago: GET /index.php, -
3500 ms ago: unknown, -
8500 ms ago: POST cart.save, -
100000 ms ago: unknown, -
PostgreSQL's connection 17 of app from 10.0.0.7; a connection of app to PostgreSQL from 10.0.0.7
PostgreSQL's connection 17 of app from [::1]; a connection of app to PostgreSQL from [::1]
PostgreSQL's connection 17 of app; a connection of app to PostgreSQL
[[1],[8,7],[]]
waits for a CPU
waits for a CPU
string(7) "Lib::go"
NULL
NULL
NULL
