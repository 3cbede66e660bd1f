<?php
/*
 * xhprof list with 100,000 runs of requests, each in a json.gz of about 3 KB: how long it takes, best of 5 and its CPU
 * time, with the files in the system's cache, and once after the cache was dropped, if this user may do that.
 *   php -n -d extension=$PWD/build/dev/modules/xhprof.so bench/list.php [RUNS] [FOLDER]
 * FOLDER is kept, for another time; without it a temporary one is removed.
 */
declare(strict_types=1);

$count = (int) ($argv[1] ?? 100_000);
$folder = $argv[2] ?? sys_get_temp_dir() . '/xhprof-bench-list-' . getmypid();
$isOwn = !isset($argv[2]);

function fill(string $folder, int $count): void
{
	@mkdir($folder, 0700, true);
	$pairs = [];
	for ($i = 0; $i < 120; $i++) {
		$pairs["main()==>App\\Module$i\\Service::method" . $i * 7919 % 1000] = ['ct' => $i, 'wt' => 1000 + $i * 31,
			'cpu' => 900 + $i, 'mu' => $i * 100, 'pmu' => 0];
	}
	for ($i = count(scandir($folder)) - 2; $i < $count; $i++) {
		$run = substr(md5((string) $i), 0, 16);
		$wall = 5000 + $i * 7919 % 900_000;
		$path = ['/cart', '/cart/item', '/', '/checkout', '/search'][$i % 5];
		$meta = ['url' => "$path?id", 'SERVER' => ['REQUEST_METHOD' => 'GET', 'HTTP_HOST' => 'shop.example',
			'SERVER_PORT' => '443', 'SERVER_PROTOCOL' => 'HTTP/2', 'SCRIPT_NAME' => '/index.php'],
			'get' => ['id' => ''], 'xhprof' => ['run' => $run, 'reason' => 'chosen at random',
				'mode' => 'hier', 'flags' => 'cpu,memory', 'host' => 'shop.example', 'method' => 'GET',
				'status' => $i % 50 === 0 ? 500 : 200, 'failed' => false, 'wall_ns' => $wall * 1000,
				'peak_bytes' => 4 << 20, 'php' => PHP_VERSION, 'sapi' => 'fpm-fcgi', 'pid' => 7]];
		$pairs['main()'] = ['ct' => 1, 'wt' => $wall + 500_000, 'cpu' => $wall, 'mu' => 1 << 20, 'pmu' => 2 << 20];
		$file = "$folder/" . date('Ymd-His', 1_780_000_000 + $i) . '-shop_example' . strtr($path, '/', '_')
			. "-7-$run.xhprof.json.gz";
		XHProf\Profile::fromPairs($pairs, $meta)->export('json.gz', $file);
		touch($file, 1_780_000_000 + $i);
	}
}

/* Wall and CPU time. */
function seconds(array $arguments): array
{
	$module = ini_get_all('xhprof') === false ? '' : (glob(dirname(__DIR__) . '/build/*/modules/xhprof.so')[0] ?? '');
	foreach (explode("\0", (string) @file_get_contents('/proc/self/cmdline')) as $word) {
		$module = str_starts_with($word, 'extension=') ? substr($word, 10) : $module;
	}
	$cpu = static fn (): float => array_sum(array_map(static fn (string $kind): float =>
		getrusage(1)["ru_{$kind}time.tv_sec"] + getrusage(1)["ru_{$kind}time.tv_usec"] / 1e6, ['u', 's']));
	[$started, $cpu_s] = [hrtime(true), $cpu()];
	$process = proc_open([PHP_BINARY, '-n', '-d', "extension=$module", dirname(__DIR__) . '/cli/bin/xhprof', 'list',
		...$arguments], [1 => ['file', '/dev/null', 'w']], $pipes);
	$status = proc_close($process);

	return $status === 0 ? [(hrtime(true) - $started) / 1e9, $cpu() - $cpu_s]
		: throw new RuntimeException("xhprof list ended with $status");
}

fill($folder, $count);
printf("%d runs in %s\n\n                                      wall      CPU  (s)\n", $count, $folder);
$cases = ['the newest 25' => [], "--uri '/cart*'" => ['--uri', '/cart*'],
	'--slower-than 500ms --sort wall' => ['--slower-than', '500ms', '--sort', 'wall'],
	'--status 5xx' => ['--status', '5xx'], '--sort memory' => ['--sort', 'memory'],
	"--uri '/cart*' --json, all" => ['--uri', '/cart*', '--json', '--limit', (string) $count]];
if (@file_put_contents('/proc/sys/vm/drop_caches', '3') !== false) {
	printf("%-36s %6.2f %8.2f\n", "--uri '/cart*', caches dropped", ...seconds([$folder, '--uri', '/cart*']));
}
foreach ($cases as $what => $arguments) {
	$times = array_map(fn () => seconds([$folder, ...$arguments]), range(1, 5));
	printf("%-36s %6.2f %8.2f\n", $what, min(array_column($times, 0)), min(array_column($times, 1)));
}
if ($isOwn) {
	array_map(unlink(...), glob("$folder/*") ?: []);
	rmdir($folder);
}
