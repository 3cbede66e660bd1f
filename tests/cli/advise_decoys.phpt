--TEST--
Each rule of xhprof advise charges what its pattern costs, and not the work beside it in the same functions
--FILE--
<?php
require __DIR__ . '/cli.inc';
require __DIR__ . '/advise_runs.inc';

const SQL = 'SELECT name FROM customers WHERE id = ?';
const QUERY = ['PDO::prepare' => 0.02, 'PDOStatement::execute#' . SQL => 0.04, 'PDOStatement::fetchAll' => 0.02];
$loader = 'Composer\Autoload\ClassLoader';
$site = ['sapi' => 'fpm-fcgi', 'php' => '8.4.0', 'opcache' => true];
$app = ['file' => '/srv/app/src/App.php'];
$queries = fn (int $times, int $calls, float $work): array => call('App::customer', $times, $work,
	array_map(fn (string $name, float $ms): array => call($name, $calls, $ms * $calls), array_keys(QUERY), QUERY),
	$app);
$full = ['full' => true, 'restarting' => false, 'restarts' => 0, 'age_s' => 9, 'keys' => 1, 'most_keys' => 2,
	'scripts' => 1, 'free_bytes' => 1, 'wasted_bytes' => 1];

/* For each rule its pattern, what that costs in ms, and the run of it with so much other work. */
$rules = [
	'n-plus-one' => [4.8, fn (float $work): array => [call('App::list', 1, 1,
		[call('PDO::query#SELECT id FROM orders', 1, 0.1), $queries(60, 60, $work)], $app)]],
	'query-in-loop' => [4.8, fn (float $work): array => [call('App::list', 1, 1, [$queries(60, 60, $work)], $app)]],
	'duplicate-query' => [1.1, fn (float $work): array => [call('App::settings', 12, $work,
		[call('PDO::query#SELECT name FROM settings', 12, 1.2)])]],
	'autoload' => [3, fn (float $work): array => [call("$loader::loadClass", 90, 0.1, [call("$loader::findFile", 90,
		$work, [call("$loader::findFileWithExtension", 90, 1, [call('file_exists', 400, 2)])])])]],
	'cold-opcache' => [30,
		fn (float $work): array => [call('load::app/page.php', 20, 30, [call('Stream::read', 20, $work)])], $site],
	'opcache-full' => [30,
		fn (float $work): array => [call('load::app/page.php', 20, 30, [call('Stream::read', 20, $work)])],
		$site + ['cache' => $full]],
	'opcache-restarting' => [30,
		fn (float $work): array => [call('load::app/page.php', 20, 30, [call('Stream::read', 20, $work)])],
		$site + ['cache' => ['full' => false, 'restarting' => true] + $full]],
	'gc' => [8, fn (float $work): array => [call('build', 1, 1,
		[call('{gc}', 8, 8, [call('Connection::__destruct', 8, $work)])])], [], ['gc_runs' => 8, 'gc_collected' => 4,
			'gc_threshold_before' => 10001, 'gc_threshold' => 10001, 'gc_roots_before' => 0, 'gc_roots' => 0]],
	'session-lock' => [50,
		fn (float $work): array => [call('session_start', 1, 50, [call('Handler::write', 1, $work)], ['cpu_ms' => 0])]],
	'exceptions' => [0.24,
		fn (float $work): array => [call('import', 1, $work + 0.19, [call('Exception::__construct', 150, 0.05)])]],
	'quadratic' => [16, fn (float $work): array => [call('unique', 1, $work, [call('in_array', 4000, 16)])]],
	'stat-storm' => [6, fn (float $work): array => [call('Theme::find', 1, $work, [call('file_exists', 800, 6)])]],
	'serialize' => [9, fn (float $work): array => [call('Cache::set', 1, 1,
		[call('serialize', 50, 9, [call('Model::__serialize', 50, $work)])])]],
	'regex-compile' => [15,
		fn (float $work): array => [call('find', 1, 1, [call('preg_match', 150, 15 + $work, [], ['min_ms' => 0.001])])],
		['sapi' => 'cli', 'patterns' => 150]],
	'repeated-call' => [3,
		fn (float $work): array => [call('Price::of#arguments 7', 40, 3 + $work, [], ['max_ms' => $work + 0.1])]],
	'xdebug-loaded' => [0, fn (float $work): array => [call('f', 1, $work)],
		['sapi' => 'cli', 'php' => '8.4.0', 'watchers' => ['xdebug']]],
	'distorted-by-tracing' => [2, fn (float $work): array => [call('tiny', 20000, 2), call('work', 1, $work)], [],
		['call_cost_ps' => 100_000]],
	'peak' => [0, fn (float $work): array => [call('read', 1, $work, [], ['peak' => 40 << 20])]],
];

foreach ($rules as $id => $rule) {
	[$cost, $program] = $rule;
	echo "$id:";
	foreach (['alone' => 0, 'beside as much' => max(1, $cost), 'beside 1 s' => 1000] as $where => $work) {
		$ms = findings(planned_run(call('main()', 1, 0.01, $program($work)), $rule[2] ?? [],
			$rule[3] ?? []))[$id]['cost_ms'] ?? null;
		echo " $where ", $ms === null ? 'not found' : ($ms > 1.001 * $cost ? "$ms ms, not $cost" : 'found'),
			$work === 1000 ? "\n" : ',';
	}
}

/* The same function for each row of a table is linear; over a list that grows, or over the same one, it is not. */
$quadratic = [
	'each row' => call('max', 3000, 12),
	'each row, one call interrupted' => call('max', 3000, 12, [], ['min_ms' => 0.0035, 'max_ms' => 2]),
	'a list that grows' => call('max', 3000, 12, [], ['min_ms' => 0.0002, 'max_ms' => 0.009]),
	'the same arguments' => call('max#arguments 7', 3000, 12),
];
foreach ($quadratic as $what => $call) {
	echo "quadratic, $what: ",
		isset(findings(planned_run(call('main()', 1, 4, [$call])))['quadratic']) ? 'found' : 'not found', "\n";
}

// No rule is without one.
$ids = array_map(fn ($rule): string => $rule->id(), XHProf\Cli\Advise\Rule\AllRules::all());
foreach (array_diff($ids, array_keys($rules)) as $id) {
	echo "no pattern of $id in \$rules\n";
}
echo count($ids), " rules\n";
?>
--EXPECT--
n-plus-one: alone found, beside as much found, beside 1 s found
query-in-loop: alone found, beside as much found, beside 1 s found
duplicate-query: alone found, beside as much found, beside 1 s found
autoload: alone found, beside as much found, beside 1 s not found
cold-opcache: alone found, beside as much found, beside 1 s not found
opcache-full: alone found, beside as much found, beside 1 s found
opcache-restarting: alone found, beside as much found, beside 1 s found
gc: alone found, beside as much found, beside 1 s not found
session-lock: alone found, beside as much found, beside 1 s found
exceptions: alone found, beside as much found, beside 1 s not found
quadratic: alone found, beside as much found, beside 1 s not found
stat-storm: alone found, beside as much found, beside 1 s not found
serialize: alone found, beside as much found, beside 1 s not found
regex-compile: alone found, beside as much found, beside 1 s not found
repeated-call: alone found, beside as much found, beside 1 s not found
xdebug-loaded: alone found, beside as much found, beside 1 s found
distorted-by-tracing: alone found, beside as much found, beside 1 s not found
peak: alone found, beside as much found, beside 1 s found
quadratic, each row: not found
quadratic, each row, one call interrupted: not found
quadratic, a list that grows: found
quadratic, the same arguments: found
18 rules
