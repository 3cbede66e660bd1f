--TEST--
A dump has the stack of this moment, of a thread that sleeps, computes or waits for input
--SKIPIF--
<?php require __DIR__ . '/../skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/../live.inc';

$folder = live_folder(__FILE__);
file_put_contents("$folder/program.php", '<?php
function sleeps() { echo "sleeps\n"; usleep(600000000); }
function computes() { echo "computes\n"; for (;;) { } }
function compares() { echo "compares\n"; similar_text(str_repeat("ab", 90000), str_repeat("ba", 90000)); }
function reads() { echo "reads\n"; fgets(STDIN); }
function locks() { $file = fopen(__FILE__, "r"); echo "locks\n"; flock($file, LOCK_EX); }
$argv[1]();
');
$lock = fopen("$folder/program.php", 'r');
flock($lock, LOCK_EX);
foreach (['sleeps', 'computes', 'compares', 'reads', 'locks'] as $what) {
	$child = live_start("$folder/program.php", live_settings($folder), [$what]);
	fgets($child->out);
	$file = live_file($folder, $child->pid);
	$wanted = ['sleeps' => 'usleep:0 sleeps:2', 'computes' => 'computes:3', 'compares' => 'similar_text:0 compares:4',
		'reads' => 'fgets:0 reads:5', 'locks' => 'flock:0 locks:6'][$what];
	$last = live_wait($what, function () use ($file, $wanted, $what) { /* at first it may be on its way there */
		$dumps = live_header($file)['dumps'];
		$asked_ns = 0;
		live_wait('dump', function () use ($file, $dumps, &$asked_ns): bool {
			if (hrtime(true) > $asked_ns + 3e9) { // one that is not answered for two seconds is given up
				$asked_ns = hrtime(true);
				live_send($file, live_message(LIVE_DUMP_NOW));
			}
			return live_header($file)['dumps'] > $dumps;
		});
		$records = array_filter(live_records($file), fn ($record) => $record['flags'] & LIVE_DUMP);
		$isAsleep = (end($records)['flags'] & LIVE_OFF_CPU) !== 0 || in_array($what, ['computes', 'compares']);
		return implode(' ', end($records)['frames']) === "$wanted program.php:7" && $isAsleep ? end($records) : null;
	});
	echo implode(' ', $last['frames']), ' ', $last['weight_ns'], ' ', preg_replace(['~/\S+/~', '~^wait for CPU$~'],
		['', 'runs'], $last['wait'] ?? 'runs'), ' ', ($last['flags'] & LIVE_DUMP) !== 0 ? 'dump' : '', ' ',
		($last['flags'] & LIVE_OFF_CPU) !== 0 || in_array($what, ['computes', 'compares']) ? 'right' : 'wrong', "\n";
	proc_terminate($child->process, 9);
	live_end($child);
}
live_clean($folder);
?>
--EXPECT--
usleep:0 sleeps:2 program.php:7 0 sleep dump right
computes:3 program.php:7 0 runs dump right
similar_text:0 compares:4 program.php:7 0 runs dump right
fgets:0 reads:5 program.php:7 0 pipe dump right
flock:0 locks:6 program.php:7 0 flock program.php dump right
