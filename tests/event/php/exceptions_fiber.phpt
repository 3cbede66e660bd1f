--TEST--
An exception that leaves a fiber is not thrown again by its resumer; one that goes in is; a FiberError is new
--FILE--
<?php
require __DIR__ . '/events.inc';

function thrower($x) { static $calls = 0; $calls++; throw new LogicException("$x"); }
function dies($x) { static $calls = 0; $calls++; thrower($x); }
function takes($x) { static $calls = 0; $calls++; try { Fiber::suspend($x); } catch (LogicException $e) { return 1; } }
function passes($x) { static $calls = 0; $calls++; Fiber::suspend($x); }
function waits($x) { static $calls = 0; $calls++; try { Fiber::suspend($x); } finally { $calls++; } }
function leaves($x) { static $calls = 0; $calls++; try { Fiber::suspend($x); } finally { thrower(5); } }
function outer($x) { static $calls = 0; $calls++; (new Fiber('dies'))->start($x); }
function start($what)
{
	static $calls = 0;
	$calls++;
	$fiber = new Fiber($what);
	try { $fiber->start(1); } catch (LogicException) {}
	return $fiber;
}
function again($fiber)
{
	static $calls = 0;
	$calls++;
	for ($i = 0; $i < 3; $i++) { try { $fiber->resume(); } catch (FiberError) {} }
}
function sends($fiber)
{
	static $calls = 0;
	$calls++;
	try { $fiber->throw(new LogicException('in')); } catch (LogicException) {}
}
function drops($what) { $fiber = new Fiber($what); $fiber->start(1); try { unset($fiber); } catch (LogicException) {} }

xhprof_enable(XHPROF_FLAGS_NO_BUILTINS, ['events' => ['exceptions']]);
$dead = start('dies');
again($dead);
again($dead);
sends(start('takes'));
sends(start('passes'));
drops('waits');
drops('leaves');
start('outer');
$profile = xhprof_stop();
show_counts($profile->pairs(), ['exceptions']);
echo json_encode($profile->summary()['events']), "\n";
?>
--EXPECT--
dies==>thrower exceptions=2
drops==>leaves exceptions=1
leaves==>thrower exceptions=1
main() exceptions=11
main()==>again exceptions=6
main()==>drops exceptions=1
main()==>sends exceptions=2
main()==>start exceptions=2
outer==>dies exceptions=1
sends==>passes exceptions=1
sends==>takes exceptions=1
start==>dies exceptions=1
start==>outer exceptions=1
{"exceptions":11}
