<?php
/*
 * How true samples are, and what they cost, beside Excimer where it is loaded, and by the ring of this process where
 * xhprof.live_dir is set.
 *
 *   php bench/sample.php --cell NAME | --all | --list
 *                                                    the truth bench: cells PROGRAM/ENGINE/CLOCK/CONDITION, see
 *                                                    README.md
 *   php bench/sample.php --limits [CELL [TIMES]]     does time belong to who used it? Cells that were wrong once, with
 *                                                    limits: each is recorded until it is sure on which side it is, 40
 *                                                    times at most; status 1 if one is beyond its limit
 *   php bench/sample.php truth [SECONDS [SECONDS]]   shares of a program whose parts time themselves, sampled
 *                                                    every 1 ms for so long, and every 10 ms
 *   php bench/sample.php waits [SECONDS [TIMES]]     programs that wait, recorded by their rings at the defaults of
 *                                                    xhprof record, so many at once; needs xhprof.live_dir
 *   php bench/sample.php calls [SECONDS]             loops of small system calls, and of what takes no call, by CPU
 *                                                    time at 1 ms
 *   php bench/sample.php overhead [ROUNDS [PROGRAM]] run time of a program, sampled and not, in turns: parser
 *                                                    (PHP-Parser), twig, queries (a page with 300)
 *
 * Truth is of the same run as the samples: the clock is read before and after each part. A share that is
 * off by more than 2 percentage points is marked; "chance" is what twice the standard error allows the greatest
 * share to be off, with so many samples. Not a test: it depends on the machine and on what else runs there.
 */
declare(strict_types=1);

require_once __DIR__ . '/truth.inc';

/* Times that PHP-Parser works, after once that does not count. */
const MEASURED = 5;

const PARTS = ['calls', 'loop', 'nap', 'matching', 'sorting', 'hashing', 'query'];

function calls(): int { return fib(23); }
function fib(int $n): int { return $n < 2 ? $n : fib($n - 1) + fib($n - 2); }
function loop(): int { $x = 1; for ($i = 0; $i < 250000; $i++) { $x = ($x * 31 + $i) & 0xffff; } return $x; }
function nap(): void { usleep(3000); }
function sorting(): int
{
	static $list;
	$list ??= array_map(crc32(...), range(1, 15000));
	$copy = $list;
	sort($copy);
	return $copy[5];
}
function hashing(): string { $x = 'x'; for ($i = 0; $i < 15000; $i++) { $x = md5($x); } return $x; }

/* One call of 3 ms and more. */
function matching(): int
{
	static $length = 14;
	$start = hrtime(true);
	$found = preg_match('/^(?:a+)+$/', str_repeat('a', $length) . 'b');
	if (hrtime(true) - $start < 2000000) {
		$length++;
	}
	return (int) $found;
}

/* 5,000 rows. */
function table(): PDO
{
	$pdo = new PDO('sqlite::memory:');
	$pdo->exec('create table t (a int, b text)');
	$pdo->beginTransaction();
	$insert = $pdo->prepare('insert into t values (?, ?)');
	foreach (range(1, 5000) as $i) {
		$insert->execute([$i, md5((string) $i)]);
	}
	$pdo->commit();
	return $pdo;
}

function query(): int
{
	static $statement = null;
	if ($statement === null) {
		$pdo = table();
		$statement = $pdo->prepare('select count(*) from t where b like ?');
	}
	$statement->execute(['%1%2%3%4%5%']);
	return (int) $statement->fetchColumn();
}

/* The CPU time of the whole process, including the helper threads of profilers. */
function cpu_ns(): int
{
	$usage = getrusage();
	return 1000 * (1000000 * ($usage['ru_utime.tv_sec'] + $usage['ru_stime.tv_sec'])
		+ $usage['ru_utime.tv_usec'] + $usage['ru_stime.tv_usec']);
}

/* Runs the parts for so long; what each took by both clocks. */
function program(float $seconds): array
{
	$took = array_fill_keys(['wall', 'cpu'], array_fill_keys(PARTS, 0)) + ['nap' => INF];
	$end = microtime(true) + $seconds;
	while (microtime(true) < $end) {
		foreach (PARTS as $part) {
			$cpu = cpu_ns();
			$wall = hrtime(true);
			$part();
			$wall = hrtime(true) - $wall;
			$took['wall'][$part] += $wall;
			$took['cpu'][$part] += cpu_ns() - $cpu;
			if ($part === 'nap') {
				$took['nap'] = min($took['nap'], $wall / 1e6); // 3, and less if a signal cut it short
			}
		}
	}
	return $took;
}

function shares(array $weights): array
{
	$sum = max(1, array_sum($weights));
	return array_map(fn($weight) => 100 * $weight / $sum, $weights);
}

/* Adds up stacks by the part that they are in. */
function by_part(iterable $stacks): array
{
	$weights = array_fill_keys(PARTS, 0);
	foreach ($stacks as [$names, $weight]) {
		$part = array_values(array_intersect($names, PARTS))[0] ?? null;
		if ($part !== null) {
			$weights[$part] += $weight;
		}
	}
	return $weights;
}

function sample_xhprof(string $clock, int $interval, callable $work): array
{
	xhprof_sample_enable(['clock' => $clock, 'interval' => $interval, 'paths' => true]);
	$result = $work();
	$samples = xhprof_sample_disable();
	$stacks = array_map(fn($path) => [array_column($path['frames'], 'function'), $path['weight']], $samples['paths']);
	return [$result, $stacks, $samples['source'], $samples];
}

function sample_excimer(string $clock, int $interval, callable $work): array
{
	$excimer = new ExcimerProfiler();
	$excimer->setEventType($clock === 'cpu' ? EXCIMER_CPU : EXCIMER_REAL);
	$excimer->setPeriod($interval / 1e6);
	$excimer->start();
	$result = $work();
	$excimer->stop();
	$stacks = [];
	foreach (explode("\n", trim($excimer->getLog()->formatCollapsed())) as $line) {
		$space = (int) strrpos($line, ' ');
		$stacks[] = [explode(';', substr($line, 0, $space)), (int) substr($line, $space)];
	}
	return [$result, $stacks, 'excimer', null];
}

/* As another process would: by a message, and from the file. */
function sample_ring(string $clock, int $interval, callable $work): array
{
	$ring = XHProf\Ring::open(glob(ini_get('xhprof.live_dir') . '/' . getmypid() . '-*.data')[0]);
	$wish = ['interval_ns' => 1000 * $interval, 'clock' => $clock, 'lease_ms' => 60000];
	$before = $ring->status()['sampling'];
	$ring->control(['sample' => $wish]);
	while (!$ring->status()['sampling']['is_on']) {
		usleep(100);
	}
	$ring->read();
	$result = $work();
	$status = $ring->status();
	$samples = $ring->read()['']->summary()['samples'];
	$stacks = [];
	foreach ($ring->stacks($samples) as $stack) {
		$stacks[] = [array_column($stack['frames'], 'function'), $stack['weight_ns'] / (1000 * $interval)];
	}
	$ring->control(['sample' => ['lease_ms' => 0] + $wish]);
	while ($ring->status()['sampling']['is_on']) {
		usleep(100);
	}
	return [$result, $stacks, $status['sampling']['source'], ['samples' => count($stacks),
		'late' => $status['sampling']['late'] - $before['late'], 'dropped' => $status['ring']['lost_bytes']]];
}

function samplers(): array
{
	return ['xhprof' => sample_xhprof(...)] + (extension_loaded('excimer') ? ['excimer' => sample_excimer(...)] : [])
		+ (ini_get('xhprof.live_dir') ? ['ring' => sample_ring(...)] : []);
}

function truth(float $fine, float $coarse): void
{
	program(1); // what is made once is made
	foreach (['wall', 'cpu'] as $clock) {
		foreach ([1000 => $fine, 10000 => $coarse] as $interval => $length) {
			foreach (samplers() as $name => $sample) {
				[$took, $stacks, $source, $summary] = $sample($clock, $interval, fn() => program($length));
				$weights = by_part($stacks);
				$true = shares($took[$clock]);
				$found = shares($weights);
				$worst = 0;
				printf("%-7s %-4s %2d ms %-9s", $name, $clock, $interval / 1000, $source);
				foreach (PARTS as $part) {
					$off = $found[$part] - $true[$part];
					$worst = max($worst, abs($off));
					printf(' %s %.1f%+.1f%s', $part, $true[$part], $off, abs($off) > 2 ? '!' : '');
				}
				$share = max($true) / 100;
				printf("  worst %.1f, chance %.1f; the shortest nap %.2f ms", $worst,
					200 * sqrt($share * (1 - $share) / max(1, $summary['samples'] ?? array_sum($weights))),
					$took['nap']);
				if ($summary !== null) {
					printf("; %d samples, late %d, dropped %d", $summary['samples'], $summary['late'],
						$summary['dropped']);
				}
				echo "\n";
			}
		}
	}
}

/* Programs that wait: two waits in turns; waits and work; many short waits; long ones. */
const WAITING = [
	'turns' => ['nine', 'seven'],
	'work' => ['nine', 'loop', 'seven'],
	'short' => ['tiny', 'loop'],
	'long' => ['second'],
];

function nine(): void { usleep(9000); }
function seven(): void { usleep(7000); }
function tiny(): void { usleep(300); }
function second(): void { usleep(1000000); }

/* In a process of its own: waits for a line, runs for so long, says what each part took by the wall clock. */
function wait_as(string $name, float $seconds): void
{
	$took = array_fill_keys(WAITING[$name], 0);
	echo "ready\n";
	fgets(STDIN);
	$end = hrtime(true) + $seconds * 1e9;
	while (hrtime(true) < $end) {
		foreach (WAITING[$name] as $part) {
			$start = hrtime(true);
			$part();
			$took[$part] += hrtime(true) - $start;
		}
	}
	echo json_encode($took), "\n";
	fgets(STDIN);
}

/* A child with a ring; its pipes, and the ring. */
function wait_start(string $name, float $seconds): array
{
	$settings = ['extension=' . ini_get('extension_dir') . '/xhprof.so',
		'xhprof.live_dir=' . ini_get('xhprof.live_dir')];
	foreach (file('/proc/self/maps') as $line) { // the module that this process has, wherever it is
		$settings[0] = preg_match('~(/\S*/xhprof\.so)$~', rtrim($line), $match) ? "extension=$match[1]" : $settings[0];
	}
	$child = proc_open([PHP_BINARY, '-n', '-d', $settings[0], '-d', $settings[1], __FILE__, 'wait', $name,
		(string) $seconds], [['pipe', 'r'], ['pipe', 'w'], STDERR], $pipes);
	fgets($pipes[1]);
	return [$child, $pipes,
		XHProf\Ring::open(glob(ini_get('xhprof.live_dir') . '/' . proc_get_status($child)['pid'] . '-*.data')[0])];
}

function wait_ask(XHProf\Ring $ring, int $lease): void
{
	$ring->control(['sample' => ['interval_ns' => 10000000, 'clock' => 'wall', 'lease_ms' => $lease]]);
	while ($ring->status()['sampling']['is_on'] !== ($lease > 0)) {
		usleep(1000);
	}
}

/* Truth and weights of a child, by part; what is outside of all parts is "else". */
function wait_end(array $child): array
{
	[, $pipes, $ring] = $child;
	$took = json_decode(fgets($pipes[1]), true);
	wait_ask($ring, 0);
	$found = array_fill_keys(array_keys($took), 0) + ['else' => 0];
	$squares = 0;
	foreach ($ring->stacks(1000000) as $stack) {
		$found[array_values(array_intersect(array_column($stack['frames'], 'function'), array_keys($took)))[0]
			?? 'else'] += $stack['weight_ns'];
		$squares += $stack['weight_ns'] ** 2;
	}
	fwrite($pipes[0], "\n");
	proc_close($child[0]);
	return [$took, $found, array_sum($found) ** 2 / max(1, $squares)];
}

function waits(float $seconds, int $times): void
{
	ini_get('xhprof.live_dir') || exit("sample.php: waits needs xhprof.live_dir\n");
	foreach (array_keys(WAITING) as $name) {
		$children = array_map(fn() => wait_start($name, $seconds), range(1, $times));
		foreach ($children as [, , $ring]) {
			wait_ask($ring, 60000);
		}
		foreach ($children as [, $pipes]) {
			fwrite($pipes[0], "\n");
		}
		$squares = $true = $sum = $else = $worth = 0;
		foreach (array_map(wait_end(...), $children) as [$took, $found, $effective]) {
			$part = array_key_first($took);
			$squares += (shares($found)[$part] - shares($took)[$part]) ** 2;
			$true += array_sum($took) / 1e9;
			$sum += array_sum($found) / 1e9;
			$else += $found['else'] / 1e9;
			$worth += $effective;
		}
		printf("%-6s total %.3f s, of that outside of the parts %.3f; true %.3f; the "
			. "share of %s is off by %.1f points (rms of %d), %d samples' worth\n",
			$name, $sum, $else, $true, $part, sqrt($squares / $times), $times, $worth / $times);
	}
}

function sleeps(): void { for ($i = 0; $i < 100; $i++) { usleep(200); } }
function stats(): void { for ($i = 0; $i < 8000; $i++) { clearstatcache(); stat('/etc/hostname'); } }
function zeros(): void
{
	static $file;
	$file ??= fopen('/dev/zero', 'r');
	for ($i = 0; $i < 2000; $i++) { fread($file, 8192); }
}
function sockets(): void
{
	static $pair;
	$pair ??= stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
	for ($i = 0; $i < 4000; $i++) { fwrite($pair[0], 'x'); fread($pair[1], 1); }
}
function regex(): void { for ($i = 0; $i < 80; $i++) { preg_match('/(a+)+$/', str_repeat('a', 12) . 'b'); } }
function cycles(): void { for ($i = 0; $i < 48000; $i++) { $a = new stdClass; $a->a = $a; } }

function calls_of_the_kernel(float $seconds): void
{
	$parts = ['sleeps', 'stats', 'zeros', 'sockets', 'regex', 'cycles', 'sorting', 'loop'];
	$took = array_fill_keys($parts, 0);
	array_map(fn($part) => $part(), $parts);
	[, $stacks, $source, $summary] = sample_xhprof('cpu', 1000, function () use ($seconds, &$took): void {
		for ($end = microtime(true) + $seconds; microtime(true) < $end;) {
			foreach (array_keys($took) as $part) {
				$start = cpu_ns();
				$part();
				$took[$part] += cpu_ns() - $start;
			}
		}
	});
	$found = $took;
	foreach ($found as $part => $nothing) {
		$found[$part] = array_sum(array_map(fn($stack) => in_array($part, $stack[0], true) ? $stack[1] : 0, $stacks));
	}
	foreach (shares($took) as $part => $true) {
		printf('%s %.1f%+.1f ', $part, $true, shares($found)[$part] - $true);
	}
	printf("  %s, %d samples, overrun %d\n", $source, $summary['samples'], $summary['overrun']);
}

/* The median of sorted numbers. */
function middle(array $sorted): float
{
	return ($sorted[intdiv(count($sorted) - 1, 2)] + $sorted[intdiv(count($sorted), 2)]) / 2;
}

/*
 * By how much a variant is over the first one of its round, in percent: the median of the rounds, and the standard
 * error of that.
 */
function over(array $times, array $base): array
{
	$all = array_map(fn(int $time, int $nothing) => 100 * ($time / $nothing - 1), $times, $base);
	sort($all);
	$quarters = $all[intdiv(3 * count($all), 4)] - $all[intdiv(count($all), 4)];
	return [middle($all), 1.253 * $quarters / 1.349 / sqrt(count($all))];
}

/*
 * Each variant beside the first one, by both clocks. A sample's microseconds are what the program takes longer for
 * each.
 */
function compare(array $times, array $samples): void
{
	printf("%-20s %-34s %s\n", '', 'wall, and of a sample', 'CPU of all threads, and of a sample');
	foreach ($times as $name => $clocks) {
		printf('%-20s', $name);
		foreach ($clocks as $clock => $all) {
			unset($all[0]); // warming up
			$base = array_slice($times['nothing'][$clock], 1);
			[$percent, $error] = over(array_values($all), $base);
			sort($base);
			printf(' %+6.2f %% +- %.2f ', $percent, $error);
			printf(...isset($samples[$name])
				? ['%6.1f us +- %-4.1f ', $percent / 100 * middle($base) / 1000 / $samples[$name],
					$error / 100 * middle($base) / 1000 / $samples[$name]]
				: ['%17s ', '']);
		}
		echo "\n";
	}
}

/* In another order each time. */
function in_turns(array $names): array
{
	shuffle($names);
	return $names;
}

/* A closure that runs each program once. */
function programs_of_overhead(): array
{
	return [
		'parser' => function (): void {
			static $parser = null, $code;
			if ($parser === null) {
				require_once 'PhpParser/autoload.php';
				$factory = new PhpParser\ParserFactory();
				$parser = method_exists($factory, 'createForHostVersion') ? $factory->createForHostVersion()
					: $factory->create(PhpParser\ParserFactory::PREFER_PHP7);
				$code = file_get_contents((new ReflectionClass(PhpParser\ParserAbstract::class))->getFileName());
			}
			(new PhpParser\PrettyPrinter\Standard)->prettyPrintFile($parser->parse($code));
		},
		'twig' => function (): void {
			require_once __DIR__ . '/cases.php';
			for ($i = 0; $i < 4; $i++) {
				(Bench\programs()['Twig, render'] ?? exit("sample.php: no Twig in include_path\n"))['run']();
			}
		},
		'queries' => page(...),
	];
}

/* 300 queries to a server, a process that has a table of SQLite, and a row of HTML from each answer. */
function page(): string
{
	static $server = null, $pipes;
	$server ??= proc_open([PHP_BINARY, '-n', '-d', 'extension=pdo', '-d', 'extension=pdo_sqlite', __FILE__, 'serve'],
		[['pipe', 'r'], ['pipe', 'w']], $pipes);
	$html = '';
	for ($i = 0; $i < 300; $i++) {
		fwrite($pipes[0], (1 + $i * 37 % 5000) . "\n");
		$row = json_decode(fgets($pipes[1]), true) ?? exit("sample.php: the server of queries needs pdo_sqlite\n");
		$html .= '<tr><td>'
			. implode('</td><td>', array_map(htmlspecialchars(...), array_map(strval(...), $row))) . '</td></tr>';
	}
	return $html;
}

function serve(): void
{
	$select = table()->prepare('select * from t where a = ?');
	while (($line = fgets(STDIN)) !== false) {
		$select->execute([(int) $line]);
		fwrite(STDOUT, json_encode($select->fetch(PDO::FETCH_ASSOC)) . "\n");
	}
}

function overhead(int $rounds, string $program): void
{
	$once = programs_of_overhead()[$program] ?? exit("sample.php: the programs are parser, twig and queries\n");
	$work = function () use ($once): array {
		gc_collect_cycles();
		$once(); // as in a longer run, most functions and paths were seen before
		$cpu = cpu_ns();
		$wall = hrtime(true);
		for ($i = 0; $i < MEASURED; $i++) {
			$once();
		}
		return ['wall' => hrtime(true) - $wall, 'cpu' => cpu_ns() - $cpu];
	};
	$variants = array_fill_keys(['nothing', 'nothing again'], fn() => [$work()]);
	foreach (['wall', 'cpu'] as $clock) {
		foreach ([1000, 10000] as $interval) {
			foreach (samplers() as $name => $sample) {
				$variants[sprintf('%s %s %d ms', $name, $clock, $interval / 1000)] = fn() =>
					$sample($clock, $interval, $work);
			}
		}
	}
	$times = array_fill_keys(array_keys($variants), []);
	$samples = [];
	for ($round = 0; $round <= $rounds; $round++) {
		foreach (in_turns(array_keys($variants)) as $name) {
			$result = $variants[$name]();
			foreach ($result[0] as $clock => $took) {
				$times[$name][$clock][$round] = $took;
			}
			if ($round > 0 && isset($result[1])) {
				$count = $result[3]['samples'] ?? array_sum(array_column($result[1], 1));
				$samples[$name] = ($samples[$name] ?? 0) + $count / $rounds * MEASURED / (MEASURED + 1);
			}
		}
	}
	compare($times, $samples);
}

match ($argv[1] ?? '') {
	'--cell' => truth_bench(truth_choose($argv[2] ?? ''), array_slice($argv, 3)),
	'--all' => truth_bench(truth_all(), array_slice($argv, 2)),
	'--list' => print implode("\n", array_keys(truth_cells())) . "\n",
	'--limits' => exit(truth_limits($argv[2] ?? '*', array_slice($argv, 2))),
	'truth-child' => truth_child($argv[2], $argv[3], $argv[4], (int) $argv[5], (float) $argv[6]),
	'truth-attach' => truth_attach((int) $argv[2], $argv[3]),
	'truth' => truth((float) ($argv[2] ?? 4), (float) ($argv[3] ?? 40)),
	'waits' => waits((float) ($argv[2] ?? 7), (int) ($argv[3] ?? 16)),
	'wait' => wait_as($argv[2], (float) $argv[3]),
	'calls' => calls_of_the_kernel((float) ($argv[2] ?? 10)),
	'overhead' => overhead((int) ($argv[2] ?? 60), $argv[3] ?? 'parser'),
	'serve' => serve(),
	default => exit("usage: php bench/sample.php --cell NAME | --all | --list | --limits [CELL [TIMES]] | truth "
		. "[SECONDS [SECONDS]] | waits [SECONDS [TIMES]] | calls [SECONDS] | overhead [ROUNDS [parser "
		. "| twig | queries]]\n"),
};
