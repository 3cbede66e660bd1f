<?php
/* A page for tools/live-fpm.sh: some work, some waiting; or one that hangs. The lines that it names must stay. */

function hang_sleep(): void
{
	usleep(20_000_000); // line 6
}

function hang_lock(string $file): void
{
	flock(fopen($file, 'c'), LOCK_EX); // line 11
}

function hang_socket(): void
{
	[$ours] = $pair = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
	fread($ours, 1); // line 17
}

function hang_loop(): void
{
	for ($end = microtime(true) + 20, $i = 0; $i < 1000 || microtime(true) < $end; $i++) {
		$x = ($i * 31) % 7; // line 23
	}
}

function work(int $n): int
{
	$sum = 0;
	for ($i = 0; $i < $n; $i++) {
		$sum += strlen(str_repeat(chr(65 + $i % 26), 1 + $i % 40)) + part($i);
	}
	return $sum;
}

function part(int $i): int
{
	static $calls = 0;
	return ++$calls % 3 + crc32((string) $i) % 5;
}

function wait_for_others(int $us): void
{
	usleep($us);
}

$way = $_GET['hang'] ?? null;
if ($way !== null) {
	match ($way) {
		'sleep' => hang_sleep(),
		'lock' => hang_lock($_GET['file']),
		'socket' => hang_socket(),
		'loop' => hang_loop(),
	};
	echo 'over';
	return;
}
if (function_exists('xhprof_tag')) {
	xhprof_tag('page', 'work');
}
$sum = work((int) ($_GET['work'] ?? 1000));
wait_for_others((int) ($_GET['wait'] ?? 8000));
echo $sum > 0 ? 'done' : 'nothing';
