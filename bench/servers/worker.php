<?php
/* A worker on the command line: jobs of all routes, while the file "go" is there, or so many of each. */
declare(strict_types=1);

require __DIR__ . '/page.php';

function job(string $route): void
{
	if (function_exists('xhprof_tag')) {
		xhprof_tag('route', "/$route");
	}
	$said = answer($route);
	file_put_contents(__DIR__ . '/said', "200 $route $said\n", FILE_APPEND);
}

function idle(): void
{
	usleep(5000);
	clearstatcache();
}

$routes = explode(',', $argv[1]);
if (isset($argv[2])) {
	for ($i = 0; $i < (int) $argv[2]; $i++) {
		array_map(job(...), $routes);
	}
	exit;
}
mt_srand(getmypid());
$busy = __DIR__ . '/busy/' . getmypid();
while (!is_file(__DIR__ . '/stop')) {
	if (is_file(__DIR__ . '/go')) {
		for (touch($busy); is_file(__DIR__ . '/go'); clearstatcache()) {
			job($routes[array_rand($routes)]);
		}
		unlink($busy);
	}
	idle();
}
