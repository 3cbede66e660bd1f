--TEST--
Symfony Messenger's worker has a run of each message that it consumes, also of one whose handler throws
--SKIPIF--
<?php
if (stream_resolve_include_path('Symfony/Component/Messenger/autoload.php') === false
	|| stream_resolve_include_path('Symfony/Component/EventDispatcher/autoload.php') === false) {
	die('skip needs symfony/messenger and symfony/event-dispatcher: '
		. 'apt install php-symfony-messenger php-symfony-event-dispatcher');
}
?>
--FILE--
<?php
require __DIR__ . '/worker.inc';

$folder = fresh_folder(__FILE__);
mkdir("$folder/runs");
file_put_contents("$folder/middleware.inc",
	'<?php require ' . var_export(dirname(__DIR__, 3) . '/cli/autoload.php', true)
		. '; require ' . var_export(dirname(__DIR__, 3) . '/integrations/symfony/src/TraceStamp.php', true)
		. '; require ' . var_export(dirname(__DIR__, 3) . '/integrations/symfony/src/ProfileMessages.php', true) . ';');
echo worker($folder, <<<'PHP'
error_reporting(E_ALL & ~E_DEPRECATED);
require 'Symfony/Component/Messenger/autoload.php';
require 'Symfony/Component/EventDispatcher/autoload.php';
require __DIR__ . '/middleware.inc';
use Symfony\Component\EventDispatcher\EventDispatcher;
use Symfony\Component\Messenger\EventListener\StopWorkerOnMessageLimitListener;
use Symfony\Component\Messenger\Handler\HandlersLocator;
use Symfony\Component\Messenger\MessageBus;
use Symfony\Component\Messenger\Middleware\HandleMessageMiddleware;
use Symfony\Component\Messenger\Middleware\SendMessageMiddleware;
use Symfony\Component\Messenger\Transport\InMemoryTransport;
use Symfony\Component\Messenger\Transport\Sender\SendersLocator;
use Symfony\Component\Messenger\Worker;

class Mail { public function __construct(public int $size) {} }
class Broken {}

$transport = new InMemoryTransport();
$bus = new MessageBus([
	new XHProf\Symfony\ProfileMessages(),
	new SendMessageMiddleware(new SendersLocator(['*' => ['memory']], new class($transport) implements Psr\Container\ContainerInterface {
		public function __construct(private InMemoryTransport $transport) {}
		public function get(string $id): InMemoryTransport { return $this->transport; }
		public function has(string $id): bool { return true; }
	})),
	new HandleMessageMiddleware(new HandlersLocator([
		'Mail' => [function (Mail $mail) { work($mail->size); }],
		'Broken' => [function (Broken $message) { work(9); throw new RuntimeException('broken'); }],
	])),
]);
foreach ([new Mail(1), new Broken(), new Mail(3)] as $message) {
	$bus->dispatch($message);
}
$events = new EventDispatcher();
$events->addSubscriber(new StopWorkerOnMessageLimitListener(3));
(new Worker(['memory' => $transport], $bus, $events))->run();
told(info());
PHP, 'include_path=' . get_include_path(), 'extension=ctype');
told_runs($folder, 'status', 'failed', 'abandoned');
?>
--CLEAN--
<?php
require __DIR__ . '/worker.inc';
remove(__DIR__ . '/messenger.tmp');
?>
--EXPECT--
{"profiled":false,"reason":"no job is open","run":null}
Broken: 10 calls, status 1, failed true, abandoned null
Mail: 2 calls, status 0, failed false, abandoned null
Mail: 4 calls, status 0, failed false, abandoned null
worker.inc: 0 calls, status 0, failed false, abandoned null
