--TEST--
Runs of the garbage collector count where they happen, asked for or not, as gc_status() counts them
--SKIPIF--
<?php require __DIR__ . '/events.inc'; need_event('objects'); ?>
--FILE--
<?php
require __DIR__ . '/events.inc';

class Node { public $self; public $text; public function __construct() { $this->self = $this; } }
class Loud extends Node { public function __destruct() { gc_collect_cycles(); } }
function litter($n) { for ($i = 0; $i < $n; $i++) { new Node; } return $n; }
function asks($n) { new Node; return gc_collect_cycles(); }
function loud($n) { new Loud; return gc_collect_cycles(); }
function nothing($n) { static $calls = 0; $calls++; return gc_collect_cycles(); }

gc_collect_cycles();
$before = gc_status()['runs'];
xhprof_enable(XHPROF_FLAGS_NO_BUILTINS, ['events' => ['gc-runs', 'objects']]);
litter(25000);
asks(1);
$middle = gc_status()['runs'];
loud(1);
nothing(1);
$profile = xhprof_stop();
$pairs = $profile->pairs();
echo $pairs['main()==>litter']['gc-runs'] + $pairs['main()==>asks']['gc-runs'] === $middle - $before ? 'as PHP says'
	: 'not as PHP says', "\n";
echo $pairs['main()==>litter']['gc-runs'], ' ', $pairs['main()==>asks']['gc-runs'], ' ',
	$pairs['main()==>nothing']['gc-runs'], "\n";
echo $profile->summary()['events']['gc-runs'] === gc_status()['runs'] - $before ? 'all' : 'not all', ' ',
	$profile->summary()['events']['objects'], "\n";
?>
--EXPECT--
as PHP says
2 1 0
all 25002
