--TEST--
is_alive goes by pid and start time, in another pid namespace by the FIFO
--SKIPIF--
<?php
require __DIR__ . '/../skipif.inc';
if (!is_readable('/proc/self/stat')) die('skip needs /proc');
?>
--FILE--
<?php
require __DIR__ . '/../ring.inc';

function say(string $what, array $fields, bool $has_control = false, bool $is_open = true): void
{
	$fake = new FakeRing(__DIR__, $fields);
	$fake->slot(['state' => FakeRing::RUNNING]);
	$path = $fake->write();
	$fifo = $has_control ? $fake->control() : null;
	if (!$is_open) {
		fclose($fifo);
	}
	$status = XHProf\Ring::open($path)->status();
	echo "$what: ", var_export($status['is_alive'], true),
		$status['request']['elapsed_ns'] === null ? '' : ', for a while', "\n";
	$fake->remove();
}

// stat() of PHP with threads follows the link itself
preg_match('/\d+/', (string) @readlink('/proc/self/ns/pid'), $number);
$own = (int) ($number[0] ?? 0);
say('this process', ['pid_namespace' => $own]);
say('this pid at another time', ['pid_namespace' => $own, 'start_ticks' => 1]);
say('the same, with a FIFO that somebody else has open', ['pid_namespace' => $own, 'start_ticks' => 1], true);
say('a pid that no process has', ['pid_namespace' => $own, 'pid' => 0x7FFFFFF0]);
say('a namespace that is not known', []);
say('that, and another process', ['start_ticks' => 1]);
say('that, and its FIFO is open', ['start_ticks' => 1], true);
say('another namespace', ['pid_namespace' => $own + 1]);
say('that, and its FIFO is open', ['pid_namespace' => $own + 1], true);
say('that, and nobody has its FIFO open', ['pid_namespace' => $own + 1], true, false);

$fake = new FakeRing(__DIR__);
$fake->slot(['state' => FakeRing::ENDED]);
echo 'one that has ended in order: ';
var_dump(XHProf\Ring::open($fake->write())->status()['is_alive']);
$fake->remove();
?>
--EXPECT--
this process: true, for a while
this pid at another time: false
the same, with a FIFO that somebody else has open: false
a pid that no process has: false
a namespace that is not known: true, for a while
that, and another process: false
that, and its FIFO is open: true, for a while
another namespace: false
that, and its FIFO is open: true, for a while
that, and nobody has its FIFO open: false
one that has ended in order: bool(false)
