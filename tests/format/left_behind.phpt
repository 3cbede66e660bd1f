--TEST--
A temporary file left by a killed process does not block a later write
--FILE--
<?php
/* In a container processes have the same numbers each time it starts. */
function leave(string $file, int ...$numbers): void
{
	foreach ($numbers as $number) {
		file_put_contents(dirname($file) . '/.xhprof-' . getmypid() . "-$number.tmp", 'left');
	}
}

/* What is there now: names, and how much of it is what was left. */
function look(string $dir): void
{
	foreach (array_diff(scandir($dir), ['.', '..']) as $name) {
		$bytes = file_get_contents("$dir/$name");
		echo '  ', str_replace((string) getmypid(), 'PID', $name), ': ', $bytes === 'left' ? 'left' : 'written', "\n";
		unlink("$dir/$name");
	}
}

$dir = __DIR__ . '/left_behind.tmp';
mkdir($dir);
xhprof_enable();
$run = xhprof_stop();

leave("$dir/run.json", 0, 1, 3);
$run->export('json', "$dir/run.json");
$run->export('json', "$dir/run.json");
look($dir);

leave("$dir/app.heap", 5, 6);
xhprof_heap_snapshot("$dir/app.heap", ['wait' => true]);
look($dir);

leave("$dir/run.json", ...range(0, 1100));
try {
	$run->export('json', "$dir/run.json");
} catch (RuntimeException $error) {
	echo preg_replace('/.*: /', '', $error->getMessage()), "\n";
}
array_map(unlink(...), glob("$dir/{,.x}*", GLOB_BRACE));
?>
--CLEAN--
<?php
array_map(unlink(...), glob(__DIR__ . '/left_behind.tmp/{,.x}*', GLOB_BRACE));
@rmdir(__DIR__ . '/left_behind.tmp');
?>
--EXPECT--
  .xhprof-PID-0.tmp: left
  .xhprof-PID-1.tmp: left
  .xhprof-PID-3.tmp: left
  run.json: written
  .xhprof-PID-5.tmp: left
  .xhprof-PID-6.tmp: left
  app.heap: written
File exists
