--TEST--
Laravel's queue worker has a run of each job, also of one that throws; a job of the sync connection is part of another's run
--SKIPIF--
<?php
foreach (['Queue', 'Database', 'Events'] as $part) {
	if (stream_resolve_include_path("Illuminate/$part/autoload.php") === false) {
		die('skip needs illuminate/queue, illuminate/database and illuminate/events: '
			. 'apt install php-illuminate-queue php-illuminate-database php-illuminate-events');
	}
}
if (!extension_loaded('pdo_sqlite')) die('skip needs pdo_sqlite');
?>
--EXTENSIONS--
mbstring
pdo
pdo_sqlite
--FILE--
<?php
require __DIR__ . '/worker.inc';

$folder = fresh_folder(__FILE__);
mkdir("$folder/runs");
$jobs = file_get_contents(dirname(__DIR__, 3) . '/integrations/laravel/src/ProfileJobs.php');
file_put_contents("$folder/jobs.inc",
	$jobs . 'require ' . var_export(dirname(__DIR__, 3) . '/cli/autoload.php', true) . ';');
echo worker($folder, <<<'PHP'
error_reporting(E_ALL & ~E_DEPRECATED);
foreach (['Database', 'Queue', 'Events'] as $part) {
	require "Illuminate/$part/autoload.php";
}
require __DIR__ . '/jobs.inc';
use Illuminate\Container\Container;
use Illuminate\Contracts\Debug\ExceptionHandler;
use Illuminate\Contracts\Events\Dispatcher as Events;
use Illuminate\Database\Capsule\Manager as Database;
use Illuminate\Events\Dispatcher;
use Illuminate\Queue\Capsule\Manager as Queue;
use Illuminate\Queue\Worker;
use Illuminate\Queue\WorkerOptions;

class Mail { function fire($job, $data) { work($data['size']); $job->delete(); } }
class Broken { function fire($job, $data) { work(9); throw new RuntimeException('broken'); } }
class Outer { function fire($job, $data) { Queue::push('Mail', ['size' => 4], null, 'sync'); work(1); $job->delete(); } }

$app = new Container();
Container::setInstance($app);
$events = new Dispatcher($app);
$app->instance('events', $events);
$app->instance(Events::class, $events);
$database = new Database($app);
$database->addConnection(['driver' => 'sqlite', 'database' => ':memory:']);
$database->setAsGlobal();
Database::connection()->statement('CREATE TABLE jobs (id INTEGER PRIMARY KEY, queue, payload, attempts, reserved_at, available_at, created_at)');
$app->instance('db', $database->getDatabaseManager());
$queue = new Queue($app);
$queue->addConnection(['driver' => 'database', 'table' => 'jobs', 'queue' => 'default', 'retry_after' => 90]);
$queue->addConnection(['driver' => 'sync'], 'sync');
$queue->setAsGlobal();
XHProf\Laravel\ProfileJobs::register($events);

Queue::push('Mail', ['size' => 1]);
Queue::push('Broken', []);
Queue::push('Outer', []);
$handler = new class implements ExceptionHandler {
	function report(Throwable $e) { told($e->getMessage()); }
	function shouldReport(Throwable $e) { return true; }
	function render($request, Throwable $e) {}
	function renderForConsole($output, Throwable $e) {}
};
$worker = new Worker($queue->getQueueManager(), $events, $handler, fn () => false);
for ($i = 0; $i < 3; $i++) {
	$worker->runNextJob('default', 'default', new WorkerOptions('default', 0, 128, 60, 0, 1));
}
told(info());
PHP, 'include_path=' . get_include_path(),
	...array_map(fn ($name) => 'extension=' . $name, ['mbstring', 'pdo', 'pdo_sqlite']));
told_runs($folder, 'status', 'failed', 'abandoned');
?>
--CLEAN--
<?php
require __DIR__ . '/worker.inc';
remove(__DIR__ . '/laravel_queue.tmp');
?>
--EXPECT--
"broken"
{"profiled":false,"reason":"no job is open","run":null}
Broken: 10 calls, status 1, failed true, abandoned null
Mail: 2 calls, status 0, failed false, abandoned null
Outer: 7 calls, status 0, failed false, abandoned null
worker.inc: 0 calls, status 0, failed false, abandoned null
