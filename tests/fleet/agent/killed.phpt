--TEST--
An agent that was killed has lost nothing: the next one goes on where it stood, and sends nothing twice
--SKIPIF--
<?php
require __DIR__ . '/../../live/skipif.inc';
require __DIR__ . '/../../helper.inc';
if (!function_exists('pcntl_signal') && shipped_module('pcntl') === null) die('skip needs the extension pcntl');
if (!function_exists('gzencode')) die('skip needs the extension zlib');
?>
--FILE--
<?php
require __DIR__ . '/ship.inc';

$fleet = new Fleet(__FILE__);
for ($round = 0; $round < 2; $round++) {
	$agent = $fleet->ship('--spool', "$fleet->folder/spool");
	// what it finds first it leaves out
	live_wait('it has looked for rings', fn () => is_file("$fleet->folder/spool/state.json"));
	if ($round === 0) {
		$ring = $fleet->work('a');
	}
	$before = live_header($ring)['samples'] ?? 0;
	$fleet->sampled($ring, $before + 30);
	$shipped = $fleet->shipped();
	live_wait('a window is there', fn () => $fleet->shipped() > $shipped);
	$fleet->sampled($ring, live_header($ring)['samples'] + random_int(0, 50));
	if ($round === 0) {
		$fleet->work('b'); // the next agent sees it first, maybe
	}
	if ($round === 1) {
		array_map($fleet->kill(...), [0, 1]);
	}
	proc_terminate($agent->process, $round === 0 ? 9 : 15);
	live_end($agent);
}
$waiting = fn () => glob("$fleet->folder/spool/queue/*/*.batch");
if ($waiting() !== []) { // on a slow disk the second agent had to end before it had sent all
	$agent = $fleet->ship('--spool', "$fleet->folder/spool");
	live_wait('the rest is sent', fn () => $waiting() === []);
	proc_terminate($agent->process, 15);
	live_end($agent);
}
[$samples, $ns] = $fleet->written();
$found = $fleet->found();
echo $samples, $samples === $found[''][0] ? ' samples are there' : " samples written, {$found[''][0]} there", "\n";
echo $ns, $ns === $found[''][1] ? ' nanoseconds as well' : " ns written, {$found[''][1]} there", "\n";
$fleet->end();
?>
--EXPECTF--
%d samples are there
%d nanoseconds as well
