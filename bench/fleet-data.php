<?php
/*
 * Statements that fill the tables of `xhprof ship --setup` with profiles of a made-up fleet, which the engine itself
 * makes: to measure queries and sizes. Each host has the paths of its service that are always there, and in each minute
 * others. Usage: php bench/fleet-data.php [--hosts 100] [--hours 24] [--rows 300] [--until UNIXTIME] [--url
 * http://HOST:PORT/DATABASE]
 *   --rows   of a host and minute
 *   --url    sends them there, an hour at a time, and prints rows and seconds; without it they are printed, one a line
 */
declare(strict_types=1);

const SERVICES = ['shop', 'api', 'jobs'];
const ROUTES = ['/', '/cart', '/product', '/search', '/checkout'];
const PATHS = 4000; // of a service
const HOT = 60;     // of these, in each minute of each host

$given = getopt('', ['hosts:', 'hours:', 'rows:', 'until:', 'url:']);
[$hosts, $hours, $rows] = [(int) ($given['hosts'] ?? 100), (int) ($given['hours'] ?? 24),
	(int) ($given['rows'] ?? 300)];
$until = intdiv((int) ($given['until'] ?? time()), 60) * 60;
mt_srand(19);

/* Frames of a service's paths: a tree that grows at random, as that of a framework below which the work is done. */
function paths(string $service): array
{
	$start = ['main()', 'App\Kernel::handle', 'App\Http\Pipeline::process'];
	$words = ['Cart', 'Price', 'User', 'Stock', 'Mail', 'Cache', 'Query', 'View', 'Tax', 'Search'];
	$verbs = ['load', 'save', 'find', 'render', 'apply', 'check', 'sum', 'fetch', 'build', 'filter'];
	$paths = [$start];
	while (count($paths) < PATHS) {
		$parent = $paths[mt_rand(0, count($paths) - 1)];
		for ($more = mt_rand(1, 6); $more > 0; $more--) {
			$word = $words[mt_rand(0, 9)];
			$parent[] = mt_rand(0, 5) === 0
				? ['PDO::query', 'preg_match', 'array_map', 'json_encode', 'Redis::get'][mt_rand(0, 4)]
				: 'App\\' . ucfirst($service) . '\\' . $word . '\\' . $word . mt_rand(1, 9) . '::'
				. $verbs[mt_rand(0, 9)];
		}
		$paths[] = $parent;
	}

	return $paths;
}

function quote(string $text): string
{
	return "'" . addcslashes($text, "\\'") . "'";
}

/* A stack's number is a hash of its place, so that no table of them is needed. */
function stack_statements(): iterable
{
	yield 'CREATE TABLE fleet_paths (number UInt64, frames Array(String)) ENGINE = Memory';
	foreach (SERVICES as $s => $service) {
		$values = [];
		foreach (paths($service) as $i => $frames) {
			$values[] = '(' . ($s * 1000000 + $i) . ', [' . implode(', ', array_map(quote(...), $frames)) . '])';
		}
		yield 'INSERT INTO fleet_paths (number, frames) VALUES ' . implode(', ', $values);
	}
	yield 'INSERT INTO stacks (stack, frames, seen) SELECT intHash64(number), frames, today() FROM fleet_paths';
	yield 'DROP TABLE fleet_paths';
}

function series_statement(int $hosts): string
{
	$services = '[' . implode(',', array_map(quote(...), SERVICES)) . ']';
	$routes = '[' . implode(',', array_map(quote(...), ROUTES)) . ']';
	$n = count(ROUTES);

	return "INSERT INTO series (series, kind, service, env, host, pool, php, route, tags, "
		. "seen) SELECT intHash64(number + 7), 'samples', {$services}[h % 3 + 1] AS s, 'prod', "
		. "concat('web-', toString(h)), 'www', "
		. "'8.4.1', {$routes}[number % $n + 1] AS r, [concat('route=', r)], today() FROM "
		. "(SELECT number, intDiv(number, $n) AS h FROM numbers(" . $hosts * $n . '))';
}

/* Of a minute of a host: paths 0 to HOT - 1, and as many others as are wanted, each of its own stretch of the rest. */
function sample_statement(int $hosts, int $rows, int $from, int $minutes): string
{
	$services = '[' . implode(',', array_map(quote(...), SERVICES)) . ']';
	[$hot, $n, $count] = [HOT, count(ROUTES), $hosts * $minutes * $rows];
	$stretch = intdiv(PATHS - $hot, max(1, $rows - $hot));

	return "INSERT INTO samples (service, ts, series, stack, part, n, wall, "
		. "cpu) SELECT {$services}[h % 3 + 1], toDateTime($from + 60 * m), intHash64(h * $n + r % $n + 7), "
		. "intHash64((h % 3) * 1000000 + if(r < $hot, r, "
		. "$hot + (r - $hot) * $stretch + dice % $stretch)), intHash64(h + 1), "
		. "1 + intDiv(if(r < $hot, 200, 3) * (dice % 100), 50 * (r % 7 + 1)) AS k, "
		. "k * 10000000, intDiv(k * 10000000 * (dice % 80), 100) FROM "
		. "(SELECT number % $rows AS r, intDiv(number, "
		. "$rows) % $minutes AS m, intDiv(number, " . $rows * $minutes . ") AS h, intHash32(number + $from) AS dice "
		. "FROM numbers($count))";
}

function send(string $url, string $sql): void
{
	$parts = parse_url($url);
	$query = http_build_query(['database' => trim($parts['path'] ?? '', '/') ?: 'xhprof',
		'max_query_size' => 10000000]);
	$answer = file_get_contents("$parts[scheme]://$parts[host]:$parts[port]/?$query", false,
		stream_context_create(['http' => ['method' => 'POST', 'header' => 'Content-Type: text/plain', 'content' => $sql,
			'ignore_errors' => true, 'timeout' => 3600]]));
	if (!str_contains($http_response_header[0] ?? '', ' 200')) {
		fwrite(STDERR, "$answer\n");
		exit(1);
	}
}

function statements(int $hosts, int $hours, int $rows, int $until): iterable
{
	yield from stack_statements();
	yield series_statement($hosts);
	for ($hour = $hours; $hour > 0; $hour--) {
		yield sample_statement($hosts, $rows, $until - 3600 * $hour, 60);
	}
}

$start = microtime(true);
foreach (statements($hosts, $hours, $rows, $until) as $statement) {
	isset($given['url']) ? send($given['url'], $statement) : print("$statement\n");
}
if (isset($given['url'])) {
	$seconds = microtime(true) - $start;
	printf("%s rows of %d hosts and %d hours in %.1f s: %s rows/s\n", number_format($hosts * $hours * 60 * $rows),
		$hosts, $hours, $seconds, number_format($hosts * $hours * 60 * $rows / $seconds));
}
