--TEST--
From outside: a PHP that has not begun, a fiber's end, a fork, another program in the same process, a million calls
--EXTENSIONS--
xhprof
--SKIPIF--
<?php
require __DIR__ . '/skipif.inc';
if (!extension_loaded('pcntl')) die('skip needs pcntl');
if (PHP_VERSION_ID < 80100) die('skip fibers are new in 8.1');
?>
--FILE--
<?php
require __DIR__ . '/attach.inc';

$folder = live_folder(__FILE__, 0700);
$next = "$folder/next.php";
file_put_contents($next, '<?php
function deep(int $n): int { if ($n === 0) { echo "deep\n"; fgets(STDIN); return 0; } return 1 + deep($n - 1); }
deep(1_000_000);');
$program = '<?php
function waits(string $what): void
{
	echo "$what\n";
	fgets(STDIN);
}
function ends(): void
{
	try {
		Fiber::suspend();
	} finally {
		waits("finally");
	}
}
function forked(): void { waits("child " . getmypid()); }
$fiber = new Fiber(ends(...));
$fiber->start();
$fiber = null;
if (($pid = pcntl_fork()) === 0) {
	forked();
	exit;
}
pcntl_wait($status);
waits("parent");
pcntl_exec(PHP_BINARY, ["-n", "-d", "memory_limit=-1", "-d", "zend.max_allowed_stack_size=-1", "' . $next . '"]);';
file_put_contents("$folder/program.php", $program);
$settings = shipped_module('pcntl') === null ? [] : ['-d', 'extension=' . shipped_module('pcntl')];

function attach_over(XHProf\Attachment $attachment): void
{
	live_wait('its end', function () use ($attachment): bool {
		XHProf\Attachment::run([$attachment], 20);

		return $attachment->isOver();
	});
}

function attach_place(int $pid): string
{
	return strtok(file_get_contents("/proc/$pid/maps"), '-');
}

/* Once it runs a PHP of its own: before that it is a fork of this one. */
function attach_begun(int $pid, string $folder): array
{
	return live_wait('PHP', function () use ($pid, $folder): ?array {
		if (file_get_contents("/proc/$pid/cmdline") === file_get_contents('/proc/self/cmdline')) {
			return null;
		}
		try {
			return attach($pid, $folder);
		} catch (RuntimeException) {
			return null;
		}
	});
}

$idle = proc_open([PHP_BINARY, '-n'], [['pipe', 'r'], ['file', '/dev/null', 'w'], ['file', '/dev/null', 'w']], $input);
[$attachment, $ring] = attach_begun(proc_get_status($idle)['pid'], $folder);
echo 'has no script so far: "', attach_stack($attachment, $ring), '" ', $ring->status()['state'], "\n";
fclose($input[0]);
proc_close($idle);

$process = proc_open([PHP_BINARY, '-n', ...$settings, "$folder/program.php"],
	[['pipe', 'r'], ['pipe', 'w'], ['file', '/dev/null', 'w']], $pipes);
$pid = proc_get_status($process)['pid'];
echo fgets($pipes[1]);
[$attachment, $ring] = attach($pid, $folder);
echo attach_reading($attachment, $ring);
fwrite($pipes[0], "\n");

[$what, $fork] = explode(' ', fgets($pipes[1]));
[$child, $child_ring] = attach((int) $fork, $folder);
echo "$what\n", attach_reading($child, $child_ring), "its parent\n",
	live_wait('its parent', function () use ($attachment, $ring): ?string {
		$stack = attach_stack($attachment, $ring);

		return str_contains($stack, 'pcntl_wait') ? $stack : null;
	});
fwrite($pipes[0], "\n");
echo fgets($pipes[1]), attach_reading($attachment, $ring);
attach_over($child);
$place = attach_place($pid);
fwrite($pipes[0], "\n");

echo fgets($pipes[1]);
/* The same program at the same addresses goes on as if it were the one of before. */
if (attach_place($pid) !== $place) {
	attach_over($attachment);
}
unset($attachment, $ring, $child, $child_ring);
[$attachment, $ring] = attach($pid, $folder);
$lines = explode("\n", rtrim(attach_reading($attachment, $ring)));
echo "$lines[0]\n$lines[1]\n", count(array_unique(array_slice($lines, 1))), " kind of call, ",
	count($lines) > 100 && count($lines) < 10000 ? "cut\n" : count($lines) . " FRAMES\n";
echo $ring->stack()['frames'][0]['function'], ' ', implode(' ', $ring->stack()['flags'] ?? []), "\n";
proc_terminate($process, 9);
proc_close($process);
attach_over($attachment);
unset($attachment);
live_clean($folder);
?>
--EXPECT--
has no script so far: "" idle
finally
  fgets
  waits  program.php:5
  ends  program.php:12
child
  fgets
  waits  program.php:5
  forked  program.php:15
  main()  program.php:20
its parent
  pcntl_wait
  main()  program.php:23
parent
  fgets
  waits  program.php:5
  main()  program.php:24
deep
  fgets
  deep  next.php:2
1 kind of call, cut
fgets off_cpu cut dump
