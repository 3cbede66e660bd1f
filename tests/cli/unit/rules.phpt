--TEST--
Each rule of xhprof advise fires at its bounds, and not below them
--FILE--
<?php
require __DIR__ . '/unit.inc';
require __DIR__ . '/../advise_runs.inc';

use XHProf\Cli\Advise\Recording;
use XHProf\Cli\Advise\Rule;
use XHProf\Cli\Advise\Rule\AllRules;
use XHProf\Cli\Advise\Rule\Autoload;
use XHProf\Cli\Advise\Rule\Distortion;
use XHProf\Cli\Advise\Rule\DuplicateQuery;
use XHProf\Cli\Advise\Rule\Exceptions;
use XHProf\Cli\Advise\Rule\FileTests;
use XHProf\Cli\Advise\Rule\GarbageCollection;
use XHProf\Cli\Advise\Rule\Opcache;
use XHProf\Cli\Advise\Rule\OpcacheMemory;
use XHProf\Cli\Advise\Rule\OtherProfilers;
use XHProf\Cli\Advise\Rule\Peak;
use XHProf\Cli\Advise\Rule\Quadratic;
use XHProf\Cli\Advise\Rule\RegexCompile;
use XHProf\Cli\Advise\Rule\RepeatedCall;
use XHProf\Cli\Advise\Rule\RepeatedQueries;
use XHProf\Cli\Advise\Rule\Serialize;
use XHProf\Cli\Advise\Rule\SessionLock;

$app = ['file' => '/srv/src/a.php'];
$site = ['sapi' => 'fpm-fcgi', 'php' => '8.4.0', 'opcache' => true];
$loader = 'Composer\Autoload\ClassLoader';

/* The ids of the rules of which a case had this outcome, with that of another case. */
function outcomes(string $outcome, ?Rule $rule = null): array
{
	static $rules = [];
	if ($rule !== null) {
		$rules[$outcome][$rule->id()] = $rule->id();
	}

	return $rules[$outcome] ?? [];
}

/* A run of 100 ms: main() has what the calls leave. [cost in ms, calls] of each finding. */
function found(Rule $rule, array $below, array $meta = [], array $head = [], float $whole = 100): array
{
	$sum = static function (array $call) use (&$sum): float {
		return $call['own_ns'] / 1e6 + array_sum(array_map($sum, $call['below']));
	};
	$run = new Recording(planned_run(call('main()', 1, $whole - array_sum(array_map($sum, $below)), $below,
		['file' => '/srv/i.php']), $meta, $head));
	foreach ($rule->needs() as $need) {
		if (!$need->isMet($run)) {
			return ["needs $need->name"];
		}
	}

	$found = $rule->findings($run);
	outcomes($found === [] ? 'nothing' : 'a finding', $rule);

	return array_map(static fn ($defect): array => [$defect->id === $rule->id() ? $defect->costNs / 1e6 : $defect->id,
		$defect->calls], $found);
}

/* The same text with other values, in a loop. */
$sql = 'SELECT a FROM b WHERE id = ?';
$loop = static fn (int $turns, float $ms, string $text): array => call('App::list', 1, 0, [call('App::one', $turns, 0,
	[call("PDO::query#$text", $turns, $ms)], ['file' => '/srv/src/a.php'])], ['file' => '/srv/src/a.php']);
$inLoop = new RepeatedQueries('query-in-loop');
same('10 queries of 1 %', [[1.0, 10]], found($inLoop, [$loop(10, 1, $sql)]));
same('9 queries', [], found($inLoop, [$loop(9, 50, $sql)]));
same('less than 1 %', [], found($inLoop, [$loop(10, 0.99, $sql)]));
same('50 of nearly nothing', [[0.01, 50]], found($inLoop, [$loop(50, 0.01, $sql)]));
same('49 of nearly nothing', [], found($inLoop, [$loop(49, 0.01, $sql)]));
same('a loop of 5 turns', [[5.0, 20]], found($inLoop, [call('App::list', 4, 0, [call('PDO::query#' . $sql, 20, 5)],
	$app)]));
same('a loop of less than 5', [], found($inLoop, [call('App::list', 4, 0, [call('PDO::query#' . $sql, 19, 5)], $app)]));
same('without a value', [], found($inLoop, [$loop(20, 5, 'SELECT a FROM b')]));
same('writes of 5 %', [[5.0, 10]], found($inLoop, [$loop(10, 5, 'INSERT INTO b VALUES (?)')]));
same('many writes of less', [], found($inLoop, [$loop(100, 4.9, 'INSERT INTO b VALUES (?)')]));
same('a queue takes one at a time', [], found($inLoop, [$loop(20, 5,
	'SELECT id FROM jobs WHERE t < ? LIMIT 1 FOR UPDATE')]));
$plusOne = new RepeatedQueries('n-plus-one');
$with = static fn (string $before, int $calls = 1): array => [call("PDO::query#$before", $calls, 1), $loop(10, 5,
	$sql)];
same('after a query of its rows', [[[5.0, 10]], []], [found($plusOne, $with('SELECT id FROM c')), found($inLoop,
	$with('SELECT id FROM c'))]);
same('after one that reads no table', [[], [[5.0, 10]]], [found($plusOne, $with('SELECT 1')), found($inLoop,
	$with('SELECT 1'))]);
same('after one that is as frequent', [], found($plusOne, $with('SELECT id FROM c', 2)));
same('after it', [], found($plusOne, array_reverse($with('SELECT id FROM c'))));
same('URLs need no query before', [[5.0, 10]], found($plusOne, [call('App::all', 1, 0, [call('curl_exec#http://x/?', 10,
	5)], $app)]));
same('without texts', ['needs Texts'], found($plusOne, [call('PDO::query', 10, 5)]));

/* The same one without a value. */
$duplicate = new DuplicateQuery();
$setting = static fn (int $calls, float $ms,
	string $text = 'SELECT a FROM settings'): array => [call("PDO::query#$text", $calls, $ms)];
same('twice, of 1 %: one of both is spared', [[0.5, 2]], found($duplicate, $setting(2, 1)));
same('once', [], found($duplicate, $setting(1, 50)));
same('less than 1 %', [], found($duplicate, $setting(9, 0.99)));
same('10 of nearly nothing', [[0.09, 10]], found($duplicate, $setting(10, 0.1)));
same('a value', [], found($duplicate, $setting(20, 5, $sql)));
same('no table', [], found($duplicate, $setting(20, 5, 'SELECT NOW()')));
same('a write is between', [], found($duplicate, [...$setting(2, 5), call('PDO::exec#UPDATE settings SET a = ?', 1,
	0.1)]));
same('three times with a write', [[4.0, 3]], found($duplicate, [...$setting(3, 6),
	call('PDO::exec#UPDATE settings SET a = ?', 1, 0.1)]));

/* Classes are looked for on the disk. */
$search = static fn (float $ms, string $name = 'findFileWithExtension'): array => [call("$loader::findFile", 9, 0,
	[call("$loader::$name", 9, $ms)])];
same('2 %', [[2.0, 9]], found(new Autoload(), $search(2)));
same('less', [], found(new Autoload(), $search(1.99)));
same('in a class map', [], found(new Autoload(), $search(50, 'findFileInMap')));

/* Files are compiled. */
$loads = static fn (int $files, float $ms): array => [call('load::src/a.php', $files, $ms)];
same('10 files of 5 %', [[5.0, 10]], found(new Opcache(), $loads(10, 5), $site));
same('9 files', [], found(new Opcache(), $loads(9, 50), $site));
same('less than 5 %', [], found(new Opcache(), $loads(10, 4.99), $site));
same('a file that opcache is not to have', [], found(new Opcache(), $loads(10, 50), $site + ['left_opcache' => true]));
same('a command', ['needs Site'], found(new Opcache(), $loads(10, 50), ['sapi' => 'cli'] + $site));
same('nobody knows', ['needs Engine'], found(new Opcache(), $loads(10, 50)));
$cache = ['full' => false, 'restarting' => false, 'restarts' => 0, 'age_s' => 86_400, 'keys' => 9, 'most_keys' => 10,
	'scripts' => 1, 'free_bytes' => 1, 'wasted_bytes' => 1];
foreach ([[[], [], []], [['full' => true], [[7.0, null]], []], [['keys' => 10], [[7.0, null]], []], [['keys' => 0,
	'most_keys' => 0], [], []], [['restarting' => true], [], [[7.0, null]]], [['restarts' => 1], [], []],
	[['restarts' => 2], [], [[7.0, null]]],
	[['restarts' => 1, 'age_s' => 86_399], [], [[7.0, null]]]] as [$state, $full, $restarting]) {
	same('opcache-full ' . json_encode($state), $full, found(new OpcacheMemory('opcache-full'), $loads(1, 7),
		$site + ['cache' => $state + $cache]));
	same('opcache-restarting ' . json_encode($state), $restarting, found(new OpcacheMemory('opcache-restarting'),
		$loads(1, 7), $site + ['cache' => $state + $cache]));
}

/* Garbage collections. */
$gc = static fn (int $runs): array => ['gc_runs' => $runs, 'gc_collected' => 4, 'gc_threshold_before' => 10001,
	'gc_threshold' => 10001, 'gc_roots_before' => 0, 'gc_roots' => 0];
$collects = static fn (int $runs, float $ms): array => [call('build', 1, 0, [call('{gc}', $runs, $ms,
	[call('X::__destruct', $runs, 20)])])];
same('3 collections of 5 %, without destructors', [[5.0, 3]], found(new GarbageCollection(), $collects(3, 5), [],
	$gc(3)));
same('2 collections', [], found(new GarbageCollection(), $collects(2, 50), [], $gc(2)));
same('less than 5 %', [], found(new GarbageCollection(), $collects(3, 4.99), [], $gc(3)));
same('nobody counted', ['needs Collector'], found(new GarbageCollection(), $collects(3, 5)));

/* A session's lock. */
$session = static fn (float $ms, float $cpu): array => [call('session_start', 1, $ms, [], ['cpu_ms' => $cpu])];
same('20 ms', [[20.0, 1]], found(new SessionLock(), $session(20, 0)));
same('less', [], found(new SessionLock(), $session(19.9, 0)));
same('a tenth on the CPU', [[45.0, 1]], found(new SessionLock(), $session(50, 5)));
same('more of it computes', [], found(new SessionLock(), $session(50, 5.1)));
same('less than 1 % of the run', [], found(new SessionLock(), $session(20, 0), [], [], 2001));
same('by a method of its handler', [[30.0, 1]], found(new SessionLock(), [call('session_start', 1, 0,
	[call('Handler::read', 1, 0, [call('SessionHandler::read', 1, 30, [], ['cpu_ms' => 0])])])]));

/* Exceptions. */
$throws = static fn (int $count, float $own, float $ms): array => [call('parse', 1, $own,
	[call('FooException::__construct', $count, $ms)])];
same('100 of 2 %', [[2.0, 100]], found(new Exceptions(), $throws(100, 0, 2)));
same('99', [], found(new Exceptions(), $throws(99, 0, 50)));
same('less than 2 %', [], found(new Exceptions(), $throws(100, 0, 1.99)));
same('throwing takes 1 us and 0.12 us a frame at most', [[2.124, 100]], found(new Exceptions(), $throws(100, 50, 2)));
same('no exceptions', [], found(new Exceptions(), [call('parse', 1, 0, [call('Foo::__construct', 500, 50)])]));

/* Functions that walk through all. */
$walk = static fn (string $function, int $calls, float $ms, array $more = []): array => [call('f', 1, 0,
	[call($function, $calls, $ms, [], $more)])];
same('10 %', [[10.0, 100]], found(new Quadratic(), $walk('in_array', 100, 10)));
same('99 calls', [], found(new Quadratic(), $walk('in_array', 99, 50)));
same('less than 10 %', [], found(new Quadratic(), $walk('in_array', 100, 9.99)));
same('less than 2 us each', [], found(new Quadratic(), $walk('in_array', 5001, 10)));
same('2 us each', [[10.0, 5000]], found(new Quadratic(), $walk('in_array', 5000, 10)));
same('another function', [], found(new Quadratic(), $walk('strlen', 100, 50)));
same('each row once', [], found(new Quadratic(), $walk('max', 1000, 10)));
same('what grows: longest 11 to the shortest, the average 5.1', [[10.0, 1000]], found(new Quadratic(), $walk('max',
	1000, 10, ['min_ms' => 0.00196, 'max_ms' => 0.0216])));
same('the average only 5', [], found(new Quadratic(), $walk('max', 1000, 10, ['min_ms' => 0.002, 'max_ms' => 0.05])));
same('the longest only 10', [], found(new Quadratic(), $walk('max', 1000, 10, ['min_ms' => 0.0019,
	'max_ms' => 0.019])));

/* Files are tested. */
same('500 of 5 %', [[5.0, 500]], found(new FileTests(), [call('f', 1, 0, [call('is_file', 300, 3), call('stat', 200,
	2)])]));
same('499', [], found(new FileTests(), [call('f', 1, 0, [call('is_file', 299, 30), call('stat', 200, 2)])]));
same('less than 5 %', [], found(new FileTests(), [call('f', 1, 0, [call('is_file', 500, 4.99)])]));
same('from two places', [], found(new FileTests(), [call('f', 1, 0, [call('is_file', 400, 20)]), call('g', 1, 0,
	[call('is_file', 400, 20)])]));
same('by Composer', [], found(new FileTests(), [call("$loader::findFileWithExtension", 1, 0, [call('is_file', 900,
	20)])]));

/* Values and texts. */
same('10 of 20 %', [[20.0, 10]], found(new Serialize(), [call('serialize', 10, 20, [call('X::__serialize', 10, 30)])]));
same('9', [], found(new Serialize(), [call('serialize', 9, 50)]));
same('less than 20 %', [], found(new Serialize(), [call('json_encode', 10, 19.9)]));

/* Patterns. */
$match = static fn (int $calls, float $ms, int $patterns, string $sapi = 'cli'): array => found(new RegexCompile(),
	[call('preg_match', $calls, $ms, [], ['min_ms' => 0])], ['sapi' => $sapi, 'patterns' => $patterns]);
same('100 patterns, of 5 %', [[5.0, 100]], $match(100, 5, 100));
same('99 calls', [], $match(99, 50, 100));
same('99 patterns', [], $match(100, 50, 99));
same('less than 5 %', [], $match(100, 4.99, 100));
same('less than half of the calls', [], $match(201, 50, 100));
same('half of the calls: 100 us each at most', [[10.0, 200]], $match(200, 50, 100));
same('a site has met patterns of others', [], $match(100, 50, 100, 'fpm-fcgi'));
same('more than PCRE keeps', [[50.0, 1000]], $match(1000, 50, 3584, 'fpm-fcgi'));
same('fewer than it keeps', [], $match(1000, 50, 3583, 'fpm-fcgi'));
same('less than 5 us each', [], $match(1001, 5, 3584));
same('nobody counted', ['needs Patterns'], found(new RegexCompile(), [call('preg_match', 100, 50)]));

/* The same arguments. */
$again = static fn (int $calls, float $ms, float $longest = 0.0): array => [call('price#arguments 7', $calls, $ms, [],
	['max_ms' => $longest])];
same('10 repeated ones: 10 of 11 parts', [[11.0, 10]], found(new RepeatedCall(), $again(11, 12.1)));
same('9 repeated ones', [], found(new RepeatedCall(), $again(10, 50)));
same('less than 5 %', [], found(new RepeatedCall(), $again(11, 5.4)));
same('the longest may be the first', [[6.0, 10]], found(new RepeatedCall(), $again(11, 12, 6)));
same('other arguments', [], found(new RepeatedCall(), array_map(static fn (int $i): array => call("price#arguments $i",
	1, 1), range(1, 20))));
same('nobody compared', ['needs Arguments'], found(new RepeatedCall(), [call('price', 20, 20)]));

/* Other profilers, the profiler itself, the peak. */
same('Xdebug', [[[0.0, null]], [], [], ['needs Engine']], [found(new OtherProfilers(), [],
	$site + ['watchers' => ['xdebug']]), found(new OtherProfilers(), [], $site + ['watchers' => []]),
	found(new OtherProfilers(), [], $site + ['watchers' => 'x']),
	found(new OtherProfilers(), [])]);
// 1 us a call, half of it within the function: 10,000 calls have 5 ms of it.
$tiny = static fn (float $ms): array => found(new Distortion(), [call('tiny', 10_000, $ms)], [],
	['call_cost_ps' => 1_000_000]);
same('half of it is the profiler', [[5.0, 10_000]], $tiny(10));
same('less than half', [], $tiny(10.1));
same('less than a tenth of the run', [], $tiny(9.9));
$peak = static fn (int $calls, int $bytes, int $other): array => found(new Peak(), [call('read', $calls, 1, [],
	['peak' => $bytes]), call('rest', 1, 1, [], ['peak' => $other])]);
same('32 MiB', [[0.0, 1]], $peak(1, 32 << 20, 0));
same('less', [], $peak(1, (32 << 20) - 1, 0));
same('half of the peak', [[0.0, 1]], $peak(1, 40 << 20, 20 << 20));
same('of many calls', [], $peak(2, 40 << 20, 0));
same('exactly half of it', [[0.0, 1], [0.0, 1]], $peak(1, 40 << 20, 40 << 20));
same('less than half: the other one', [[0.0, 1]], $peak(1, 40 << 20, (40 << 20) + 1));

/* What findings say: [text, evidence, function of the call to change]. */
function told(Rule $rule, array $main, array $meta = [], array $head = []): array
{
	$found = $rule->findings(new Recording(planned_run($main, $meta, $head)));
	outcomes($found === [] ? 'nothing' : 'words', $rule);

	return $found === [] ? [] : [$found[0]->text, $found[0]->evidence, $found[0]->site?->function];
}

$main = static fn (array ...$below): array => call('main()', 1, 1, $below, ['file' => '/srv/i.php']);
$full = ['full' => true, 'restarts' => 2, 'age_s' => 5400, 'scripts' => 1234, 'free_bytes' => 1_500_000,
	'wasted_bytes' => 100_000] + $cache;
$room = ['1,234 files, 9 of 10 keys are used', '1.43 MiB are free, 97.7 KiB hold old versions of files',
	'files compiled in this request: 13'];
$compiles = $main(call('load::src/a.php', 10, 5), call('load::src/b.php', 3, 9));
$restarts = 'it restarted 2 times because it was full, in the 90 min since the server started';
foreach ([
	[new RepeatedQueries('n-plus-one'), $main(call('PDO::query#SELECT id FROM c', 1, 1), call('App::list', 2, 0,
		[call('App::one', 20, 0, [call("PDO::query#$sql", 20, 20)], $app)], $app)),
		['SQL: the same text 20 times from App::list', ['App::list calls App::one 20 times in 2 calls',
			"each time: $sql", 'before it, once: SELECT id FROM c'], 'App::one']],
	[new RepeatedQueries('query-in-loop'), $main(call('App::list', 1, 0, [call("PDO::query#$sql", 20, 20)], $app)),
		['SQL: the same text 20 times from App::list', ['App::list calls PDO::query 20 times', "each time: $sql"],
		'PDO::query']],
	[new DuplicateQuery(), $main(call('f', 1, 0, [call('PDO::query#SELECT a FROM s', 2, 2)], $app), call('g', 1, 0,
		[call('PDO::query#SELECT a FROM s', 4, 4)], $app)), ['the same query 6 times',
		['the query has no parameters: SELECT a FROM s', 'from 2 places'], 'f']],
	[new DuplicateQuery(), $main(call('f', 1, 0, [call('g', 1, 0, [call('PDO::query#SELECT a FROM s', 4, 4)], $app),
		call('h', 1, 0, [call('PDO::query#SELECT a FROM s', 2, 2)], $app)], $app)), ['the same query 6 times',
		['the query has no parameters: SELECT a FROM s', 'from 2 places'], 'h']],
	[new DuplicateQuery(), $main(call('f', 4, 0, [call('PDO::query#SELECT a FROM s', 4, 4)], $app)),
		['the same query 4 times', ['the query has no parameters: SELECT a FROM s', 'from one place'], 'f']],
	[new Autoload(), $main(call("$loader::findFile", 9, 0, [call("$loader::findFileWithExtension", 7, 5,
		[call('file_exists', 30, 1), call('strtr', 7, 0)])]), call('is_file', 5, 0), call('load::a.php', 12, 1)),
		['Composer searches the disk for classes', ['7 of 9 classes were in no class map',
			'30 lookups of files on the disk', '12 files were compiled'], null]],
	[new Autoload(), $main(call("$loader::findFileWithExtension", 7, 5)), ['Composer searches the disk for classes',
		['7 of 7 classes were in no class map', '0 lookups of files on the disk'], null]],
	[new Opcache(), $compiles, ['opcache is off', ['13 files were compiled in this request',
		'the slowest was src/b.php',
		'opcache.enable is off in this process'], null], ['opcache' => false] + $site],
	[new Opcache(), $compiles, ['files are compiled although opcache is on', ['13 files were compiled in this request',
		'the slowest was src/b.php'], null], $site],
	[new OpcacheMemory('opcache-full'), $compiles,
		['opcache is full, and files that it does not hold are compiled in each request', $room, null],
		['cache' => $full]],
	[new OpcacheMemory('opcache-restarting'), $compiles, ['opcache was full and restarted empty', [$restarts,
		...$room], null], ['cache' => $full]],
	[new OpcacheMemory('opcache-restarting'), $compiles, [
		'opcache is restarting, and this request could not use it', [$restarts,
		...$room], null], ['cache' => ['restarting' => true] + $full]],
	[new OpcacheMemory('opcache-full'), $compiles, [], ['cache' => 'x']],
	[new OpcacheMemory('opcache-full'), $compiles, [], ['cache' => ['keys' => 'x', 'most_keys' => []]]],
	[new GarbageCollection(), $main(call('build', 1, 0, [call('{gc}', 3, 5)]), call('more', 1, 0, [call('{gc}', 4, 2)]),
		call('build', 1, 0, [call('{gc}', 2, 1)])),
		['the garbage collector frees many cycles', ['9 collections freed 9,000 values',
			'they started in build (5), more (4)'], null], [], ['gc_collected' => 9000] + $gc(9)],
	[new GarbageCollection(), $main(call('{gc}', 9, 8)), ['the garbage collector finds almost nothing to free',
		['9 collections freed 8,999 values', 'they started in main() (9)'], null], [],
		['gc_collected' => 8999] + $gc(9)],
	[new SessionLock(), $main(call('session_start', 1, 50, [call('Handler::read', 1, 0,
		[call('PDO::query#SELECT * FROM s WHERE id = ? FOR UPDATE', 1, 30, [], ['cpu_ms' => 1]),
		call('PDO::query#SELECT 1', 1, 9)])], ['cpu_ms' => 2])),
		['session_start() waits for the session lock',
			['80.0 ms in session_start, of which 3.00 ms on the CPU: another request of this visitor holds the lock'],
			null]],
	[new Exceptions(), $main(call('parse', 3, 1, [call('FooException::__construct', 1500, 3,
		[call('Exception::__construct', 1500, 1)])])), ['1,500 exceptions from one place',
		['parse makes 1,500 in 3 calls: FooException'], 'FooException::__construct']],
	[new Quadratic(), $main(call('array_merge', 1000, 10, [], ['min_ms' => 0.001, 'max_ms' => 0.02])),
		['array_merge() in a loop',
		['1,000 calls, 10.0 us each: each call of array_merge reads its whole argument',
		'the shortest took 1.00 us, the longest 20.0 us'], null]],
	[new Quadratic(), $main(call('array_merge', 1000, 10, [], ['min_ms' => 0.001, 'max_ms' => 0.01])),
		['array_merge() in a loop',
		['1,000 calls, 10.0 us each: each call of array_merge reads its whole argument'], null]],
	[new FileTests(), $main(call('f', 1, 0, [call('stat', 2, 1), call('is_file', 1500, 9)])),
		['1,502 file checks from one place', ['is_file 1,500 times, stat 2 times'], null]],
	[new Serialize(), $main(call('json_encode', 10, 20)), ['json_encode() is called repeatedly',
		['10 calls, 2.00 ms each'], null]],
	[new RegexCompile(), $main(call('preg_match', 1000, 50, [], ['min_ms' => 0.01])),
		['regular expressions are compiled repeatedly',
		['1,000 calls, 50.0 us each: more than the 4,000 patterns that PHP caches'], null], ['sapi' => 'cli',
		'patterns' => 4000]],
	[new RegexCompile(), $main(call('preg_match', 1000, 50, [], ['min_ms' => 0.01])),
		['regular expressions are compiled repeatedly',
		['1,000 calls, 50.0 us each: 500 patterns were compiled'], null],
		['sapi' => 'cli', 'patterns' => 500]],
	[new RepeatedCall(), $main(call('fib#arguments 5', 12, 12, [call('fib#arguments 4', 24, 24), call('other', 1, 6)])),
		['fib() is called again with the same arguments',
		['36 calls with 2 different arguments; the most frequent 24 times'],
		null]],
	[new OtherProfilers(), $main(), ['xdebug, pcov are loaded',
		['PHP loads xdebug, pcov, which slows down each call: the times of this run include that'], null],
		['watchers' => ['xdebug', 5, 'pcov']]],
	[new OtherProfilers(), $main(), ['xdebug is loaded',
		['PHP loads xdebug, which slows down each call: the times of this run include that'], null],
		['watchers' => ['xdebug']]],
	[new Distortion(), $main(call('f', 1, 29, [call('tiny', 10_000, 10)])), [
		'much of the time of tiny is profiler overhead',
		['25.0 % of the run as recorded, about 16.7 % without the overhead of its calls'], null], [],
		['call_cost_ps' => 1_000_000]],
	[new Peak(), $main(call('read', 1, 1, [], ['peak' => 40 << 20])), ['one call causes the memory peak',
		['read raised the peak by 40.0 MiB of 40.0 MiB'], null]],
] as $i => $case) {
	[$rule, $call, $told] = $case;
	same("told by {$rule->id()}, case $i", $told, told($rule, $call, $case[3] ?? [], $case[4] ?? []));
}
// A call of itself within it costs nothing of its own: 11 of 12 parts of 18 ms, and 23 of 24 of 24 ms.
same('recursive ones', [[39.5, 34]], found(new RepeatedCall(), [call('fib#arguments 5', 12, 12, [call('fib#arguments 4',
	24, 24), call('other', 1, 6)])]));
// At 10 us at least, 40 us of each of 1,000 calls are compiling: 40 ms.
same('without the shortest of each', [[40.0, 1000]], found(new RegexCompile(), [call('preg_match', 1000, 50, [],
	['min_ms' => 0.01])], ['sapi' => 'cli', 'patterns' => 4000]));
// 150 exceptions take 0.25 us each, whatever is left of their times beside the overhead of calls: 0.0375 ms of 1 ms.
same('at least so much', [[0.0375, 150]], found(new Exceptions(), $throws(150, 0, 0.001), [], [], 1));

/* No rule is without its cases: at its limits, below them, and of its words. */
$ids = array_map(static fn (Rule $rule): string => $rule->id(), AllRules::all());
foreach (['a finding', 'nothing', 'words'] as $outcome) {
	same("rules without a case of $outcome", [], array_values(array_diff($ids, outcomes($outcome))));
}

/* Samples have no counts. */
$samples = new Recording(stacks_run(['main();in_array' => 100]));
$needing = ['n-plus-one', 'query-in-loop', 'duplicate-query', 'cold-opcache', 'opcache-full', 'opcache-restarting',
	'gc', 'exceptions', 'quadratic', 'stat-storm', 'serialize', 'regex-compile', 'repeated-call',
	'distorted-by-tracing', 'peak'];
same('rules that need calls', $needing, array_values(array_map(static fn (Rule $rule): string => $rule->id(),
	array_filter(AllRules::all(), static fn (Rule $rule): bool => in_array(XHProf\Cli\Advise\Need::Calls,
	$rule->needs(), true)))));
same('they are not met', false, XHProf\Cli\Advise\Need::Calls->isMet($samples));
finish();
?>
--EXPECT--
all as expected
