<?php
/*
 * For bench/servers.sh:
 *   peer FILE                        a server that answers after 4 ms, at the port that it writes to FILE
 *   files FOLDER                     what the pages read
 *   refer URL ROUTES FILE            keeps how each route is answered
 *   load URL ROUTES FILE SECONDS CONNECTIONS   requests; prints how many, how many are answered otherwise than FILE
 *                                              says, and how many not
 *   exact URL ROUTES FILE SECRET FOLDER        profiles some requests completely
 *   said FILE OTHER                  the same of workers, which wrote FILE; without us they wrote OTHER
 *   row CELL FOLDER BIAS             the row of a cell; adds to BIAS by how much each share is off
 */
declare(strict_types=1);

require dirname(__DIR__) . '/truth.inc';

/* So many requests of each route are profiled completely. */
const FIELD_EXACT = 3;

function field_peer(string $file): void
{
	$server = false;
	for ($i = 0; $i < 100 && $server === false; $i++) {
		// as servers have, not the kernel's choice for clients
		$server = @stream_socket_server('tcp://127.0.0.1:' . $port = mt_rand(10000, 30000));
	}
	file_put_contents($file, $port);
	$due = [];
	for (;;) {
		$read = [$server];
		$none = [];
		stream_select($read, $none, $none, 0, $due === [] ? 100000 : 500);
		if ($read !== []) {
			$due[] = [hrtime(true) + 4000000, stream_socket_accept($server)];
		}
		while ($due !== [] && $due[0][0] <= hrtime(true)) {
			fwrite(array_shift($due)[1], "hello\n");
		}
	}
}

function field_files(string $folder): void
{
	touch("$folder/lock");
	file_put_contents("$folder/file", str_repeat(random_bytes(1024), 512));
	$db = new PDO("sqlite:$folder/shop.db");
	$db->exec('CREATE TABLE t (a INTEGER)');
	$db->exec(
		'WITH RECURSIVE n(a) AS (SELECT 1 UNION ALL SELECT a + 1 FROM n WHERE a < 8000) INSERT INTO t SELECT a FROM n');
}

/* Status, names of headers and body as one text; '' of no answer. */
function field_answer(string $bytes): string
{
	if (preg_match('~^HTTP/1\.\d (\d+)[^\r]*\r\n(.*?)\r\n\r\n(.*)$~s', $bytes, $parts) !== 1) {
		return '';
	}
	preg_match_all('/^([\w-]+):/m', strtolower($parts[2]), $names);
	$names = array_diff($names[1], ['x-xhprof-run', 'server-timing']);
	sort($names);
	return "$parts[1] $parts[3] " . implode(',', $names);
}

/* A connection with a request in it; null if there is none to be had. */
function field_ask(string $url, string $route, string $headers = '')
{
	$host = parse_url($url, PHP_URL_HOST) . ':' . parse_url($url, PHP_URL_PORT);
	$stream = @stream_socket_client("tcp://$host", $code, $why, 10);
	if ($stream === false) {
		return null;
	}
	fwrite($stream, "GET /$route HTTP/1.0\r\nHost: $host\r\n$headers\r\n");
	return $stream;
}

function field_refer(string $url, array $routes, string $file): void
{
	$kept = [];
	foreach ([...$routes, ...$routes] as $route) {
		$answer = field_answer((string) stream_get_contents(field_ask($url, $route) ?? exit("servers: no server\n")));
		str_starts_with($answer, '200 ') && ($kept[$route] ?? $answer) === $answer
			|| exit("servers: without us $route is answered by: $answer\n");
		$kept[$route] = $answer;
	}
	file_put_contents($file, json_encode($kept));
}

/* With a pause of 1 ms between the requests of a connection, at the mean. */
function field_load(string $url, array $routes, string $file, float $seconds, int $connections): void
{
	$kept = json_decode(file_get_contents($file), true);
	$counts = ['answered' => 0, 'differ' => 0, 'lost' => 0, 'first' => ''];
	$slots = array_fill(0, $connections, ['at' => 0, 'stream' => null]);
	$end = hrtime(true) + (int) ($seconds * 1e9);
	do {
		$streams = [];
		foreach ($slots as $i => &$slot) {
			if ($slot['stream'] === null && $slot['at'] <= hrtime(true) && hrtime(true) < $end) {
				$slot = ['route' => $routes[array_rand($routes)], 'bytes' => '', 'since' => hrtime(true)];
				$slot['stream'] = field_ask($url, $slot['route']);
				$slot['stream'] === null ? ($slot = field_note($counts, $slot, $kept))
					: stream_set_blocking($slot['stream'], false);
			}
			if ($slot['stream'] !== null) {
				$streams[$i] = $slot['stream'];
			}
		}
		unset($slot);
		$none = [];
		$streams === [] ? usleep(1000) : stream_select($streams, $none, $none, 0, 1000);
		foreach ($slots as $i => $slot) {
			if ($slot['stream'] !== null) {
				$slots[$i]['bytes'] .= isset($streams[$i]) ? fread($slot['stream'], 65536) : '';
				if (feof($slot['stream']) || hrtime(true) - $slot['since'] > 30e9) {
					$slots[$i] = field_note($counts, $slots[$i], $kept);
				}
			}
		}
	} while (hrtime(true) < $end || array_filter(array_column($slots, 'stream')) !== []);
	echo json_encode($counts), "\n";
}

/* Counts a request that has ended, and frees its slot. */
function field_note(array &$counts, array $slot, array $kept): array
{
	$answer = field_answer($slot['bytes']);
	$what = $answer === '' ? 'lost' : ($answer === $kept[$slot['route']] ? 'answered' : 'differ');
	$counts[$what]++;
	if ($what !== 'answered' && $counts['first'] === '') {
		$counts['first'] = "$what: $slot[route]: " . substr($slot['bytes'], 0, 300);
	}
	return ['at' => hrtime(true) + mt_rand(0, 2000000), 'stream' => null];
}

/* Prints the ids of the runs that answers name, by route, and how many answers differ. */
function field_exact(string $url, array $routes, string $file, string $secret, string $folder): void
{
	$kept = json_decode(file_get_contents($file), true);
	$counts = ['answered' => 0, 'differ' => 0, 'runs' => []];
	foreach ($routes as $route) {
		for ($i = 0; $i < FIELD_EXACT; $i++) {
			$bytes = (string) stream_get_contents(field_ask($url, $route, "Cookie: XHPROF_TRIGGER=$secret\r\n")
				?? exit("servers: no server\n"));
			$counts[field_answer($bytes) === $kept[$route] ? 'answered' : 'differ']++;
			preg_match('/^x-xhprof-run: (\w+)/mi', $bytes, $id) && $counts['runs'][$route][] = $id[1];
			for ($wait = 0; $wait < 200 && $id !== [] && glob("$folder/*$id[1]*.json") === []; $wait++) {
				usleep(50000); // php-fpm saves behind the answer
			}
		}
	}
	echo json_encode($counts), "\n";
}

function field_said(string $file, string $other): void
{
	[$said, $kept] = array_map(fn(string $name): array => (array) @file($name), [$file, $other]);
	$differ = array_diff($said, $kept);
	echo json_encode(['answered' => count($said) - count($differ), 'differ' => count($differ), 'lost' => 0,
		'first' => (string) reset($differ)]), "\n";
}

/* A route's file says what it does; its functions would stand in the way of the bench's own. */
function field_about(string $file): array
{
	$command = [PHP_BINARY, '-n', '-r', 'echo json_encode(require $argv[1]);', $file];
	return json_decode((string) shell_exec(implode(' ', array_map(escapeshellarg(...), $command))), true);
}

/*
 * What the pages took while a recording was made, by row, CPU time of all that their threads did, and the longest part:
 * of some ms, where the machine does not stand still.
 */
function field_took(string $folder): array
{
	$took = [];
	$all = ['cpu' => 0];
	$longest = 0;
	foreach (glob("$folder/*") as $file) {
		$until = null;
		foreach (file($file) as $line) {
			$sums = json_decode($line, true) ?? [];
			// Of all that the thread does, less what it does before its first request.
			$all['cpu'] += $sums['until'] - ($until ?? $sums['until'] - $sums['measured+']['cpu']);
			$until = $sums['until'];
			unset($sums['until']);
			foreach ($sums as $row => $one) {
				$took[$row] ??= ['wall' => 0, 'cpu' => 0, 'times' => 0];
				$took[$row]['wall'] += $one['wall'];
				$took[$row]['cpu'] += $one['cpu'];
				$took[$row]['times']++;
				$longest = $row === 'dozing+' || !str_ends_with($row, '+') || $row === 'measured+' ? $longest
					: max($longest, $one['wall']);
			}
		}
	}
	return [$took, $all['cpu'], $longest];
}

/* "2.1 sorting, 9 of 10": the greatest difference of a share in points, and how many are inside their stated errors. */
function field_shares(array $rows, string $kind, string $bias): string
{
	$rows = array_filter($rows, fn($row) => max($row['true'], $row['found']) >= TRUTH_LEAST);
	if ($rows === []) {
		return '';
	}
	$off = array_map(fn($row) => $row['found'] - $row['true'], $rows);
	uasort($off, fn($a, $b) => abs($b) <=> abs($a));
	$inside = count(array_filter($rows, fn($row) => abs($row['found'] - $row['true']) <= $row['stated']));
	foreach ($rows as $name => $row) {
		file_put_contents($bias, sprintf("%s %s %F %F\n", rtrim((string) $name, '+'), $kind, $row['true'],
			$row['found'] - $row['true']), FILE_APPEND);
	}
	return sprintf('%+.1f %s, %d of %d', reset($off), str_replace('route ', '/', rtrim((string) key($off), '+')),
		$inside, count($rows));
}

/* [functions, routes, by how many percent the total is off, the profile, the longest part] of a recording. */
function field_compare(string $folder, string $clock): array
{
	[$took, $cpu, $longest] = field_took("$folder/truth-$clock");
	$isRoute = fn($row) => str_starts_with((string) $row, 'route ');
	$profile = XHProf\Profile::load("$folder/$clock.json.gz");
	$all = truth_compare(array_filter($took, fn($row) => !$isRoute($row), ARRAY_FILTER_USE_KEY), ['' => $profile]);
	$routes = [];
	foreach (glob("$folder/$clock-by-*.json.gz") as $file) {
		$routes[substr(basename($file, '.json.gz'), strlen("$clock-by-"))] = XHProf\Profile::load($file);
	}
	$routed = truth_compare(
		array_filter($took, fn($row) => $isRoute($row) || $row === 'measured+', ARRAY_FILTER_USE_KEY), $routes);
	$functions = $profile->functions();
	// Errors are stated of shares of the whole, which has more than the page's own part.
	$scale = $profile->summary()["{$clock}_ns"] / max(1, $functions['measured']["{$clock}_ns"] ?? 0);
	$rows = fn(array $compared): array => array_map(fn($row) => ['stated' => $row['stated'] * $scale] + $row,
		array_diff_key($compared['rows'][$clock], ['measured+' => 0]));
	// Of wall time the page knows its own part; what no sample accounts for belongs to that, mostly.
	[$found, $true] = $clock === 'cpu' ? [$profile->summary()['cpu_ns'], $cpu]
		: [($functions['measured']['wall_ns'] ?? 0) + ($functions['(not sampled)']['wall_ns'] ?? 0),
			$took['measured+']['wall']];
	return [$rows($all), $rows($routed), 100 * ($found / max(1, $true) - 1), $profile, $longest];
}

/*
 * Of the time that parts wait for something, so much is below its name, in percent. Who waits for a CPU, waits for
 * nothing else.
 */
function field_named(XHProf\Profile $profile, array $waits): float
{
	$inside = [];
	$named = $off = 0;
	foreach ($profile->nodes() as $i => $node) {
		$inside[$i] = isset($waits[$node['function']]) ? $node['function'] : ($inside[$node['parent'] ?? -1] ?? null);
		if ($inside[$i] !== null && $node['function'] !== '{wait for CPU}') {
			$time = max(0, $node['own_wall_ns'] - ($node['own_cpu_ns'] ?? 0));
			$off += $time;
			$named += preg_match($waits[$inside[$i]], $node['function']) ? $time : 0;
		}
	}
	return 100 * $named / max(1, $off);
}

/*
 * How the counts of exact runs differ from what the pages do; '' if they do not. Runs of a route have equal counts of
 * all pairs.
 */
function field_counts(string $folder, array $runs, array $routes): string
{
	foreach ($routes as $route => $about) {
		$seen = null;
		count($runs[$route] ?? []) === FIELD_EXACT
			|| exit(sprintf("%s: %d of %d requests name a run\n", $route, count($runs[$route] ?? []), FIELD_EXACT));
		foreach ($runs[$route] as $id) {
			$files = glob("$folder/*$id*.json");
			if (count($files) !== 1) {
				return "run $id of $route is not saved";
			}
			$profile = XHProf\Profile::load($files[0]);
			$functions = $profile->functions();
			foreach ($about['calls'] as $function => $count) {
				if (($functions[$function]['calls'] ?? 0) !== $count) {
					return "$function of $route: " . ($functions[$function]['calls'] ?? 0) . ", not $count";
				}
			}
			$counts = array_map(fn($row) => $row['ct'], $profile->pairs());
			if ($counts != ($seen ??= $counts)) {
				return "$route: " . key(array_diff_assoc($counts, $seen) + array_diff_assoc($seen, $counts));
			}
		}
	}
	return '';
}

function field_row(string $cell, string $folder, string $bias): void
{
	$read = fn(string $name): array => json_decode((string) @file_get_contents("$folder/$name"), true) ?? [];
	$loads = array_map($read, ['wall.load', 'cpu.load', 'exact.load']);
	$sum = fn(string $what): int => array_sum(array_column($loads, $what));
	$routes = [];
	foreach (explode(',', $read('about')['routes']) as $route) {
		$routes[$route] ??= field_about("$folder/www/$route.php");
	}
	[$wall, $wallRoutes, $wallTotal, $profile, $longest] = field_compare($folder, 'wall');
	[$cpu, $cpuRoutes, $cpuTotal] = field_compare($folder, 'cpu');
	$counts = field_counts("$folder/runs", $loads[2]['runs'], $routes);
	$rest = 100 * ($profile->functions()['(not sampled)']['wall_ns'] ?? 0) / max(1, $profile->summary()['wall_ns']);
	$remark = implode(', ', array_filter([$longest < 1e9 ? '' : sprintf('a part took %.1f s', $longest / 1e9),
		$rest < 1 ? '' : sprintf('%.0f %% (not sampled)', $rest), $read('about')['remark']]));
	$lost = $sum('lost') . (($without = $read('without.load')['lost'] ?? 0) === 0 ? '' : " ($without without us)");
	printf("| %s | %d | %d | %s | %s | %s | %s | %s | %+.0f, %+.0f | %.0f | %s | %d | %s |\n", $cell,
		$sum('answered') + $sum('differ'), $sum('differ'), $lost, field_shares($wall, 'wall-by-function', $bias),
		field_shares($cpu, 'CPU-by-function', $bias), field_shares($wallRoutes, 'wall-by-route', $bias),
		field_shares($cpuRoutes, 'CPU-by-route', $bias), $wallTotal, $cpuTotal,
		field_named($profile, array_merge(...array_column($routes, 'waits'))), $counts === '' ? 'equal' : $counts,
		$read('about')['seconds'], $remark);
	foreach ($loads as $load) {
		($load['first'] ?? '') === '' || fwrite(STDERR, "servers: $cell: $load[first]\n");
	}
	exit($sum('differ') + $sum('lost') > $without || $counts !== '' ? 1 : 0);
}

[$command, $first, $second, $third] = array_slice($argv, 1) + ['', '', '', ''];
match ($command) {
	'peer' => field_peer($first),
	'files' => field_files($first),
	'refer' => field_refer($first, explode(',', $second), $third),
	'load' => field_load($first, explode(',', $second), $third, (float) $argv[5], (int) $argv[6]),
	'exact' => field_exact($first, array_unique(explode(',', $second)), $third, $argv[5], $argv[6]),
	'said' => field_said($first, $second),
	'row' => field_row($first, $second, $third),
};
