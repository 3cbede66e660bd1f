--TEST--
pcntl_exec() of PHP keeps pid and start time: the ring is that of the new program, and of no other
--EXTENSIONS--
pcntl
--SKIPIF--
<?php require __DIR__ . '/../skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/../live.inc';

$folder = live_folder(__FILE__);
file_put_contents("$folder/after.php", '<?php function after() { echo "after\n"; fgets(STDIN); } after();');
file_put_contents("$folder/before.php", '<?php
function before() { echo "before\n"; fgets(STDIN); }
before();
pcntl_exec(PHP_BINARY, array_slice($argv, 1));
');
$child = live_start("$folder/before.php", $settings = live_settings($folder, 'xhprof.live_interval=2000'),
	array_merge(['-n'], ...array_map(fn (string $setting) => ['-d', $setting], array_merge(module_path() === null ? []
		: ['extension=' . module_path()], live_settings($folder, 'xhprof.live_interval=2000'))),
		...[["$folder/after.php"]]));

function say(): void
{
	global $folder, $child;
	echo fgets($child->out);
	$file = live_file($folder, $child->pid);
	live_wait('a sample of the wait', fn () => str_starts_with(
		implode(' ', array_slice(live_records(live_file($folder, $child->pid)), -1)[0]['frames'] ?? []), 'fgets:0 '));
	$records = live_records($file = live_file($folder, $child->pid));
	echo count(glob("$folder/*.data")), ' ', count(glob("$folder/*.ctl")), ' ',
		basename(live_header($file)['slot']['uri']), ' ', implode(' ', end($records)['frames']), "\n";
	fwrite($child->in, "\n");
}

say();
say();
var_dump(live_end($child));
echo count(glob("$folder/*-*")), "\n";
live_clean($folder);
?>
--EXPECT--
before
1 1 before.php fgets:0 before:2 before.php:3
after
1 1 after.php fgets:0 after:1 after.php:1
int(0)
0
