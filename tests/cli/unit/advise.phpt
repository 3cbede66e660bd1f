--TEST--
What the rules of xhprof advise are made of: calls and their callers, texts that are sent, loops over queues, effects, proofs
--FILE--
<?php
require __DIR__ . '/unit.inc';
require __DIR__ . '/../advise_runs.inc';

use XHProf\Cli\Advise\Advice;
use XHProf\Cli\Advise\Call;
use XHProf\Cli\Advise\Defect;
use XHProf\Cli\Advise\Effects;
use XHProf\Cli\Advise\Gathered;
use XHProf\Cli\Advise\Need;
use XHProf\Cli\Advise\Proof;
use XHProf\Cli\Advise\Queues;
use XHProf\Cli\Advise\Recording;
use XHProf\Cli\Advise\Rule;
use XHProf\Cli\Advise\Sending;
use XHProf\Cli\Advise\SentText;
use XHProf\Cli\Advise\Statement;
use XHProf\Cli\Help\Reference;
use XHProf\Cli\Process\CommandLine;

$app = ['file' => '/srv/src/a.php'];
$vendor = ['file' => '/srv/vendor/x/orm/Orm.php'];
$recording = static fn (array $main, array $meta = [], array $head = []): Recording => new Recording(planned_run($main,
	$meta, $head));
/* Of a run its first call of that function. */
$the = static fn (Recording $run, string $function): Call => $run->named([$function])[0];

/* Calls. */
$run = $recording(call('main()', 1, 1, [call('App::list', 2, 3, [call('Orm::find', 6, 2,
	[call('PDO::query#SELECT ? FROM t', 12, 4)], $vendor)], $app), call('App::rest', 1, 5, [], $app)],
	['file' => '/srv/i.php']));
$query = $the($run, 'PDO::query');
same('its name and text', ['PDO::query', 'SELECT ? FROM t', 12, 4_000_000], [$query->function, $query->text,
	$query->calls, $query->wallNs]);
same('the way from main()', ['main()', 'App::list', 'Orm::find', 'PDO::query'],
	array_map(static fn (Call $call): string => $call->function, $query->path()));
same('in words', "main()\0App::list\0Orm::find\0PDO::query", $query->way());
same('calls below', [21, 18, 12, 0], array_map(static fn (string $name): int => $the($run, $name)->callsBelow,
	['main()', 'App::list', 'Orm::find', 'PDO::query']));
same('time with callees', [15_000_000, 9_000_000, 6_000_000], array_map(static fn (string $name): int => $the($run,
	$name)->wallNs, ['main()', 'App::list', 'Orm::find']));
same('own times are all of it', $run->wallNs, array_sum(array_map(static fn (Call $call): int => $call->ownNs,
	$run->calls)));
same('a library, a driver', [[true, false], [false, true], [false, false]],
	array_map(static fn (string $name): array => [$the($run, $name)->isOfLibrary(), $the($run, $name)->isOfDriver()],
	['Orm::find', 'PDO::query', 'App::list']));
same('the call in the application, and who makes it', ['Orm::find', 'App::list'], [$query->inApplication()->function,
	$query->origin()]);
same('below', [true, false], [$query->isBelow(static fn (Call $call): bool => $call->function === 'App::list'),
	$query->isBelow(static fn (Call $call): bool => $call->function === 'PDO::query')]);
same('how often its caller began', [6, 1], [$query->begun(), $the($run, 'App::list')->begun()]);
same('a value, and none', [4_000_000, null], [$query->value('own_wall_ns'), $query->value('own_cpu_ns_of_nobody')]);
foreach (['PDO::prepare' => true, 'PDOStatement::fetchAll' => true, 'PDO::__construct' => false, 'PDO::commit' => false,
	'mysqli_stmt::execute' => true, 'mysqli_stmt_bind_param' => true, 'pg_query' => true, 'mysqli_connect' => false,
	'pg_exec' => true, 'mysqli_multi_query' => true, 'mysqli_commit' => false, 'pg_fetch_all' => true,
	'MyPDO::query' => false] as $name => $isOfDriver) {
	same("$name is of a driver", $isOfDriver, (new Call(['function' => $name, 'calls' => 1, 'wall_ns' => 1,
		'own_wall_ns' => 1], null, 0))->isOfDriver());
}
$level = new Call(['function' => 'f@3', 'calls' => 1, 'wall_ns' => 1, 'own_wall_ns' => 1], null, 0);
same('without its level', 'f', $level->function);
same('arguments', [true, false], array_map(static fn (string $name): bool => (new Call(['function' => $name,
	'calls' => 1, 'wall_ns' => 1, 'own_wall_ns' => 1], null, 0))->hasArguments(), ['f#arguments 7', 'f#argument']));

/* The overhead of calls: half of it is within a call, half in its caller. */
$costly = $recording(call('main()', 1, 10, [call('f', 2, 10, [call('g', 4, 10)])]), [],
	['call_cost_ps' => 1_000_000_000]);
same('1 ms for each of 7 calls', 23_000_000, $costly->wallNs);
same('net: of those below, and half of its own', [30_000_000 - 6_500_000, 20_000_000 - 5_000_000,
	10_000_000 - 2_000_000], array_map(static fn (string $name): int => $costly->net($the($costly, $name)), ['main()',
	'f', 'g']));
same('own: half of its own and of its callees', [10_000_000 - 1_500_000, 10_000_000 - 3_000_000,
	10_000_000 - 2_000_000], array_map(static fn (string $name): int => $costly->own($the($costly, $name)), ['main()',
	'f', 'g']));
same('shares', [0.5, 1.0], [$run->share(7_500_000), $run->share(99_000_000)]);
$paired = new Recording(pairs_run(['main()' => [1, 100], 'main()==>f' => [2, 60], 'f==>g' => [3, 20],
	'main()==>g' => [1, 10]]));
same('pairs: g has two callers, each a part of its own time', [false, [[3, 20_000, 20_000], [1, 10_000, 10_000]]],
	[$paired->hasPaths, array_map(static fn (Call $call): array => [$call->calls, $call->wallNs, $call->ownNs],
	$paired->named(['g']))]);
/* A run of more than 300,000 call paths is without those that have less than 0.02 % of its time. */
$many = stacks_run(['main()' => 9_996_001, 'main();least' => 2000, 'main();less' => 1999]);
foreach ([[300_000, ['least', 'less']], [300_001, ['least']]] as [$count, $names]) {
	same("$count call paths", $names, array_values(array_intersect(['least', 'less'],
		array_column(Recording::paths($many, $count), 'function'))));
}

$withCpu = new Recording(XHProf\Profile::fromPairs(['main()' => ['ct' => 1, 'wt' => 100, 'cpu' => 50],
	'main()==>g' => ['ct' => 1, 'wt' => 30, 'cpu' => 20], 'f==>g' => ['ct' => 1, 'wt' => 10, 'cpu' => 20],
	'main()==>f' => ['ct' => 1, 'wt' => 20, 'cpu' => 25]]));
same('and of its own CPU time', [[20_000, 30_000], [20_000, 10_000]],
	array_map(static fn (Call $call): array => [$call->value('cpu_ns'), $call->value('own_cpu_ns')],
	$withCpu->named(['g'])));

/* What is sent. */
foreach ([['PDO::query#SELECT ?', 'sql', 'SELECT ?'], ['curl_exec#http://x/a?b=1', 'http', 'http://x/a'],
	['curl_exec#http://x/?/b', 'http', 'http://x/?/b'], ['Redis::get#a', 'redis', 'a'], ['f#SELECT ?', null,
	'SELECT ?'], ['PDO::query#(other)', 'sql', null], ['PDO::query', 'sql', null]] as [$name, $kind, $text]) {
	$call = new Call(['function' => $name, 'calls' => 1, 'wall_ns' => 1, 'own_wall_ns' => 1], null, 0);
	same("sent by $name", [$kind, $text], [Sending::kind($call), Sending::text($call)]);
}
preg_match_all('/`(\w+)`/', Reference::command('queries')['options']['kind']['text'], $listed);
same('kinds in the help', array_keys(Sending::KINDS), $listed[1]);
$sent = Sending::repetitions($run);
same('one text on one way', [1, 12, 'Orm::find', 3.0], [count($sent), $sent[0]->count, $sent[0]->looped->function,
	$sent[0]->turns]);
same('the inner loop', ['PDO::query', 2.0], [$sent[0]->within()->looped->function, $sent[0]->within()->turns]);
same('with the library that sends it', [4_000_000, 6_000_000], [$sent[0]->netNs($run), $sent[0]->pathNs($run)]);
same('sums of what is sent', [12, 12], [$the($run, 'Orm::find')->sent, $the($run, 'main()')->sent]);
// The driver's calls beside it are of each turn; what is called less than half as often, or by another function of
// main(), is not.
$driver = $recording(call('main()', 1, 1, [call('PDO::exec', 1, 50), call('App::list', 1, 1, [call('App::one', 10, 1,
	[call('PDO::prepare', 10, 1), call('PDOStatement::execute#SELECT a FROM b WHERE c = ?', 10, 4),
	call('PDOStatement::fetchAll', 10, 2), call('PDOStatement::fetch', 4, 8), call('work', 10, 16)], $app)], $app)]));
same('with the driver', [4_000_000, 7_000_000], [($one = Sending::repetitions($driver)[0])->netNs($driver),
	$one->pathNs($driver)]);
$write = $recording(call('main()', 1, 1, [call('App::save', 10, 0, [call('PDO::exec#INSERT INTO t VALUES (?)', 10, 4),
	call('PDO::commit', 10, 6)], $app)]));
same('a write has the transactions of its loop with it', 10_000_000, Sending::repetitions($write)[0]->netNs($write));
same('mute', [false, true, false], [Sending::isMute($run), Sending::isMute($recording(call('main()', 1, 1,
	[call('PDO::query', 1, 1)]))), Sending::isMute($recording(call('main()', 1, 1)))]);
foreach (['SELECT 1' => [true, false], ' (select ?)' => [true, true], 'WITH a AS (SELECT :id)' => [true, true],
	'INSERT INTO t VALUES ($1)' => [false, true], 'selection' => [false, false], "SELECT a::text" => [true,
	false]] as $text => $is) {
	$one = new SentText('sql', $text, [$query]);
	same("\"$text\" reads, has a value", $is, [$one->isRead(), $one->hasValue()]);
}

/* Loops over queues: nothing of them can be read at once. */
foreach ([['PDO::query#SELECT * FROM jobs WHERE t < ? LIMIT 1 FOR UPDATE', true],
	['PDO::query#SELECT * FROM jobs WHERE t < ? FOR UPDATE', false],
	['PDO::query#DELETE FROM jobs WHERE id = ? LIMIT 1 RETURNING id', true], ['Redis::lPop#jobs', true],
	['RedisCluster::bzMPop#jobs', true], ['Redis::get#jobs', false],
	['PDO::query#SELECT * FROM jobs WHERE t < ? LIMIT 1', false], ['PDO::query#SELECT * FROM jobs WHERE id = ? LIMIT 1',
		false]] as [$name, $isQueue]) {
	$loop = $recording(call('main()', 1, 1, [call($name, 20, 1)]));
	$groups = Sending::repetitions($loop);
	same("$name is a queue", $isQueue ? 1.0 : 20.0, (new Queues($loop, $groups))->without($groups[0])->turns);
}
foreach ([['QueueReceiver::get', 20, 1.0], ['QueueReceiver::get', 1, 20.0], ['Repository::get', 20, 20.0]] as [$name,
	$calls, $turns]) {
	$groups = Sending::repetitions($loop = $recording(call('main()', 1, 1, [call($name, $calls, 1),
		call('PDO::query#SELECT a FROM b WHERE c = ?', 20, 1)])));
	same("$name $calls times beside it", $turns, (new Queues($loop, $groups))->without($groups[0])->turns);
}
$both = static fn (string $read): Recording => $recording(call('main()', 1, 1, [call("PDO::query#$read", 20, 1),
	call('PDO::exec#UPDATE jobs SET done = ? WHERE id = ?', 20, 1)]));
foreach (['SELECT id FROM jobs WHERE done = ? LIMIT 1' => 1.0,
	'SELECT id FROM `jobs` WHERE done = ? ORDER BY id FETCH FIRST 1' => 1.0,
	'SELECT * FROM jobs WHERE id = ? LIMIT 1' => 20.0,
	'SELECT id FROM users WHERE a = ? LIMIT 1' => 20.0] as $read => $turns) {
	$groups = Sending::repetitions($loop = $both($read));
	same("$read, and a write to jobs", $turns, (new Queues($loop, $groups))->without($groups[0])->turns);
}
/* Batches from a queue, and jobs of a batch from another: neither loop counts, but that over the rows of a job does. */
$groups = Sending::repetitions($loop = $recording(call('main()', 1, 1, [call('QueueReceiver::get', 10, 1),
	call('App::batch', 10, 1, [call('JobQueue::take', 40, 1), call('App::job', 40, 1,
	[call('PDO::query#SELECT a FROM b WHERE c = ?', 80, 1)], $app)], $app)])));
same('a queue within a queue', [10.0, 2.0], [$groups[0]->turns,
	(new Queues($loop, $groups))->without($groups[0])->turns]);

/* What statements do: whether they read, whether they may change something, and what. */
foreach (['SELECT a FROM b' => [true, false, null], '(select 1)' => [true, false, null],
	'WITH x AS (?) INSERT INTO t SELECT ?' => [true, true, 'INSERT INTO t'], 'SHOW TABLES' => [true, false, null],
	'SELECT ? FOR UPDATE' => [true, true, null], 'INSERT INTO t VALUES (?) ON DUPLICATE KEY UPDATE n = ?' => [false,
	true, 'INSERT INTO t'], 'replace into "t"' => [false, true, 'REPLACE INTO t'],
	'MERGE INTO t' => [false, true, 'MERGE INTO t'], 'UPDATE t SET a = ?' => [false, true, 'UPDATE t'],
	'DELETE FROM [t]' => [false, true, 'DELETE FROM t'], 'TRUNCATE t' => [false, true, 'TRUNCATE t'],
	'truncate table t' => [false, true, 'TRUNCATE TABLE t'], 'ALTER TABLE t ADD a' => [false, true, 'ALTER TABLE t'],
	'CREATE TABLE IF NOT EXISTS t' => [false, true, 'CREATE TABLE t'], 'CREATE INDEX i' => [false, true, null],
	'CALL p(?)' => [false, true, null], 'SET NAMES ?' => [false, false, null]] as $sql => $does) {
	same($sql, $does, [Statement::isRead($sql), Statement::mayChange($sql), Statement::change($sql)]);
}
same('tables that are read', ['jobs', 'a.b'],
	Statement::readTables('SELECT ? FROM Jobs WHERE c IN (SELECT d FROM `a`.`b`)'));
same('a table of which rows change', ['jobs'], Statement::changedTables('UPDATE `jobs` SET a = ?'));
same('a table that loses rows', ['a.b'], Statement::changedTables('delete  from "a"."b"'));
same('no table, but a column', [], Statement::changedTables('INSERT INTO t VALUES (?) ON DUPLICATE KEY UPDATE n = ?'));

/* Effects. */
foreach (['unlink' => ['unlink()'], 'PDO::exec#INSERT INTO `a`.b VALUES (?)' => ['INSERT INTO a.b'],
	'PDO::query#SELECT ? FOR UPDATE OF t' => [], 'PDO::exec#insert  ignore into t' => ['INSERT IGNORE INTO t'],
	'PDO::exec#DROP TABLE IF EXISTS t' => ['DROP TABLE t'],
	'Redis::incrBy#a' => ['Redis::incrBy()'], 'Redis::get#a' => [], 'Redis::setOption' => [], 'file_get_contents' => [],
	'RedisCluster::blPop#a' => ['RedisCluster::blPop()'], 'RedisArray::set' => ['RedisArray::set()'],
	'Redis::lMove#a' => ['Redis::lMove()'], 'Redis::zUnionStore#a' => ['Redis::zUnionStore()'],
	'Memcached::set#a' => ['Memcached::set()'], 'Memcached::get#a' => [],
	'curl_exec' => ['curl_exec()']] as $name => $effects) {
	same("the effect of $name", $effects, Effects::of($recording(call('main()', 1, 1, [call($name, 1, 1)]))));
}
$many = $recording(call('main()', 1, 1, [call('unlink', 1, 1), call('mail', 5, 1), call('rename', 3, 1), call('mkdir',
	2, 1)]));
same('the most frequent first', ['mail()', 'rename()', 'mkdir()', 'unlink()'], Effects::of($many));
same('a caution', 'the command runs the program again, including mail(), rename(), mkdir(), others: '
	. 'run it where that does no harm', Effects::caution($many));
same('none', null, Effects::caution($recording(call('main()', 1, 1))));
same('samples do not show all', true,
	str_contains((string) Effects::caution(new Recording(stacks_run(['main()' => 1]))), 'samples do not show all'));

/* Proofs: lines to paste, whatever a stranger's run says. */
$of = static fn (array $meta, string $url = '/x'): Recording => new Recording(pairs_run(['main()' => [1, 1]],
	['url' => $url, 'xhprof' => $meta]));
$command = $of(['sapi' => 'cli', 'command' => ['/srv/a b.php', "it's", '$x']]);
$words = CommandLine::split(Proof::ofCode()->text($command, 'r.json'));
same('a change of code', ['xhprof', 'run', '--repeat', '20', '--against', '--', '/srv/a b.php', "it's", '$x'],
	array_values(array_diff_key($words, [5 => 0])));
same('by turns with a command line in one word', ['OLD/a b.php', "it's", '$x'], CommandLine::split($words[5]));
same('a setting', 'xhprof run --repeat 20 --against a.php -- -d zend.enable_gc=0 a.php',
	Proof::ofSetting('zend.enable_gc=0')->text($of(['sapi' => 'cli', 'command' => ['a.php']]), 'r'));
same('a request', 'xhprof curl URL --out after.json.gz && xhprof diff ./-r.json after.json.gz',
	Proof::ofRequest()->text($of(['sapi' => 'fpm-fcgi']), '-r.json'));
same('of a request no command', Proof::ofRequest()->text($of([]), 'r'), Proof::ofCode()->text($of(['sapi' => 'fpm-fcgi',
	'command' => ['a.php']]), 'r'));
same('another command', "xhprof run -- a.php && xhprof diff 'r s' x", Proof::of(['xhprof', 'run', '--', 'SCRIPT'],
	['xhprof', 'diff', 'RUN', 'x'])->text($of(['sapi' => 'cli', 'command' => ['a.php']]), 'r s'));
foreach ([[['sapi' => 'cli', 'command' => ['php', '-r', 'evil();']], null], [['sapi' => 'cli',
	'command' => ['/usr/bin/php8.4', 'x']], null], [['sapi' => 'cli', 'command' => ["a\u{FFFD}.php"]], null],
	[['sapi' => 'cli', 'command' => ['-x.php', '-y']], ['./-x.php', '-y']], [['sapi' => 'cli', 'command' => ['']],
	null],
	[['sapi' => 'cli', 'command' => ['a', 5]], null], [['sapi' => 'cli'], ['/x']], [['command' => ['a']],
		null]] as [$meta, $words]) {
	same('the command of ' . json_encode($meta), $words, $of($meta)->command());
}
same('of a place', [true, false], [Proof::ofCode()->isOfPlace, Proof::ofProgram()->isOfPlace]);

/* Advice of rules. */
$defect = static fn (string $id, int $ns, string $key = '', bool $isOfProfiler = false): Defect => new Defect($id,
	'text', $ns, 2, null, null, ['evidence'], 'change', Proof::ofCode(), $key, $isOfProfiler);
$rule = static fn (string $id, array $needs, Defect ...$defects): Rule => new class($id, $needs,
	$defects) extends Rule {
	public function __construct(private readonly string $id, private readonly array $needs,
		private readonly array $defects)
	{
	}

	public function id(): string
	{
		return $this->id;
	}

	public function needs(): array
	{
		return $this->needs;
	}

	public function findings(Recording $run): array
	{
		return $this->defects;
	}
};
$advice = new Advice($run, [$rule('a', [], $defect('a', 5, 'k')), $rule('b', [Need::Calls], $defect('b', 9),
	$defect('b', 7, 'z')), $rule('c', [Need::Cpu, Need::Collector])]);
same('the most expensive first', [9, 7, 5], array_map(static fn (Defect $one): int => $one->costNs, $advice->findings));
same('asked', [['a', 'b'], ['c' => Need::Collector->value]], [$advice->asked, $advice->notAsked]);
$gathered = new Gathered();
$gathered->add($advice, 'x.json');
$gathered->add(new Advice($run, [$rule('a', [], $defect('a', 11, 'k')), $rule('c', [], $defect('c', 1_000_000, '',
	true))]), 'y.json');
same('the same ones together', [['c', 1_000_000, 1, 2], ['a', 16, 2, 4], ['b', 9, 1, 2], ['b', 7, 1, 2]],
	array_map(static fn (array $row): array => [$row['finding']->id, $row['cost_ns'], $row['runs'], $row['calls']],
	$gathered->rows()));
same('of each the run in which it costs most', 'y.json', $gathered->rows()[1]['file']);
same('of all runs', [2, 30_000_000, [], ['a', 'b', 'c']], [$gathered->runs, $gathered->wallNs, $gathered->notAsked,
	$gathered->asked]);
near('a share of both', 1 / 30, $gathered->share($gathered->rows()[0]), 1e-12);
$profiled = new Gathered();
$profiled->add(new Advice($costly, [$rule('d', [], $defect('d', 15_000_000, '', true)), $rule('e', [], $defect('e',
	11_500_000))]), 'z.json');
same('a half of the time with the profiler\'s own, and of that without', [0.5, 0.5, 7_000_000],
	[$profiled->share($profiled->rows()[0]), $profiled->share($profiled->rows()[1]), $profiled->profilerNs]);
same('a place: the line of the call in the application', ['/srv/src/a.php', 1], (new Defect('x', '', 1, 1, $query, null,
	['e'], '', Proof::ofCode()))->place());
same('of another call', ['/srv/vendor/x/orm/Orm.php', 1], (new Defect('x', '', 1, 1, $query, null, ['e'], '',
	Proof::ofProgram()))->place());

/* What rules need. */
$samples = new Recording(stacks_run(['main();f' => 1]));
foreach ([[Need::Calls, $run, true], [Need::Calls, $samples, false], [Need::Paths, $run, true], [Need::Paths, $paired,
	false], [Need::Cpu, $paired, false], [Need::Memory, $paired, false], [Need::Site, $of(['sapi' => 'cli']), false],
	[Need::Site, $of(['sapi' => 'fpm-fcgi']), true],
	[Need::Site, $paired, false], [Need::Arguments, $run, false], [Need::Patterns, $of(['patterns' => 5]), true],
		[Need::Cache, $of([]), false], [Need::Engine, $of(['php' => '8']), true]] as [$need, $one, $isMet]) {
	same("$need->name", $isMet, $need->isMet($one));
}
finish();
?>
--EXPECT--
all as expected
