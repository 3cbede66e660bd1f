--TEST--
Each throw counts where it happens, a rethrow as another; passing on, unwinding and exit() do not
--FILE--
<?php
require __DIR__ . '/events.inc';

class Closer { public function __destruct() { try { thrower(1); } catch (LogicException) {} } }
class Thrower { public function __destruct() { thrower(2); } }
function thrower($x) { static $calls = 0; $calls++; throw new LogicException("$x"); }
function deep($n) { static $calls = 0; $calls++; return $n === 0 ? thrower(0) : deep($n - 1); }
function rethrows($x) { static $calls = 0; $calls++; try { thrower($x); } catch (LogicException $e) { throw $e; } }
function finally_($x) { static $calls = 0; $calls++; try { thrower($x); } finally { $calls++; } }
function replaces($x) { static $calls = 0; $calls++; try { thrower($x); } finally { throw new DomainException('y'); } }
function unwinds($x) { $closer = new Closer; thrower($x); }
function destructs($x) { $one = new Thrower; $two = new Thrower; thrower($x); }
function callback($x) { static $calls = 0; $calls++; return array_map('thrower', [$x]); }
function engine($x) { static $calls = 0; $calls++; return $x % 0; }
function internal($x) { static $calls = 0; $calls++; return new DateTime("no date $x"); }
function numbers($x)
{
	static $calls = 0;
	$calls++;
	try { yield $x; } catch (LogicException $e) { yield 2; thrower(3); }
}
function generator($x) { $g = numbers($x); $g->current(); $g->throw(new LogicException('in')); $g->next(); }
function quiet($x) { static $calls = 0; $calls++; return $x; }
function caught($what) { static $calls = 0; $calls++; try { $what(1); } catch (Throwable $e) { return $e; } }

foreach (['hier', 'tree'] as $mode) {
	xhprof_enable(XHPROF_FLAGS_NO_BUILTINS, ['mode' => $mode, 'events' => ['exceptions']]);
	foreach (['thrower', 'rethrows', 'finally_', 'replaces', 'unwinds', 'destructs', 'callback', 'engine', 'internal',
		'generator', 'quiet'] as $what) {
		caught($what);
	}
	try { deep(3); } catch (LogicException) {}
	$profile = xhprof_stop();
	if ($mode === 'hier') {
		show_counts($profile->pairs(), ['exceptions']);
		$hier = $profile->pairs();
		echo "-- own\n";
		show_counts($profile->functions(), ['exceptions'], 'own_');
		echo json_encode($profile->summary()['events']), "\n";
	}
	foreach ($profile->pairs() as $name => $row) {
		if ($row['exceptions'] !== $hier[$name]['exceptions']) {
			echo "$mode $name ", $row['exceptions'], "\n";
		}
	}
}
?>
--EXPECT--
Closer::__destruct==>thrower exceptions=1
Thrower::__destruct==>thrower exceptions=2
callback==>thrower exceptions=1
caught==>Closer::__destruct exceptions=1
caught==>Thrower::__destruct exceptions=2
caught==>callback exceptions=1
caught==>destructs exceptions=1
caught==>engine exceptions=1
caught==>finally_ exceptions=1
caught==>generator exceptions=2
caught==>internal exceptions=1
caught==>replaces exceptions=2
caught==>rethrows exceptions=2
caught==>thrower exceptions=1
caught==>unwinds exceptions=1
deep==>deep@1 exceptions=1
deep@1==>deep@2 exceptions=1
deep@2==>deep@3 exceptions=1
deep@3==>thrower exceptions=1
destructs==>thrower exceptions=1
finally_==>thrower exceptions=1
generator==>numbers exceptions=1
main() exceptions=17
main()==>caught exceptions=16
main()==>deep exceptions=1
numbers==>thrower exceptions=1
replaces==>thrower exceptions=1
rethrows==>thrower exceptions=1
unwinds==>thrower exceptions=1
-- own
engine exceptions=1
generator exceptions=1
internal exceptions=1
replaces exceptions=1
rethrows exceptions=1
thrower exceptions=12
{"exceptions":17}
