<?php
/*
 * How true recordings of a pool are, at the defaults of the tool: 8 workers of php-fpm do jobs with pauses in between,
 * and log when each part of a job began and ended. Linux; needs php-fpm, and a module that no php.ini loads.
 *
 *   php -n -d extension=FILE bench/pool.php record [TIMES [SECONDS]]
 *     xhprof record, so many times for so long (20 times 30 s): how far the sum and each part are off, how often by
 *     more than the error that is stated, and how large that is
 *   php -n -d extension=FILE bench/pool.php ship [MINUTES]
 *     xhprof ship to files for so long (20 minutes): the same of its sum
 *
 * Times are of the wall clock. Not a test: it depends on the machine.
 */
declare(strict_types=1);

const WORKERS = 8;

/* Parts of each job, and how often. */
const JOBS = [
	'list' => ['nine' => 2, 'seven' => 3, 'loop' => 2],
	'search' => ['calls' => 4, 'nine' => 1],
	'report' => ['sorting' => 6, 'loop' => 6, 'tiny' => 30],
	'mail' => ['long' => 1, 'tiny' => 4],
];

const PARTS = ['nine', 'seven', 'tiny', 'long', 'loop', 'sorting', 'calls'];

/* The most that a client waits before the next job. */
const PAUSE_US = 60000;

function nine(): void { usleep(9000); }
function seven(): void { usleep(7000); }
function tiny(): void { usleep(300); }
function long(): void { usleep(400000); }
function loop(): int { $x = 1; for ($i = 0; $i < 150000; $i++) { $x = ($x * 31 + $i) & 0xffff; } return $x; }
function sorting(): int
{
	static $list;
	$list ??= array_map(crc32(...), range(1, 15000));
	$copy = $list;
	sort($copy);
	return $copy[5];
}
function calls(): int { return fib(19); }
function fib(int $n): int { return $n < 2 ? $n : fib($n - 1) + fib($n - 2); }

/* The page: does a job, and adds a line to the worker's log. */
function job(string $name, string $log, int $began): void
{
	$spans = [];
	$parts = array_merge(...array_map(fn($part, $times) => array_fill(0, $times, $part),
		array_keys(JOBS[$name]), JOBS[$name]));
	shuffle($parts);
	foreach ($parts as $part) {
		$start = hrtime(true);
		$part();
		$spans[] = [$part, $start, hrtime(true)];
	}
	file_put_contents("$log." . getmypid(), json_encode([$began, hrtime(true), $spans]) . "\n", FILE_APPEND);
}

if (PHP_SAPI === 'fpm-fcgi') {
	$began = hrtime(true);
	job($_GET['job'], $_SERVER['BENCH_LOG'], $began);
	exit;
}

/* A record of FastCGI for request 1. */
function packet(int $type, string $content): string
{
	return pack('CCnnCx', 1, $type, 1, strlen($content), 0) . $content;
}

function parameter(string $name, string $value): string
{
	return chr(strlen($name)) . pack('N', strlen($value) | 0x80000000) . $name . $value;
}

/* Clients of the pool, as many as workers, until killed: each sends a job, waits for its end, pauses. */
function load(string $socket, string $log): never
{
	$clients = array_fill(0, WORKERS, null);
	$next = array_fill(0, WORKERS, 0);
	for (;;) {
		foreach ($clients as $i => $client) {
			if ($client === null && hrtime(true) >= $next[$i]) {
				$clients[$i] = stream_socket_client("unix://$socket");
				$values = ['SCRIPT_FILENAME' => __FILE__, 'REQUEST_METHOD' => 'GET', 'BENCH_LOG' => $log,
					'QUERY_STRING' => 'job=' . ($job = array_rand(JOBS)), 'REQUEST_URI' => "/$job"];
				fwrite($clients[$i], packet(1, pack('nCx5', 1, 0)) . packet(4, implode('',
					array_map(parameter(...), array_keys($values), $values))) . packet(4, '') . packet(5, ''));
			}
		}
		$read = array_filter($clients);
		$none = [];
		if ($read === [] || stream_select($read, $none, $none, 0, 2000) === 0) {
			usleep(500);
			continue;
		}
		foreach ($read as $i => $client) {
			fread($client, 65536);
			if (feof($client)) {
				$clients[$i] = null;
				$next[$i] = hrtime(true) + mt_rand(0, 1000 * PAUSE_US);
			}
		}
	}
}

/* The pool and its load, in a folder of their own. */
final class Pool
{
	public readonly string $folder;
	private array $processes = [];

	public function __construct(public readonly string $module)
	{
		$this->folder = '/dev/shm/xhprof-bench-pool-' . getmypid();
		mkdir("$this->folder/rings", 0755, true);
		mkdir("$this->folder/logs");
		$isRoot = trim((string) shell_exec('id -u')) === '0';
		foreach ($isRoot ? ['rings', 'logs'] : [] as $name) {
			chown("$this->folder/$name", 'nobody');
		}
		$fpm = trim((string) shell_exec('PATH=$PATH:/usr/sbin:/usr/local/sbin; command -v php-fpm' . PHP_MAJOR_VERSION
			. '.' . PHP_MINOR_VERSION . ' || command -v php-fpm'));
		$fpm !== '' || exit("pool.php: there is no php-fpm\n");
		file_put_contents("$this->folder/php.ini", "extension=$module\nxhprof.live_dir=$this->folder/rings\n");
		file_put_contents("$this->folder/fpm.conf", "[global]\ndaemonize = no\nerror_log = $this->folder/fpm.log\n"
			. "[pool]\nlisten = $this->folder/socket\nlisten.mode = 0666\n"
			. ($isRoot ? "user = nobody\ngroup = nogroup\n" : '') . 'pm = static' . "\n"
			. 'pm.max_children = ' . WORKERS . "\n");
		$this->start([$fpm, '-c', "$this->folder/php.ini", '-F', '-y', "$this->folder/fpm.conf"],
			['PHP_INI_SCAN_DIR' => '']);
		$this->await(fn() => file_exists("$this->folder/socket"));
		$this->start([PHP_BINARY, '-n', __FILE__, 'load', "$this->folder/socket", "$this->folder/logs/log"]);
		$this->await(fn() => count(glob("$this->folder/rings/*.data")) === WORKERS);
		sleep(1);
	}

	private function await(callable $is_done): void
	{
		for ($i = 0; !$is_done(); $i++) {
			$i < 1000 || exit("pool.php: php-fpm does not start: " . file_get_contents("$this->folder/fpm.log"));
			usleep(10000);
		}
	}

	private function start(array $command, array $environment = []): void
	{
		$this->processes[] = proc_open($command, [['file', '/dev/null', 'r'], ['file', "$this->folder/out", 'a'],
			['file', "$this->folder/out", 'a']], $pipes, null, $environment + getenv());
	}

	/** @return list<XHProf\Ring> */
	public function rings(): array
	{
		return array_map(XHProf\Ring::open(...), glob("$this->folder/rings/*.data"));
	}

	public function tool(string ...$arguments): array
	{
		return [PHP_BINARY, '-n', '-d', "extension=$this->module", __DIR__ . '/../cli/bin/xhprof', ...$arguments];
	}

	/* Nanoseconds that each part, and the requests, took between two moments. */
	public function truth(int $from, int $until): array
	{
		$within = fn(int $start, int $end): int => max(0, min($end, $until) - max($start, $from));
		$took = array_fill_keys(PARTS, 0) + ['requests' => 0];
		foreach (glob("$this->folder/logs/*") as $file) {
			foreach (file($file) as $line) {
				[$start, $end, $spans] = json_decode($line, true);
				$took['requests'] += $within($start, $end);
				foreach ($end > $from && $start < $until ? $spans : [] as [$part, $begin, $stop]) {
					$took[$part] += $within($begin, $stop);
				}
			}
		}
		return $took;
	}

	public function end(): void
	{
		foreach (array_reverse($this->processes) as $process) {
			proc_terminate($process);
			proc_close($process);
		}
		foreach (new RecursiveIteratorIterator(new RecursiveDirectoryIterator($this->folder,
			FilesystemIterator::SKIP_DOTS), RecursiveIteratorIterator::CHILD_FIRST) as $file) {
			$file->isDir() ? rmdir($file->getPathname()) : unlink($file->getPathname());
		}
		rmdir($this->folder);
	}
}

function is_on(array $rings): int
{
	return count(array_filter($rings, fn(XHProf\Ring $ring) => $ring->status()['sampling']['is_on']));
}

/*
 * One recording: percent that the sum is off, and of each part the true share, by how much it is off, and the error
 * that is stated.
 */
function record(Pool $pool, float $seconds): array
{
	$file = "$pool->folder/run.json";
	$rings = $pool->rings();
	$process = proc_open($pool->tool('record', "$pool->folder/rings", '--duration', "{$seconds}s", '--out', $file),
		[['file', '/dev/null', 'r'], ['file', '/dev/null', 'w'], ['file', '/dev/null', 'w']], $pipes);
	for ($on = []; is_on($rings) < WORKERS; usleep(500));
	$from = hrtime(true);
	while (is_on($rings) > 0) {
		usleep(500);
	}
	$until = hrtime(true);
	proc_close($process);
	usleep(600000); // jobs under way end, and are logged
	$profile = XHProf\Profile::load($file);
	$truth = $pool->truth($from, $until);
	$total = $profile->summary()['wall_ns'];
	$parts = [];
	foreach (PARTS as $part) {
		$row = $profile->functions()[$part] ?? ['wall_ns' => 0];
		$parts[$part] = [100 * $truth[$part] / $truth['requests'],
			100 * $row['wall_ns'] / $total - 100 * $truth[$part] / $truth['requests'],
			$row['incl_share_error_points'] ?? $profile->summary()['share_error_points']];
	}
	return [100 * ($total / $truth['requests'] - 1), $parts, $profile->summary()['samples']];
}

function show(string $part, array $all): void
{
	$outside = count(array_filter($all, fn($one) => abs($one[1]) > $one[2]));
	printf("%-9s true %4.1f %%, mean %+.2f points, rms %.2f, stated %.2f at most, outside of it %d of %d\n",
		$part, array_sum(array_column($all, 0)) / count($all), array_sum(array_column($all, 1)) / count($all),
		sqrt(array_sum(array_map(fn($one) => $one[1] ** 2, $all)) / count($all)), max(array_column($all, 2)),
		$outside, count($all));
}

function recordings(string $module, int $times, float $seconds): void
{
	$pool = new Pool($module);
	$sums = $parts = $samples = [];
	for ($i = 0; $i < $times; $i++) {
		[$sums[], $found, $samples[]] = record($pool, $seconds);
		foreach ($found as $part => $row) {
			$parts[$part][] = $row;
		}
	}
	printf("%d recordings of %g s: the sum is off by %+.2f %% in the mean, %.2f at most; %d samples each\n", $times,
		$seconds, array_sum($sums) / $times, max(array_map(abs(...), $sums)), array_sum($samples) / $times);
	array_map(show(...), array_keys($parts), $parts);
	show('all', array_merge(...array_values($parts)));
	$pool->end();
}

function ship(string $module, float $minutes): void
{
	$pool = new Pool($module);
	$out = "$pool->folder/shipped";
	$rings = $pool->rings();
	$process = proc_open($pool->tool('ship', '--live-dir', "$pool->folder/rings", '--service',
		'bench', '--to', "file:$out?format=json", '--spool', "$pool->folder/spool", '--window', '10s'),
		[['file', '/dev/null', 'r'], ['file', '/dev/null', 'w'], ['file', "$pool->folder/ship.log", 'w']], $pipes);
	for (; is_on($rings) < WORKERS; usleep(500));
	$from = hrtime(true);
	sleep((int) (60 * $minutes));
	$until = hrtime(true);
	proc_terminate($process);
	while (is_on($rings) > 0) {
		usleep(500);
	}
	$until = hrtime(true);
	proc_close($process);
	sleep(1);
	$truth = $pool->truth($from, $until);
	$sum = 0;
	$found = array_fill_keys(PARTS, 0);
	foreach (glob("$out/*.json") as $file) {
		$profile = XHProf\Profile::load($file);
		$sum += $profile->summary()['wall_ns'];
		foreach (array_intersect_key($profile->functions(), $found) as $part => $row) {
			$found[$part] += $row['wall_ns'];
		}
	}
	printf("%g minutes: requests took %.1f s, the store has %.1f s: %+.2f %%\n", $minutes, $truth['requests'] / 1e9,
		$sum / 1e9, 100 * ($sum / $truth['requests'] - 1));
	foreach (PARTS as $part) {
		printf("%-9s %8.1f s, %8.1f in the store, %+.2f %%\n", $part, $truth[$part] / 1e9, $found[$part] / 1e9,
			100 * ($found[$part] / max(1, $truth[$part]) - 1));
	}
	$pool->end();
}

/* The module that this process has. */
function module(): string
{
	preg_match('~(/\S*/xhprof\.so)$~m', (string) file_get_contents('/proc/self/maps'), $match)
		|| exit("pool.php: load the module: php -n -d extension=FILE\n");
	return $match[1];
}

match ($argv[1] ?? '') {
	'load' => load($argv[2], $argv[3]),
	'record' => recordings(module(), (int) ($argv[2] ?? 20), (float) ($argv[3] ?? 30)),
	'ship' => ship(module(), (float) ($argv[2] ?? 20)),
	default => exit("usage: php -n -d extension=FILE bench/pool.php record [TIMES [SECONDS]] | ship [MINUTES]\n"),
};
