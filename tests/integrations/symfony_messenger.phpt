--TEST--
Symfony's bundle puts its middleware first on each bus of Messenger that does not have it already
--SKIPIF--
<?php
if (!is_dir(getenv('XHPROF_TEST_SYMFONY') . '/vendor/symfony/framework-bundle')) {
	die('skip XHPROF_TEST_SYMFONY names no folder with vendor/symfony/framework-bundle');
}
?>
--FILE--
<?php
require getenv('XHPROF_TEST_SYMFONY') . '/vendor/autoload.php';
require __DIR__ . '/integrations.inc';

use Symfony\Component\DependencyInjection\ContainerBuilder;
use XHProf\Symfony\ProfileMessages;

$container = new ContainerBuilder();
foreach (['commands' => [['id' => 'validation'], ['id' => 'handle_message']], 'events' =>
	[['id' => ProfileMessages::class], ['id' => 'handle_message']], 'other' => null] as $bus => $middleware) {
	$container->register($bus)->addTag('messenger.bus');
	if ($middleware !== null) {
		$container->setParameter("$bus.middleware", $middleware);
	}
}
$bundle = new XHProf\Symfony\XHProfBundle();
$bundle->process($container);
$bundle->process($container);
foreach (['commands', 'events'] as $bus) {
	echo "$bus: ", implode(', ', array_column($container->getParameter("$bus.middleware"), 'id')), "\n";
}
var_dump($container->hasParameter('other.middleware'), $container->has(ProfileMessages::class));
$empty = new ContainerBuilder();
$bundle->process($empty);
var_dump($empty->has(ProfileMessages::class));
?>
--EXPECT--
commands: XHProf\Symfony\ProfileMessages, validation, handle_message
events: XHProf\Symfony\ProfileMessages, handle_message
bool(false)
bool(true)
bool(false)
