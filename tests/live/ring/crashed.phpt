--TEST--
A crash in a module leaves a ring whose state and last stack are those that died
--SKIPIF--
<?php
require __DIR__ . '/../skipif.inc';
require __DIR__ . '/crash.inc';
if (crash_compiler() === null) die('skip needs a C compiler and php-config');
?>
--FILE--
<?php
require __DIR__ . '/../live.inc';
require __DIR__ . '/crash.inc';

$folder = live_folder(__FILE__);
$module = "$folder/crash.so";
exec(crash_compiler() . ' -o ' . escapeshellarg($module) . ' ' . escapeshellarg(__DIR__ . '/crash.c') . ' 2>&1', $said,
	$status);
echo $status === 0 ? '' : implode("\n", $said) . "\n";
/* The kernel's way, not that of AddressSanitizer. */
putenv('ASAN_OPTIONS=' . getenv('ASAN_OPTIONS') . ':handle_segv=0');
file_put_contents("$folder/program.php", '<?php
function leaf(int $n): int { static $calls; $calls++; for ($i = 0; $i < $n; $i++) { $calls ^= $i; } return $calls; }
function lives() { for ($i = 0; $i < 100; $i++) { leaf(1000); } }
function dies() { echo "begun\n"; stream_set_blocking(STDIN, false); while (!fgets(STDIN)) { leaf(1000); } crash_here(); }
lives();
dies();
');
$child = live_start("$folder/program.php",
	live_settings($folder, "extension=$module", 'xhprof.live_budget=100', 'xhprof.live_interval=1000'));
fgets($child->out);
$file = live_file($folder, $child->pid);
live_wait('a sample of what will die',
	fn () => str_contains(json_encode(array_slice(live_records($file), -1)), 'dies'));
fwrite($child->in, "\n");
live_wait('the end',
	fn () => !proc_get_status($child->process)['running'] && $status = proc_get_status($child->process));
live_end($child);

$ring = XHProf\Ring::open($file);
$status = $ring->status();
echo $status['is_alive'] ? 'alive' : 'dead', ' in state ', $status['state'], ' of request ',
	$status['request']['number'], "\n";
$names = array_column($ring->stack()['frames'], 'function');
echo implode(' ', array_slice($names, -2)), "\n";
$records = live_records($file);
echo preg_replace('/:.*/', '', array_slice(end($records)['frames'], -2)[0]), ', ',
	count(array_filter($records, fn ($record) => $record['kind'] === 'BROKEN')), " broken\n";

/* Another process notices the death; the ring stays, the FIFO does not. */
file_put_contents("$folder/short.php", '<?php');
child_php("$folder/short.php", live_settings($folder));
echo implode(' ', array_map(fn ($file) => pathinfo($file, PATHINFO_EXTENSION), glob("$folder/$child->pid-*"))), "\n";
live_clean($folder);
?>
--EXPECT--
dead in state running of request 1
dies main()
dies, 0 broken
data
