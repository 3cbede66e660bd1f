--TEST--
A reader may ask for another budget, 25 percent at most, if xhprof.live_allow has that word; the largest that is asked for is in force until its lease ends
--SKIPIF--
<?php require __DIR__ . '/../skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/../live.inc';

$folder = live_folder(__FILE__);
file_put_contents("$folder/program.php", '<?php
echo "begun\n";
stream_set_blocking(STDIN, false);
while (!fgets(STDIN)) { usleep(1000); }
');
/*
 * Each wish has a shorter interval than those before, so that the header says which was the last that the process has
 * read.
 */
function wish(array $more): array
{
	global $asked_ns;
	$asked_ns -= 1_000_000;

	return ['sample' => $more + ['interval_ns' => $asked_ns, 'clock' => 'wall', 'lease_ms' => 60_000]];
}
/* What is wrong, and the end of the test: what follows would be wrong, too, and waited for as long. */
function fail(string $sentence): never
{
	global $child, $folder;
	echo "$sentence\n";
	proc_terminate($child->process, 9);
	live_end($child);
	live_clean($folder);
	exit;
}
/* Waits until the process has done that, on a slow machine for as long as a test may take. */
function need(string $what, callable $condition): void
{
	if (live_wait($what, $condition) === null) {
		fail("the process does not say: $what");
	}
}
function start(string $allow): array
{
	global $folder;
	$child = live_start("$folder/program.php",
		live_settings($folder, "xhprof.live_allow=$allow", 'xhprof.live_budget=2'));
	fgets($child->out);

	return [$child, live_file($folder, $child->pid)];
}
function stop(object $child): void
{
	fwrite($child->in, "\n");
	live_end($child);
}
/*
 * The budget in force, once the process has read the last wish, whose interval is the shortest; 0: there is none. The
 * process writes its budget between that interval and the number of refusals. So it has written it once it has refused
 * another message.
 */
function await(XHProf\Ring $ring, float $budget, int $asked): void
{
	global $file, $refused;
	need("an interval of $asked ns", fn () => live_header($file)['asked_ns'] === $asked);
	$before = $ring->status()['sampling']['refused'];
	live_send($file, live_message(LIVE_DUMP_NOW, ['lease_ms' => 0])); // without a lease it is sent only once
	$refused++;
	need('a refusal', fn () => $ring->status()['sampling']['refused'] > $before);
	$found = $ring->status()['sampling']['budget'];
	if ($found !== $budget) {
		fail("the budget in force is $found %, not $budget %");
	}
	echo "$budget %\n";
}

$asked_ns = 40_000_000;
$refused = 0;
[$child, $file] = start('sample,budget');
$rings = [XHProf\Ring::open($file), XHProf\Ring::open($file)];
await($rings[0], 2.0, 0);
$rings[0]->control(wish(['budget' => 5]));
await($rings[0], 5.0, $first_ns = $asked_ns);
$rings[1]->control(wish(['budget' => 10]));
await($rings[0], 10.0, $asked_ns);
$rings[1]->control(wish(['lease_ms' => 0]));
await($rings[0], 5.0, $first_ns);
$rings[0]->control(wish(['budget' => 1]));
await($rings[0], 1.0, $asked_ns);
$rings[1]->control(wish([])); // as the process is set
await($rings[0], 2.0, $asked_ns);
live_send($file, live_message(LIVE_ASK,
	['budget_ppm' => 0xFFFFFFFF, 'interval_ns' => $asked_ns -= 1_000_000, 'lease_ms' => 60_000]));
await($rings[0], 25.0, $asked_ns);
foreach ([0, 26, 2.5] as $budget) {
	try {
		$rings[0]->control(wish(['budget' => $budget]));
	} catch (ValueError $e) {
		echo $e->getMessage(), "\n";
	}
}
echo $rings[0]->status()['sampling']['refused'] - $refused, " refused\n";
stop($child);

echo "-- without the word\n";
[$child, $file] = start('sample');
$ring = XHProf\Ring::open($file);
try {
	$ring->control(wish(['budget' => 5]));
} catch (RuntimeException $e) {
	echo strstr($e->getMessage(), 'the process'), "\n";
}
live_send($file, live_message(LIVE_ASK, ['budget_ppm' => 50_000]));
need('one refused', fn () => $ring->status()['sampling']['refused'] === 1);
$ring->control(wish([]));
await($ring, 2.0, $asked_ns);
echo $ring->status()['sampling']['readers'], " reader\n";
stop($child);

echo "-- the right is no command\n";
[$child, $file] = start('budget');
$ring = XHProf\Ring::open($file);
live_send($file, live_message(6));
need('one refused', fn () => $ring->status()['sampling']['refused'] > 0);
echo implode(' ', $ring->status()['allowed']), "\n";
stop($child);
live_clean($folder);
?>
--EXPECT--
2 %
5 %
10 %
5 %
1 %
2 %
25 %
XHProf\Ring::control(): Argument #1 ($message) must have an int "budget" from 1 to 25
XHProf\Ring::control(): Argument #1 ($message) must have an int "budget" from 1 to 25
XHProf\Ring::control(): Argument #1 ($message) must have an int "budget" from 1 to 25
0 refused
-- without the word
the process does not allow it; add the word budget to xhprof.live_allow in its php.ini, and restart it
2 %
1 reader
-- the right is no command
budget
