--TEST--
Where the program takes SIGURG or blocks it, samples go on at safe points, and its handler gets none of ours
--EXTENSIONS--
pcntl
--SKIPIF--
<?php require __DIR__ . '/../skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/../live.inc';

$folder = live_folder(__FILE__);
file_put_contents("$folder/program.php", '<?php
pcntl_async_signals(true);
$got = 0;
function first() { for ($i = 0; !fgets(STDIN); $i++) { } }
function second() { for ($i = 0; !fgets(STDIN); $i++) { } }
function third() { for ($i = 0; !fgets(STDIN); $i++) { } }
stream_set_blocking(STDIN, false);
echo "begun\n";
first();
pcntl_signal(SIGURG, function () use (&$got) { $got++; });
second();
pcntl_signal(SIGURG, SIG_DFL);
pcntl_sigprocmask(SIG_BLOCK, [SIGURG]);
third();
echo "$got\n";
');
$child = live_start("$folder/program.php", live_settings($folder, 'xhprof.live_interval=1000'));
fgets($child->out);
$file = live_file($folder, $child->pid);
foreach (['first', 'second', 'third'] as $function) {
	live_wait($function, function () use ($file, $function) {
		return count(array_filter(live_records($file),
			fn ($record) => preg_match("/\\b$function:/", implode(' ', $record['frames'] ?? [])))) > 20;
	});
	fwrite($child->in, "\n");
}
echo fgets($child->out);
live_end($child);
live_clean($folder);
?>
--EXPECT--
0
