--TEST--
live counts all that a chain of locks stops, and those that each wait for a child of their own
--EXTENSIONS--
posix
--SKIPIF--
<?php
require __DIR__ . '/../live/skipif.inc';
require __DIR__ . '/../sampler/skipif.inc';
need_wall_by_signal();
if (!is_readable('/proc/self/syscall')) die('skip needs /proc/self/syscall');
if (!is_readable('/proc/locks')) die('skip needs /proc/locks');
if (!is_readable('/proc/self/task/' . getmypid() . '/children')) die('skip needs the kernel\'s list of children');
?>
--FILE--
<?php
require __DIR__ . '/cli.inc';
require __DIR__ . '/../live/live.inc';

/* Takes locks one after the other, then reads until its input ends. */
function start_holder(string $folder, string ...$locks): object
{
	$child = live_start("$folder/locks.php", live_settings("$folder/rings"), $locks);
	fgets($child->out);

	return $child;
}

/* The first line of live, once it has that many in it. */
function headline(string $folder, string $count): string
{
	return (string) live_wait($count, function () use ($folder, $count): ?string {
		$line = strtok(cli(['live', "$folder/rings", '--duration', '1s'])['out'], "\n");

		return str_starts_with($line, $count) ? $line : null;
	});
}

/* Lets all of them go on, and waits for their ends. */
function end_all(array $children): void
{
	array_map(fn (object $child) => fclose($child->in), $children);
	foreach ($children as $child) {
		stream_get_contents($child->out);
		proc_close($child->process);
	}
}

$folder = live_folder(__FILE__);
mkdir("$folder/rings");
file_put_contents("$folder/locks.php", '<?php
foreach (array_slice($argv, 1) as $i => $name) {
	echo $i === count($argv) - 2 ? "last\n" : "";
	$files[] = $file = fopen(__DIR__ . "/$name", "c");
	flock($file, LOCK_EX);
}
fgets(STDIN);
');
file_put_contents("$folder/child.php", '<?php
function convert(array $command) { proc_close(proc_open($command, [STDIN], $pipes)); }
convert(array_slice($argv, 1));
');

$first = start_holder($folder, 'a.lock');
live_wait('its lock', fn () => str_contains(file_get_contents('/proc/locks'), " $first->pid "));
$all = [$first, start_holder($folder, 'b.lock', 'a.lock'), start_holder($folder, 'b.lock'),
	start_holder($folder, 'b.lock')];
echo str_replace((string) $first->pid, 'FIRST', headline($folder, '3 of 4')), "\n";
end_all($all);

$all = array_map(fn () => live_start("$folder/child.php", live_settings("$folder/rings"), ['cat']), [1, 2, 3]);
echo headline($folder, '3 of 3'), "\n";
$json = json_decode(strtok(cli(['live', "$folder/rings", '--duration', '1s', '--json'])['out'], "\n"), true);
echo json_encode($json['blocker']), "\n";
foreach ($json['workers'] as $worker) {
	echo "$worker[in] from $worker[caller]\n";
}
end_all($all);

/* A shell that starts one program stands for that. */
$all = array_map(fn () => live_start("$folder/child.php", live_settings("$folder/rings"), ['sh', '-c', 'cat; true']),
	[1, 2]);
echo headline($folder, '2 of 2'), "\n";
end_all($all);
array_map(unlink(...), glob("$folder/rings/*"));
rmdir("$folder/rings");
live_clean($folder);
?>
--EXPECT--
3 of 4 workers wait for the lock that pid FIRST holds
3 of 3 workers wait for their own child cat
{"workers":3,"of":3,"wait":"child cat","holder":null}
proc_close from convert
proc_close from convert
proc_close from convert
2 of 2 workers wait for their own child cat
