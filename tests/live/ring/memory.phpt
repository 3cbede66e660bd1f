--TEST--
Readers see the memory of a process that sleeps as it is, not as at its last sample
--SKIPIF--
<?php
require __DIR__ . '/../skipif.inc';
if (PHP_ZTS) die('skip with threads the memory is that of the last sample');
?>
--FILE--
<?php
require __DIR__ . '/../live.inc';
require __DIR__ . '/../../cli/cli.inc';

$folder = live_folder(__FILE__);
file_put_contents("$folder/program.php", '<?php
if ($argv[1] === "tag") { $big = str_repeat("x", 32 << 20); xhprof_tag("job", "a"); unset($big); $big = str_repeat("x", 16 << 20); }
else { $big = str_repeat("x", 16 << 20); }
echo "begun\n"; fgets(STDIN);');
foreach (['none', 'tag'] as $what) {
	$child = live_start("$folder/program.php", live_settings($folder), [$what]);
	fgets($child->out);
	$process = live_wait('an answer',
		fn () => ($one = json_decode(cli(['dump', '--json', $folder])['out'], true)['processes'][0] ?? null) !== null
			&& $one['is_answer'] ? $one : null);
	$memory = $process['request']['memory_bytes'] >> 20;
	$peak = $process['request']['peak_bytes'] >> 20;
	echo $what, ': ', $memory >= 16 && $memory < 20 ? '16 MiB' : $memory, ', peak ',
		$peak >= ($what === 'tag' ? 32 : 16) ? 'known' : $peak, "\n";
	live_end($child);
}
live_clean($folder);
?>
--EXPECT--
none: 16 MiB, peak known
tag: 16 MiB, peak known
