<?php
/* Four routes that say in headers what they took: nanoseconds, and of CPU time. bench/routes.sh serves them. */
declare(strict_types=1);

function cpu_ns(): int
{
	$usage = getrusage();
	return 1000 * (1000000 * ($usage['ru_utime.tv_sec'] + $usage['ru_stime.tv_sec'])
		+ $usage['ru_utime.tv_usec'] + $usage['ru_stime.tv_usec']);
}

function spin(int $times): int { $x = 1; for ($i = 0; $i < $times; $i++) { $x = ($x * 31 + $i) & 0xffff; } return $x; }
function render(): string { $text = ''; for ($i = 0; $i < 2000; $i++) { $text .= md5((string) $i); } return $text; }
function home(): void { usleep(1500); render(); }
function cart(): void { $list = range(1, 20000); shuffle($list); sort($list); usleep(4000); spin(200000); }
function search(): void { for ($i = 0; $i < 4; $i++) { usleep(3000); spin(120000); } }
function pay(): void { usleep(60000); spin(900000); usleep(10000); }

const ROUTES = ['/home' => 'home', '/cart' => 'cart', '/search' => 'search', '/pay' => 'pay'];

$start = hrtime(true);
$cpu = cpu_ns();
$route = $_SERVER['REQUEST_URI'];
if (function_exists('xhprof_tag')) {
	xhprof_tag('route', $route);
}
(ROUTES[$route] ?? exit('no such route'))();
header('X-Took: ' . hrtime(true) - $start);
header('X-Cpu: ' . cpu_ns() - $cpu);
echo 'done';
