--TEST--
xhprof advise leaves queues alone that give one job at a time, charges a repeated path with its driver and its library, and warns of runs that write
--FILE--
<?php
require __DIR__ . '/cli.inc';
require __DIR__ . '/advise_runs.inc';

$sql = fn (string $text, int $calls, float $ms = 0.1): array => call("PDO::query#$text", $calls, $ms * $calls);
$app = ['file' => '/srv/app/src/App.php'];
$orm = ['file' => '/srv/app/vendor/acme/orm/Orm.php'];
$job = fn (array ...$below): array => call('Worker::run', 1, 1, [...$below, call('Worker::handle', 400, 9)], $app);
$take = 'SELECT id, payload FROM jobs WHERE state = ? ORDER BY id LIMIT ?';
$inner = call('Report::build', 400, 4,
	[call('Report::row', 8000, 8, [$sql('SELECT name FROM users WHERE id = ?', 8000)], $app)], $app);
$programs = [
	'a queue of rows' =>
		$job(call('Jobs::pop', 400, 1, [$sql($take, 400), $sql('DELETE FROM jobs WHERE id = ?', 399)], $app)),
	'a queue whose rows are locked' => $job($sql('SELECT id FROM jobs WHERE state = ? LIMIT ? FOR UPDATE SKIP LOCKED',
		400), $sql('UPDATE jobs SET state = ? WHERE id = ?', 400)),
	'a queue by one statement' =>
		$job($sql('DELETE FROM jobs WHERE id = (SELECT min(id) FROM jobs WHERE queue = ?) RETURNING payload', 400)),
	'a queue in Redis' => $job(call('Redis::brPop#BRPOP jobs', 400, 50),
		$sql('UPDATE mails SET sent = ? WHERE id = ?', 400)),
	'another queue' => $job(call('Acme\Queue::receive', 401, 1), $sql('SELECT mail FROM users WHERE id = ?', 400)),
	'a loop within a job' =>
		$job(call('Jobs::pop', 400, 1, [$sql($take, 400), $sql('DELETE FROM jobs WHERE id = ?', 400)], $app), $inner),
	'rows by their keys' => call('App::touch', 1, 1, [$sql('SELECT name FROM users WHERE id = ? LIMIT ?', 400),
		$sql('UPDATE users SET seen = ? WHERE id = ?', 400)], $app),
	'a mapper' => call('App::list', 1, 1, [call('App::customer', 60, 500, [call('Orm\Repository::find', 60, 6, [
		call('PDO::prepare', 60, 0.6), call('PDOStatement::execute#SELECT name FROM customers WHERE id = ?', 60, 4.6),
		call('Orm\Hydrator::row', 60, 2.4, [], $orm)], $orm)], $app)], $app),
	'two texts by one function' => call('App::list', 1, 1, [call('Db::all', 120, 500,
		[call('PDO::prepare', 120, 12), call('PDOStatement::execute#SELECT name FROM customers WHERE id = ?', 60, 6),
			call('PDOStatement::execute#SELECT price FROM prices WHERE id = ?', 60, 12)], $app)], $app),
	'a request, and work beside it' => call('App::list', 1, 1,
		[call('App::price', 60, 900, [call('curl_exec#http://prices.example/item/?', 60, 30)], $app)], $app),
	'a mail to each' => call('App::send', 1, 1,
		[call('App::one', 60, 6, [$sql('SELECT mail FROM users WHERE id = ?', 60), call('mail', 60, 6),
			call('unlink', 3, 1), call('exec', 2, 1), call('rename', 1, 1)], $app)], $app),
];
foreach ($programs as $name => $program) {
	echo "$name:\n";
	$found = findings(planned_run(call('main()', 1, 0.01, [$program])));
	foreach ($found as $id => $finding) {
		echo "  $id, $finding[cost_ms] ms, $finding[calls] calls",
			$finding['caution'] === null ? '' : "\n    $finding[caution]", "\n";
	}
}
?>
--EXPECT--
a queue of rows:
a queue whose rows are locked:
a queue by one statement:
a queue in Redis:
another queue:
a loop within a job:
  n-plus-one, 800 ms, 8000 calls
    the command runs the program again, including DELETE FROM jobs: run it where that does no harm
rows by their keys:
  query-in-loop, 80 ms, 400 calls
    the command runs the program again, including UPDATE users: run it where that does no harm
a mapper:
  query-in-loop, 13.6 ms, 60 calls
two texts by one function:
  query-in-loop, 30 ms, 60 calls
a request, and work beside it:
  n-plus-one, 30 ms, 60 calls
    the command runs the program again, including curl_exec(): run it where that does no harm
a mail to each:
  query-in-loop, 6 ms, 60 calls
    the command runs the program again, including mail(), unlink(), exec(), others: run it where that does no harm
