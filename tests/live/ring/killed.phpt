--TEST--
The ring of a process that was killed, or crashed, is whole; its last stack is the one that died
--SKIPIF--
<?php require __DIR__ . '/../skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/../live.inc';

$folder = live_folder(__FILE__);
file_put_contents("$folder/program.php", '<?php
function leaf(int $n): int { static $calls; $calls++; for ($i = 0; $i < $n; $i++) { $calls ^= $i; } return $calls; }
function spins() { for (;;) { leaf(500); } }
function sleeps() { for (;;) { usleep(300); leaf(50); } }
echo "begun\n";
$argv[1]();
');
foreach (['spins' => 9, 'sleeps' => 9, 'spins ' => 6] as $what => $signal) {
	$what = trim($what);
	$right = 0;
	for ($i = 0; $i < 5; $i++) {
		$child = live_start("$folder/program.php", live_settings($folder, 'xhprof.live_interval=1000',
			'xhprof.live_budget=100', 'xhprof.live_bytes=32K'), [$what]);
		fgets($child->out);
		$file = live_file($folder, $child->pid);
		$newest = fn (): string => implode(' ',
			array_reverse(array_filter(live_records($file), live_has_stack(...)))[0]['frames'] ?? []);
		live_wait('going round',
			fn () => live_header($file)['head'] > ($i < 2 ? 33000 : 0) && str_contains($newest(), "$what:"));
		usleep(mt_rand(0, 5000));
		proc_terminate($child->process, $signal);
		live_end($child);
		$records = live_records($file);
		$broken = array_filter($records, fn ($record) => !in_array($record['kind'], [1, 2, 3], true));
		echo $broken ? 'BROKEN ' . json_encode($broken) . "\n" : '';
		$last = end($records);
		$right += live_header($file)['slot']['state'] === 'running'
			&& str_contains(implode(' ', $last['frames'] ?? []), "$what:");
	}
	echo "$what $signal: $right\n";
}
live_clean($folder);
?>
--EXPECT--
spins 9: 5
sleeps 9: 5
spins 6: 5
