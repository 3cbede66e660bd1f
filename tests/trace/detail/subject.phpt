--TEST--
Functions that dispatch have what they dispatch in their names: a hook, an event's class, a template, a chosen argument
--INI--
xhprof.collect_additional_info="1, Bus::handle, work#2"
opcache.enable_cli=0
--FILE--
<?php
class WP_Hook {
	public function apply_filters($value, $args) { return $value; }
	public function do_action($args) { $this->apply_filters('', $args); }
}
function apply_filters(string $name, mixed $value, mixed ...$more): mixed
{
	return (new WP_Hook)->apply_filters($value, $more);
}
function do_action(string $name, mixed ...$more): void { (new WP_Hook)->do_action($more); }
class OrderPaid { }
class Bus { public function handle(object|string $job) { } }
function work(int $number, string $what) { }

eval('namespace Symfony\Component\EventDispatcher; class EventDispatcher { function dispatch(object $event, ?string $name = null) { } }
	namespace Twig; class Environment { function render(string $name) { } }');
$dispatcher = new Symfony\Component\EventDispatcher\EventDispatcher;

xhprof_enable(XHPROF_FLAGS_NO_BUILTINS);
apply_filters('the_content', 'text');
do_action('init');
$dispatcher->dispatch(new OrderPaid);
$dispatcher->dispatch(new OrderPaid, 'order.paid');
(new Twig\Environment)->render('shop/item.html.twig');
(new Bus)->handle(new OrderPaid);
(new Bus)->handle('mail');
work(1, 'import');
$rows = xhprof_disable();
foreach ($rows as $name => $row) {
	echo str_contains($name, '#') ? preg_replace('/^.*==>/', '', $name) . " $row[ct]\n" : '';
}
ini_set('xhprof.collect_additional_info', 'run#9');
echo ini_get('xhprof.collect_additional_info'), "\n";
?>
--EXPECT--
WP_Hook::apply_filters#the_content 1
WP_Hook::apply_filters#init 1
WP_Hook::do_action#init 1
Symfony\Component\EventDispatcher\EventDispatcher::dispatch#OrderPaid 1
Symfony\Component\EventDispatcher\EventDispatcher::dispatch#order.paid 1
Twig\Environment::render#shop/item.html.twig 1
Bus::handle#OrderPaid 1
Bus::handle#mail 1
work#import 1
1, Bus::handle, work#2
